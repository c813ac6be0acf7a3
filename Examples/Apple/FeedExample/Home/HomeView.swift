import FeedEffects
import SwiftUI

struct HomeView: View {
  let store: FeedStore<Card, String>
  @ScaledMetric private var width = 160.0

  var body: some View {
    ScrollView {
      EndView(end: store.header) { store.retry($0) }
      LazyVGrid(columns: [GridItem(.adaptive(minimum: width))]) {
        ForEach(store.items) { card in
          CardView(card: card, store: store).onAppear { store.appeared(card.id) }
        }
      }
      .scrollTargetLayout()
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
  }
}
