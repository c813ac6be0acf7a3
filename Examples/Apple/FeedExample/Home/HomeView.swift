import FeedEffects
import FeedReducer
import SwiftUI

struct HomeView: View {
  let store: FeedStore<Card, String>
  @ScaledMetric private var width = 160.0

  var body: some View {
    ScrollView {
      EndView(end: store.header) { store.retry($0) }
      LazyVGrid(columns: [GridItem(.adaptive(minimum: width))]) {
        ForEach(store.rowsAndGaps) { entry in
          switch entry {
          case .row(let card):
            CardView(card: card, store: store).onAppear { store.appeared(card.id) }
          case .gap(let gap): GapView(load: gap.load) { store.fillGap(gap.id, from: .below) }
          }
        }
      }
      .scrollTargetLayout()
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
  }
}
