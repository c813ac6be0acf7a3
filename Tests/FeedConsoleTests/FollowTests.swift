import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
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
struct FollowTests {
  fileprivate struct Item: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var text = 0
    var description: String { "\(id) \(text)" }
  }

  fileprivate typealias Items = Feed<Item, Int>

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

  /// A feed of an app that writes a trace, and a session that follows it.
  private final class App {
    let folder: TraceFolder
    let trace: TraceWriter
    let actor: StoreActor<Items>
    let interpreter = Interpreter(
      settings: Settings(), source: FollowedSource(path: "app.trace"),
      output: Output(Painter(), write: { _ in }))
    private(set) var notes: [String] = []
    private var reader: TraceReader
    private var random: SplitMix64

    init(
      seed: UInt64 = 1, feed: Items = Items(pageSize: 5, prefetchDistance: 2, edits: .optimistic),
      limit: Int = 1 << 20
    ) throws {
      folder = try TraceFolder()
      trace = TraceWriter(to: folder.file, limit: limit)
      actor = StoreActor(feed, state: Items.State(seed: seed, identity: seed), handler: Nothing())
      reader = TraceReader(path: folder.file.path)
      random = SplitMix64(seed: seed)
    }

    deinit { reader.close() }

    var session: Session { interpreter.session }

    func record() async { await actor.onStep { [trace] in trace.record($0) } }

    func send(_ action: Items.Action) async {
      await actor.send(action)
      trace.flush()
      while true {
        let (events, hasMore) = reader.read()
        if let note = interpreter.follow(events) { notes.append(note.text) }
        if !hasMore { return }
      }
    }

    func sendAny() async { await send(FollowTests.action(await actor.state, &random)) }

    /// Checks that the session shows what the app shows.
    func expectSame() async {
      let (state, copy) = (await actor.state, session.state)
      #expect(copy.items.map(\.id.rawValue) == state.items.map { "\($0.id)" })
      #expect(copy.items.map(\.title) == state.items.map(\.description))
      for kind in LoadKind.allCases { #expect(copy.feed[kind].request == state[kind].request) }
      #expect(copy.reader == state.reader)
      #expect(copy.feed.pendingEdits.count == state.pendingEdits.count)
      #expect(copy.feed.failedEdits.count == state.failedEdits.count)
    }
  }

  /// Carries out nothing: the test answers.
  private struct Nothing: EffectHandler {
    func work(for effect: Items.Effect) -> Work<Items.Action> { .none }
  }

  @Test(arguments: UInt64(1)...6)
  func theSessionIsTheAppAfterEachStep(seed: UInt64) async throws {
    let feed = Items(
      pageSize: 5, prefetchDistance: 2, refreshMode: .merge, retry: RetryPolicy(attempts: 1),
      maxItems: 30, edits: .optimistic)
    let app = try App(seed: seed, feed: feed, limit: 1 << 16)
    await app.record()
    for _ in 0..<400 {
      await app.sendAny()
      await app.expectSame()
    }
    #expect(app.session.feed.pageSize == 5)
    #expect(app.notes.allSatisfy { $0.hasPrefix("the trace begins again") }, "\(app.notes)")
  }

  @Test(arguments: UInt64(1)...6)
  func aTraceThatBeginsLateBeginsWithASnapshot(seed: UInt64) async throws {
    let app = try App(seed: seed)
    for _ in 0..<60 { await app.sendAny() }
    await app.record()
    for _ in 0..<200 {
      await app.sendAny()
      if app.interpreter.followed != nil { await app.expectSame() }
    }
    #expect(app.interpreter.followed == 200)
    #expect(app.notes == [])
  }

  @Test(arguments: UInt64(1)...3)
  func whatTheAppDidIsSaved(seed: UInt64) async throws {
    let app = try App(seed: seed)
    await app.record()
    for _ in 0..<60 { await app.sendAny() }
    let script = Script(app.session)
    let again = Transcript()
    for line in script.feedText(source: "a", file: "a.feed").split(separator: "\n") {
      try again.run(String(line))
    }
    #expect(again.interpreter.session.state.items == app.session.state.items)
    #expect(SwiftTest(script).text(source: "a", file: "a.swift").contains("tester.finish("))
  }

  @Test func whoLooksBackStaysThereAndActsInABranch() async throws {
    let app = try App()
    await app.record()
    await app.send(.started)
    await app.send(
      .pageLoaded(ticket: 1, page: .init(items: (0..<5).map { Item(id: $0) }, next: 1)))
    try app.interpreter.run("undo")
    await app.send(.refreshPulled)
    #expect(app.session.position == 1 && app.session.undone == 2)
    try app.interpreter.run("goto end; refresh")
    #expect(app.session.history.branch == Session.appBranch && app.session.position == 3)
    try app.interpreter.run("reset")
    #expect(app.session.history.branch == 2)
    await app.send(.loadMore)
    #expect(app.session.history.branch == 2 && app.session.position == 4)
    try app.interpreter.run("switch 1")
    await app.expectSame()
    #expect(app.notes == [])
  }

  @Test func stepsThatAreMissingAreSaidUntilATraceBegins() async throws {
    let app = try App()
    await app.record()
    await app.send(.started)
    let lines = try String(contentsOf: app.folder.file, encoding: .utf8)
    var reader = TraceLines()
    let late = lines.replacing(#""step":1"#, with: #""step":5"#)
      .replacing(/"start":.*?"step"/, with: #""step""#)
    let step = reader.add(late.utf8)
    #expect(step.count == 1)
    let note = app.interpreter.follow(step)
    #expect(note?.text.hasPrefix("steps are missing before step 5") == true)
    #expect(
      app.interpreter.follow([.problem(line: 3, .notAStep)])?.text.hasPrefix("line 3: ") == true)
    await app.send(.loadMore)
    #expect(app.notes.last?.hasPrefix("steps are missing before step 2") == true)
  }

  @Test func aMachineThatWentOtherwiseIsSaid() async throws {
    let app = try App()
    await app.record()
    await app.send(.started)
    let step = TraceStep(step: 2, event: .action(.loadMore), rows: 3)
    #expect(
      app.interpreter.follow([.step(step)])?.text
        == "step 2 went otherwise in the app, which shows 3 rows")
    let unknown = TraceStep(step: 3, unknown: "shaken", rows: 0)
    #expect(
      app.interpreter.follow([.step(unknown)])?.text.hasPrefix("step 3 is 'shaken', which") == true)
  }

  @Test(arguments: [String?.none, "", "swift"])
  func aSearchIsFollowed(query: String?) async throws {
    let folder = try TraceFolder()
    let trace = TraceWriter(to: folder.file)
    let search = Search<String, Item, Int>(Items(pageSize: 5, edits: .optimistic))
    let actor = StoreActor(
      search, state: .init(query: query, seed: 3, identity: 3), handler: NothingToAsk())
    await actor.onStep { trace.record($0) }
    let interpreter = Interpreter(
      settings: Settings(), source: FollowedSource(path: "app.trace"),
      output: Output(Painter(), write: { _ in }))
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    func page(_ ticket: Int, _ ids: Range<Int>) -> Search<String, Item, Int>.Action {
      .feed(
        action: .pageLoaded(
          ticket: Ticket(rawValue: ticket),
          page: .init(items: ids.map { Item(id: $0) }, next: ids.upperBound)))
    }
    let actions: [Search<String, Item, Int>.Action] = [
      .submitted, .feed(action: .loadMore), .typed(query: "l"), .typed(query: "luke"), .submitted,
      .submitted, page(1, 0..<5), page(2, 0..<5), page(3, 0..<5), page(4, 0..<5), page(5, 5..<9),
      .feed(action: .visible(range: 2..<5)), .feed(action: .edit(change: .remove(id: 3))),
      .typed(query: ""), .typed(query: nil), .typed(query: "leia"), .timerFired(ticket: 6),
      .timerFired(ticket: 7), .timerFired(ticket: 8), page(9, 20..<25), page(8, 30..<33),
      .typed(query: query), .submitted, .feed(action: .refreshPulled),
    ]
    for action in actions {
      await actor.send(action)
      trace.flush()
      var hasMore = true
      while hasMore {
        let read = reader.read()
        #expect(interpreter.follow(read.events)?.text == nil, "\(action)")
        hasMore = read.hasMore
      }
      let state = await actor.state
      let copy = interpreter.session.state
      #expect(copy.items.map(\.id.rawValue) == state.items.map { "\($0.id)" }, "\(action)")
      #expect(copy.feed.refresh.request == state.feed.refresh.request, "\(action)")
      #expect(copy.search?.timer == state.timer, "\(action)")
      #expect(copy.isStale == state.isStale, "\(action)")
    }
    #expect(interpreter.followed == actions.count)
    #expect(await actor.state.feed.lastTicket > 6)
  }

  private struct NothingToAsk: EffectHandler {
    func work(
      for effect: Search<String, Item, Int>.Effect
    ) -> Work<Search<String, Item, Int>.Action> { .none }
  }
}
