import FeedEffects
import FeedReducer
import FeedTesting
import TestWatch
import Testing

@testable import FeedExample
@_spi(Rendering) import SwiftUI

@MainActor @Suite("The server of the app can be broken", .watched)
struct FaultsTests {
  typealias Fault = HomeServer.Fault

  private let clock = ManualClock()
  private let server: HomeServer
  private let store: FeedStore<Card, String>

  init() async {
    server = HomeServer(clock: clock)
    store = FeedStore(Feed(refreshMode: .merge), source: HomeSource(client: server))
    store.send(.started)
    await answer()
    await store.settle()
  }

  private func answer(after time: Duration = .milliseconds(350)) async {
    await clock.sleepers(1)
    clock.advance(by: time)
  }

  /// What stands below the rows when the next page has met a fault.
  private func footer(_ fault: Fault) async -> [String] {
    server.faults = [fault]
    store.loadMore()
    await answer(after: .seconds(3))
    await store.settle()
    return EndView(end: store.footer) { _ in }.texts
  }

  @Test(arguments: [
    (Fault.fails, "This is not there any more. Try again"),
    (.busy, "Too many requests. Try again"), (.cut, "The answer can't be read. Try again"),
    (.offline, "No connection. Try again"),
  ])
  func aFaultIsShown(fault: Fault, text: String) async {
    #expect(await footer(fault) == [text])
    #expect(store.items.count == 20)
    #expect(server.faults == (fault == .offline ? [.offline] : []))
  }

  @Test func emptyPagesStallTheList() async {
    store.appeared("20")
    // An empty page is asked for what follows it, twice.
    for _ in 0..<3 {
      await clock.sleepers(1)
      server.faults = [.empty]
      clock.advance(by: .milliseconds(350))
    }
    await store.settle()
    #expect(EndView(end: store.footer) { _ in }.texts == ["Look for more"])
    #expect(await footer(.slow) == [])
    #expect(store.items.count == 40)
  }

  @Test func aRowThatIsDeletedUnderTheReaderLeadsToARefresh() async {
    for _ in 0..<4 { server.deleteFive() }
    store.loadMore()
    await answer()
    await answer()
    await store.settle()
    #expect(store.items.first?.id == "21" && store.error == nil)
  }

  @Test func rowsAboveShowAfterARefresh() async {
    server.addAbove(3)
    store.send(.refreshPulled)
    await answer()
    await store.settle()
    #expect(store.items.map(\.title).prefix(4) == ["New 1", "New 2", "New 3", "Card 1"])
    #expect(store.items.count == 23)
  }

  @Test func moreRowsThanAPageHasLeaveAGap() async throws {
    let store = FeedStore(
      Feed(refreshMode: .merge, gaps: .manual), source: HomeSource(client: server))
    let view = HomeView(store: store), button = "Rows may be missing here. Load more"
    store.send(.started)
    await answer()
    await store.settle()
    store.appeared("5")
    server.addAbove(25)
    store.send(.refreshPulled)
    await answer()
    await store.settle()
    #expect(store.items.count == 40 && store.gaps.map(\.index) == [20])
    #expect(view.texts.contains(button))
    server.faults = [.fails]
    try view.press(button)
    #expect(view.isInProgress)
    await answer()
    await store.settle()
    try view.press("This is not there any more. Try again")
    await answer()
    await store.settle()
    #expect(store.gaps.isEmpty && store.items.map(\.id) == server.cards.prefix(45).map(\.id))
    #expect(!view.texts.contains(button))
  }

  @Test func theSwitchesBreakTheServer() throws {
    let view = FaultsView(server: server)
    for fault in Fault.allCases {
      let switches = view.shown.compactMap { part -> Binding<Bool>? in
        if case .toggle(fault.rawValue, let isOn) = part { isOn } else { nil }
      }
      let isOn = try #require(switches.first)
      isOn.wrappedValue = true
      #expect(server.faults == [fault] && isOn.wrappedValue)
      isOn.wrappedValue = false
      #expect(server.faults.isEmpty)
    }
    try view.press("3 above")
    try view.press("25 above")
    try view.press("Delete 5")
    #expect(server.cards.count == 160)
  }

  @Test func theLogSaysWhatEachActionDid() async throws {
    let view = FaultsView(server: server)
    _ = view.shown
    #expect(view.texts.contains("started"))
    #expect(view.texts.contains("→ load 1 (refresh)"))
    try view.press("Refresh")
    try view.press("Refresh")
    #expect(view.texts.contains("invalidated"))
    let ignored = view.texts.filter { $0.hasPrefix("ignored: ") }
    #expect(ignored.count == 1 && !ignored[0].contains("Optional"))
    await answer()
    while view.isInProgress { await Task.yield() }
    #expect(view.texts.contains("page 1: 20 rows"))
    view.hears(true)
    #expect(view.texts.contains("connectivityChanged(isOnline: false)"))
    // The log of any feed is a screen, too.
    let log = LogView()
    log.choose(AnyHashable(Screen.faults))
    #expect(log.texts.contains("page 1: 20 rows"))
    log.choose(AnyHashable(Screen.chat))
    #expect(!log.texts.contains("page 1: 20 rows"))
  }
}
