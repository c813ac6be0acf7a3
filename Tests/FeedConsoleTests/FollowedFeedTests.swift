import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedConsole

/// A folder for one trace, which goes with the test.
final class TraceFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID())")
  var file: URL { url.appending(path: "app.trace") }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite("A feed that is followed", .watched)
struct FollowedFeedTests {
  private struct Item: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var text = 0
    var description: String { "\(id) \(text)" }
  }

  private typealias Items = Feed<Item, Int>

  /// A page of rows in any order, some of which may be there already.
  private static func page(_ random: inout SplitMix64) -> Items.Page {
    let ids = Set((0..<5).map { _ in Int.random(in: 0..<40, using: &random) })
    return .init(
      items: ids.sorted().shuffled(using: &random)
        .map { Item(id: $0, text: .random(in: 0..<3, using: &random)) },
      next: Int.random(in: 0..<1_000, using: &random))
  }

  private static func action(_ state: Items.State, _ random: inout SplitMix64) -> Items.Action {
    let tickets = LoadKind.allCases.compactMap { state[$0].request }
    let id = Int.random(in: 0..<40, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .started
    case 1: return .refreshPulled
    case 2: return .retryTapped(kind: nil)
    case 3: return .edit(change: .remove(id: id))
    case 4: return .edit(change: .update(item: Item(id: id, text: 7)))
    case 5: return .edit(change: .insert(item: Item(id: id + 40), before: nil))
    case 6:
      let edit = state.pendingEdits.first?.edit
      return edit.map { .editCommitted(ticket: $0.ticket, item: nil) } ?? .loadMore
    case 7: return .memoryWarning(keep: 10)
    case 8:
      let failure = FeedFailure(.http, message: "no")
      return tickets.first.map { .failed(ticket: $0, failure: failure) } ?? .loadMore
    case 9: return .itemAppeared(index: Int.random(in: 0...state.items.count, using: &random))
    default:
      return tickets.first.map { .pageLoaded(ticket: $0, page: page(&random)) } ?? .loadMore
    }
  }

  @Test(arguments: UInt64(1)...6)
  func itHasTheRowsAndLoadsOfTheAppAfterEachStep(seed: UInt64) async throws {
    let folder = try TraceFolder()
    let trace = TraceWriter(to: folder.file, limit: 1 << 16)
    let feed = Items(pageSize: 5, prefetchDistance: 2, refreshMode: .merge, maxItems: 30)
    let actor = StoreActor(feed, state: Items.State(seed: seed), handler: Nothing())
    await actor.onStep { trace.record($0) }
    var reader = TraceReader(path: folder.file.path)
    var followed = FollowedFeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      await actor.send(Self.action(await actor.state, &random))
      trace.flush()
      while true {
        let (events, hasMore) = reader.read()
        for case .step(let step) in events { followed.apply(step) }
        if !hasMore { break }
      }
      let state = await actor.state
      #expect(followed.rows.map(\.?.id.rawValue) == state.items.map { "\($0.id)" })
      #expect(followed.rows.map(\.?.title) == state.items.map(\.description))
      #expect(followed.state?.append.ticket == state.append.request?.rawValue)
      #expect(followed.state?.reader == state.reader)
      #expect(followed.isComplete)
    }
    #expect(followed.configuration?.pageSize == 5)
    #expect(followed.last?.step == 300)
  }

  /// Carries out nothing: the test answers.
  private struct Nothing: EffectHandler {
    func work(for effect: Items.Effect) -> Work<Items.Action> { .none }
  }

  @Test func aLineThatIsMissingIsNoticedUntilTheFileBeginsAgain() {
    var followed = FollowedFeed()
    followed.apply(TraceStep(step: 1, time: 0, name: "started"))
    followed.apply(TraceStep(step: 3, time: 0, dropped: 1, name: "loadMore"))
    #expect(followed.isComplete)
    followed.apply(
      TraceStep(
        step: 5, time: 0, name: "loadMore",
        rows: TraceRows(at: 9, removed: 2, rows: [JSONRow(id: "1")])))
    #expect(!followed.isComplete && followed.rows.isEmpty)
  }

  @Test(arguments: [(-1, 0), (0, -1), (0, 1), (.max, .max), (1, 0), (0, .min)])
  func aDamagedChangeOfRowsDoesNothing(at: Int, removed: Int) {
    var followed = FollowedFeed()
    followed.apply(
      TraceStep(
        step: 1, time: 0, name: "started",
        rows: TraceRows(at: at, removed: removed, rows: [JSONRow(id: "1")])))
    #expect(followed.rows.isEmpty)
  }

  @Test func rowsOutsideTheTraceAreKnownToBeThere() {
    var followed = FollowedFeed()
    followed.apply(
      TraceStep(
        step: 1, time: 0, name: "started",
        rows: TraceRows(at: 0, unknownBefore: 2, rows: [JSONRow(id: "7")], unknownAfter: 1)))
    #expect(followed.rows.map(\.?.id) == [nil, nil, "7", nil])
  }
}
