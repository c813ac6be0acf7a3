import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing

@testable import FeedExample
@_spi(Rendering) import SwiftUI

@MainActor @Suite("The home feed of the app", .watched)
struct HomeTests {
  private let clock = ManualClock()
  private let server: HomeServer

  init() { server = HomeServer(clock: clock) }

  /// Lets the server answer the requests that are under way.
  private func answer(_ count: Int = 1, after time: Duration = .milliseconds(350)) async {
    await clock.sleepers(count)
    clock.advance(by: time)
  }

  private func store() -> FeedStore<Card, String> {
    let source = HomeSource(client: server)
    return FeedStore(source: source, sink: source)
  }

  @Test func aHeartIsPaleUntilTheServerHasTheLike() async throws {
    let store = store(), view = CardView(card: server.cards[0], store: store)
    store.send(.started)
    await answer()
    await store.settle()
    #expect(opacity(of: view) == 1)
    view.buttons[0].action()
    #expect(opacity(of: view) == 0.4)
    #expect(store.items[0].isLiked)
    #expect(labels(CardView(card: store.items[0], store: store)) == ["Unlike Card 1"])
    await answer()
    await store.settle()
    #expect(opacity(of: view) == 1 && server.cards[0].isLiked)
  }

  @Test func aLikeThatIsRefusedIsAskedAbout() async throws {
    let store = store(), view = HomeScreen(store: store)
    #expect(view.isInProgress)
    await answer()
    await store.settle()
    for (title, isLiked) in [("Leave it", false), ("Try again", true)] {
      server.faults = [.refuses]
      store.edit("1") { $0.isLiked = true }
      await answer()
      await store.settle()
      #expect(view.texts.contains("Your like was not saved"))
      #expect(view.texts.contains("This is not allowed"))
      #expect(!store.items[0].isLiked)
      try view.press(title)
      if isLiked { await answer() }
      await store.settle()
      #expect(!view.texts.contains("Your like was not saved"))
      #expect(store.items[0].isLiked == isLiked)
    }
  }

  @Test func theReaderIsWhereTheyWere() async throws {
    // In a folder, which a feed that ends does not make again once it is gone.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "home.feed")
    // The clock of the file stands still: only the way to the background writes it.
    let first = SnapshotStore<Card, String>(file: file, clock: ManualClock())
    let store = HomeScreen.store(over: server, snapshots: first)
    let view = HomeScreen(store: store, snapshots: first)
    #expect(view.isInProgress)
    await answer()
    await store.settle()
    store.appeared("10")
    view.hears(ScenePhase.background)
    while !FileManager.default.fileExists(atPath: file.path) { await Task.yield() }
    store.stop()

    let second = SnapshotStore<Card, String>(file: file, clock: ManualClock())
    let again = HomeScreen.store(over: server, snapshots: second)
    let screen = HomeScreen(store: again, snapshots: second)
    #expect(screen.isInProgress)
    await again.settle()
    #expect(screen.texts.prefix(1) == ["Card 1"])
    #expect(again.restoredRow == "10")
    #expect(place(of: screen) == nil)
    screen.hears(again.restoredRow)
    #expect(place(of: screen) == AnyHashable("10"))
    again.stop()
    // What it left to write is written now, and not when the file has gone.
    await second.flush()
  }

  private func opacity(of view: CardView) -> Double? {
    view.shown.compactMap { if case .opacity(let opacity) = $0 { opacity } else { nil } }.last
  }

  private func labels(_ view: CardView) -> [String] {
    view.shown.compactMap { if case .label(let text) = $0 { text } else { nil } }
  }

  private func place(of view: HomeScreen) -> AnyHashable? {
    view.shown.compactMap { if case .place(let get) = $0 { get() } else { nil } }.first
  }
}
