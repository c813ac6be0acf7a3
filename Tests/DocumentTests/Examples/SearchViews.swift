import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

struct RepositoriesView: View {
  @State private var store = SearchStore(source: repositories(at: api))

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { item in
        Text("\(item.name) ★ \(item.stars)").onAppear { store.appeared(item.id) }
      }
      .opacity(store.isStale ? 0.5 : 1)
      EndView(end: store.footer) { store.retry($0) }
    }
    .searchable(text: $store.text)
    .onSubmit(of: .search) { store.submit() }
    .refreshable { await store.refresh() }
  }
}

struct IssuesView: View {
  @State private var store = SearchStore(query: IssueQuery(), source: issues(of: "gnu/ed", at: api))

  var body: some View {
    List {
      if let query = Binding($store.query) {
        TextField("Search", text: query.text).onSubmit { store.submit() }
        Picker("State", selection: query.state) {
          ForEach(IssueQuery.State.allCases) { Text($0.rawValue) }
        }
      }
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { item in
        Text(item.title).onAppear { store.appeared(item.id) }
      }
      .opacity(store.isStale ? 0.5 : 1)
      EndView(end: store.footer) { store.retry($0) }
    }
  }
}

// For tests, which show the views over sources of their own. The compiler's optimiser (Swift 6.3) crashes on
// `self.init()` followed by `self.store = store` where the main actor is the default isolation.
extension RepositoriesView {
  init(over store: SearchStore<String, Repository, PageCursor>) {
    _store = State(initialValue: store)
  }
}

extension IssuesView {
  init(over store: SearchStore<IssueQuery, Issue, PageCursor>) {
    _store = State(initialValue: store)
  }
}
