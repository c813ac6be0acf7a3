import Dispatch
import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

/// Lists in the shapes of seventy public APIs, read by nothing but the URL.
@Suite("Shapes", .watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct ShapeTests {
  /// Shapes that tell nothing of how they go on; a guess finds it out.
  private static let silent: Set<String> = ["lemmy", "npm-search", "discord", "mastodon"]

  /// Shapes whose answer is an empty object where there are no rows.
  private static let absent: Set<String> = ["firestore", "square"]

  /// How many rows the lists have: `SHAPE_ROWS`, or none, one, as many as a page, and several pages.
  private static let counts =
    ProcessInfo.processInfo.environment["SHAPE_ROWS"].flatMap(Int.init).map { [$0] }
    ?? [0, 1, 20, 95]

  private struct Read {
    var places: [Int]
    var failure: FeedFailure?
  }

  /// Reads a list to its end. Rows are known by their place; a row that is a text has it as digits.
  private func read(_ source: DetectedSource) async -> Read {
    let walk = await Walk.toEnd(of: source)
    let places = walk.state.items.compactMap { row -> Int? in
      if case .integer(let place)? = row.value["position"] { return place }
      return Int(row.id.rawValue.drop { !$0.isNumber })
    }
    return Read(places: places, failure: walk.state.error)
  }

  @Test(arguments: counts)
  private func aListIsReadWholeByItsURL(count: Int) async throws {
    try await TestServer.runShapes { server in
      for (name, rest) in try await server.shapes() {
        let context: Comment = "\(name) with \(count) rows"
        let source = DetectedSource(.get(server.url("\(name)/\(count)/\(rest)")))
        let read = await read(source)
        if Self.absent.contains(name), count == 0 {
          #expect(read.failure?.message.contains("the body is an empty object") == true, context)
        } else if Self.silent.contains(name), count > 20 {
          await check(source, finds: count, context: context)
        } else {
          #expect(read.failure == nil, context)
          #expect(read.places == Array(1..<(count + 1)), context)
        }
      }
    }
  }

  /// Checks that a guess leads on, and that the list is whole with what it found.
  private func check(_ source: DetectedSource, finds count: Int, context: Comment) async {
    let read = await read(source)
    #expect(read.failure == nil, context)
    #expect(read.places == Array(1..<(count + 1)), context)
  }

  /// Where nothing leads on, no more than a few requests are sent, and none to where one was sent before.
  @Test(arguments: [
    #"{"rows": [{"id": 1}, {"id": 2}], "marker": "a", "cursor": "b"}"#, #"[{"id": 1}, {"id": 2}]"#,
  ])
  func guessesAreFew(answer: String) async throws {
    let asked = Locked<[String]>([])
    try await RawServer.run { request in
      asked.use { $0.append(request.path) }
      return .json(answer)
    } body: { server in
      let source = DetectedSource(.get(server.url("x?limit=2")))
      _ = await read(source)
      // The first page, and a second one where the answer seems to name it.
      let pages = answer.hasPrefix("[") ? 1 : 2
      let count = asked.use { $0.count }
      #expect(count == pages + DetectedSource.maxGuesses)
      #expect(asked.use { Set($0).count } >= count - 2)
      #expect(await source.alternative(size: 2) == .nothing)
      #expect(asked.use { $0.count } == count, "none is left")
    }
  }

  /// A server that takes the number and has no page behind the first one has no more rows. Where the same rows come
  /// for any parameter, the list is not paged.
  @Test(arguments: [("&page=2", true), ("&offset=2", true), ("&before=2", false), ("&x=2", false)])
  func anEmptySecondPageIsTheEnd(parameter: String, isEnd: Bool) async throws {
    try await RawServer.run { request in
      .json(request.path.contains(parameter) ? "[]" : #"[{"id": 1}, {"id": 2}]"#)
    } body: { server in
      let walk = await Walk.toEnd(of: DetectedSource(.get(server.url("rows?per_page=2"))))
      #expect(walk.state.ending == Ending(isEnd ? .emptyPage : .wholeList, isChecked: true))
      #expect(walk.state.completeness.isComplete)
    }
  }

  /// What answers to guesses have in all is bounded.
  @Test func guessesEndWhereAnswersAreLarge() async throws {
    let asked = Locked(0)
    let text = String(repeating: "x", count: 3 << 20)
    try await RawServer.run { _ in
      asked.use { $0 += 1 }
      return .json(#"{"rows": [{"id": 1}, {"id": 2}], "text": "\#(text)"}"#)
    } body: { server in
      let source = DetectedSource(
        .get(server.url("x?limit=2")), loader: HTTPLoader(clock: ManualClock()))
      #expect(await source.alternative(size: 2) == .nothing)
      #expect(asked.use { $0 } == 7)
    }
  }

  /// Bodies that are cut off count, too.
  @Test func guessesEndWhereAnAnswerIsTooLarge() async throws {
    let asked = Locked(0)
    let pad = String(repeating: " ", count: 2_000)
    try await RawServer.run { _ in
      let number = asked.use { asked in
        asked += 1
        return asked
      }
      return .json(#"{"rows": [{"id": 1}, {"id": 2}]\#(number > 2 ? pad : "")}"#)
    } body: { server in
      var limits = HTTPLimits()
      limits.maxBodyBytes = 1_000
      let source = DetectedSource(
        .get(server.url("x?limit=2")), loader: HTTPLoader(limits: limits))
      _ = await read(source)
      asked.use { $0 = 1 }
      #expect(await source.alternative(size: 2) == .nothing)
      #expect(asked.use { $0 } == 3)
    }
  }

  /// Guesses take 20 s: no other follows then, and the one that is under way is given up.
  @Test(arguments: [true, false])
  func guessesEndAfterAWhile(isAnswered: Bool) async throws {
    let (clock, asked) = (ManualClock(), Locked(0))
    let never = DispatchSemaphore(value: 0)
    try await RawServer.run { _ in
      asked.use { $0 += 1 }
      if isAnswered {
        clock.advance(by: .seconds(7))
      } else if asked.use({ $0 }) == 3 {
        clock.advance(by: .seconds(21))
        never.wait()
      }
      return .json(#"{"rows": [{"id": 1}, {"id": 2}]}"#)
    } body: { server in
      let source = DetectedSource(
        .get(server.url("x?limit=2")), loader: HTTPLoader(clock: clock))
      #expect(await source.alternative(size: 2) == .nothing)
      #expect(asked.use { $0 } == 3)
      never.signal()
    }
  }

  /// Whatever a first page says, no look, walk or guess asks another server.
  @Test func noRequestGoesToAnotherServer() async throws {
    let strayed = Locked<[String]>([])
    try await RawServer.run { request in
      strayed.use { $0.append(request.path) }
      return .json("[]")
    } body: { other in
      let url = other.url("rows?page=2").absoluteString
      let places = [
        #""next": "URL""#, #""next_page": "URL""#, #""nextRecordsUrl": "URL""#, #""cursor": "URL""#,
        #""links": {"next": "URL"}"#, #""_links": {"next": {"href": "URL"}}"#, #""end": "URL""#,
        #""links": [{"rel": "next", "href": "URL"}]"#, #""paging": {"next": {"link": "URL"}}"#,
        #""next": {"url": "URL", "page": 2}"#, #""continue": {"a": "URL", "b": "URL"}"#,
        #""next_cursor": "URL", "has_more": true"#, #""bookmark": "URL", "last": false"#,
      ].map { $0.replacing("URL", with: url) }
      for place in places {
        try await RawServer.run { _ in
          .json(#"{"rows": [{"id": 1}, {"id": 2}], \#(place)}"#)
        } body: { server in
          let source = DetectedSource(.get(server.url("x?limit=2")))
          _ = await read(source)
          _ = await source.alternative(size: 2)
        }
      }
    }
    #expect(strayed.use { $0 } == [])
  }
}
