#if canImport(SwiftUI)
  import SwiftUI
#endif

import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

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
      ForEach(store.items) { item in
        Text(item.name).onAppear { store.appeared(item.id) }
      }
      if store.isLoadingMore { ProgressView() }
      if let error = store.error {
        Button("\(error.message) Try again") { store.retry() }
      }
      if store.isStalled { Button("Look for more") { store.loadMore() } }
    }
    .refreshable { await store.refresh() }
    .overlay {
      if store.isLoading || store.refreshing && store.items.isEmpty { ProgressView() }
      if store.isEmpty { Text("There is nothing here.") }
    }
  }
}
