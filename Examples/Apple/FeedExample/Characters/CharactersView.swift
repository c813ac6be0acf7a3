import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

struct CharactersView: View {
  @State var store = FeedStore(
    Feed(pageSize: 10), source: heroes(at: URL("https://swapi.tech/api"))
  ).logged(as: .characters)

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { hero in
        Text(hero.name).onAppear { store.appeared(hero.id) }
      }
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
    .announces(rows: store.items.count)
  }
}

struct CharactersPreview: PreviewProvider {
  static let mock = [Hero(uid: "1", name: "Luke Skywalker"), Hero(uid: "2", name: "C-3PO")]

  static var previews: some View {
    CharactersView(store: FeedStore { _ in .init(items: mock, next: nil) })
  }
}
