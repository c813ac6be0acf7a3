import FeedEffects
import FeedReducer
import Foundation
import SwiftUI

/// The home feed as it was when the app ended, at the row where the reader was.
struct HomeScreen: View {
  static let snapshots = SnapshotStore<Card, String>(
    file: FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
      .appending(path: "FeedExample.home"))

  @State var store = HomeScreen.store(over: HomeServer(), snapshots: HomeScreen.snapshots)
  var snapshots = HomeScreen.snapshots
  @State private var place: Card.ID?
  @Environment(\.scenePhase) private var phase

  static func store(
    over client: any HomeClient, snapshots: SnapshotStore<Card, String>
  ) -> FeedStore<Card, String> {
    let source = HomeSource(client: client)
    let feed = Feed<Card, String>(refreshMode: .merge, gaps: .manual)
    let store = FeedStore(feed, source: source, sink: source, snapshots: snapshots)
    store.follow(connectivity: connectivity())
    return store.logged(as: .home)
  }

  var body: some View {
    HomeView(store: store)
      .scrollPosition(id: $place)
      .onChange(of: store.restoredRow, initial: true) { _, row in
        if let row { place = row }
      }
      .onChange(of: phase) { _, phase in
        if phase == .background { snapshots.flushInBackground() }
      }
      .asksAboutFailedLikes(of: store)
  }
}

extension View {
  /// Asks what is to become of a like that the server did not take.
  func asksAboutFailedLikes(of store: FeedStore<Card, String>) -> some View {
    alert(
      "Your like was not saved",
      isPresented: Binding(get: { !store.failedEdits.isEmpty }, set: { _ in }),
      presenting: store.failedEdits.last
    ) { failed in
      Button("Try again") { store.retryEdits(of: failed.edit.id) }
      Button("Leave it", role: .cancel) { store.dismissEdits(of: failed.edit.id) }
    } message: { failed in
      Text(failed.failure.text)
    }
  }
}
