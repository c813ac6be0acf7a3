import FeedEffects
import FeedHTTP
import SwiftUI

/// How many products show, of how many: "50 of 400".
struct ProductCount: View {
  let store: FeedStore<Product, PageCursor>

  var body: some View {
    if let total = store.total { Text("\(store.items.count) of \(total)").font(.caption).padding() }
  }
}
