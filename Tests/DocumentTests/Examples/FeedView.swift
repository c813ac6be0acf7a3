import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

nonisolated struct Hero: Identifiable, Equatable, Decodable {
  let uid: String
  let name: String
  var id: String { uid }
}

let heroes = HTTPPageSource<Hero>(
  .get(api.appending(path: "people")), rows: .list(at: "results"), paging: .nextURL(at: "next"))

struct FeedView: View {
  @State private var store = FeedStore(source: heroes)

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { item in
        Text(item.name).onAppear { store.appeared(item.id) }
      }
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshable { await store.refresh() }
  }
}

/// What stands at an end of a list.
struct EndView: View {
  let end: ListEnd
  let retry: (LoadKind) -> Void

  var body: some View {
    switch end {
    case .nothing, .end: EmptyView()
    case .loading: ProgressView()
    case .waiting(let kind, _): Button("Try again now") { retry(kind) }
    case .offline(let kind): Button("No connection. Try again") { retry(kind) }
    case .failed(let kind, let failure): Button("\(failure.text). Try again") { retry(kind) }
    case .stalled(let kind): Button("Look for more") { retry(kind) }
    case .empty: Text("There is nothing here.")
    }
  }
}
