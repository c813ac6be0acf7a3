import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

/// The repositories below a search field, whose scopes are their order.
struct RepositorySearch: View {
  @State var store = SearchStore(
    Feed(pageSize: 10, retry: RetryPolicy(attempts: 2)),
    query: RepositoryQuery(text: "swift"), source: repositories(at: URL("https://api.github.com"))
  ).logged(as: .repositories)

  /// It stays when the text goes, and the query with it.
  @State private var order = RepositoryQuery.Order.stars

  private var text: Binding<String> {
    Binding {
      store.query?.text ?? ""
    } set: {
      store.query = $0.isEmpty ? nil : RepositoryQuery(text: $0, order: order)
    }
  }

  var body: some View {
    RepositoriesView(store: store)
      .searchable(text: text)
      .searchScopes($order) {
        ForEach(RepositoryQuery.Order.allCases) { Text($0.rawValue) }
      }
      .onChange(of: order) { _, order in
        store.query?.order = order
        store.submit()
      }
      .onSubmit(of: .search) { store.submit() }
  }
}
