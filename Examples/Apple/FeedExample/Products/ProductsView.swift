import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

struct ProductsView: View {
  @State var store = FeedStore(
    Feed(pageSize: 50, prefetchDistance: 10),
    source: products(at: URL("https://api.artic.edu/api/v1"))
  ).logged(as: .products)

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { product in
        Text(product.title).onAppear { store.appeared(product.id) }
      }
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
    .safeAreaInset(edge: .bottom) { ProductCount(store: store) }
  }
}
