import FeedEffects
import SwiftUI

/// A card and its heart, which is pale until the server has taken the like.
struct CardView: View {
  let card: Card
  let store: FeedStore<Card, String>

  var body: some View {
    VStack {
      Text(card.title).font(.headline)
      Button {
        store.edit(card.id) { $0.isLiked.toggle() }
      } label: {
        Image(systemName: card.isLiked ? "heart.fill" : "heart")
      }
      .opacity(store.isPending(card.id) ? 0.4 : 1)
      .accessibilityLabel(card.isLiked ? "Unlike \(card.title)" : "Like \(card.title)")
    }
  }
}
