import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

struct IssuesView: View {
  @State var store = SearchStore(
    Feed(pageSize: 100, refreshMode: .merge, gaps: .manual), query: IssueQuery(),
    source: issues(of: "gitlab-org/gitlab", at: URL("https://gitlab.com/api"))
  ).logged(as: .issues)

  var body: some View {
    List {
      IssueFilters(query: $store.query) { store.submit() }
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.rowsAndGaps) { entry in
        switch entry {
        case .row(let issue): IssueRow(issue: issue).onAppear { store.appeared(issue.id) }
        case .gap(let gap): GapView(load: gap.load) { store.fillGap(gap.id, from: .below) }
        }
      }
      .opacity(store.isStale ? 0.5 : 1)
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
  }
}

struct IssueRow: View {
  let issue: Issue

  var body: some View {
    VStack(alignment: .leading) {
      Text(issue.title).font(.headline)
      Text("#\(issue.iid) · \(issue.state) · \(issue.author?.name ?? "nobody")").font(.caption)
    }
  }
}
