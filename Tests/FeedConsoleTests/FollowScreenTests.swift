import FeedEffects
import FeedReducer
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

/// The screen of a followed trace: lines of a trace in, frames out.
@Suite(.watched) struct FollowScreenTests {
  /// A trace as a writer makes it: a start, a page, a refusal.
  private static func trace() async throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let writer = TraceWriter(to: file)
    let feed = StoreActor(Feed<Person, Int>(), state: .init(seed: 1), handler: Nothing())
    await feed.onStep { writer.record($0) }
    await feed.send(.started)
    let page = Feed<Person, Int>.Page(
      items: (0..<10).map { Person(id: $0) }, next: 1, total: 82)
    await feed.send(.pageLoaded(ticket: 1, page: page))
    await feed.send(.itemAppeared(index: 9))
    await feed.send(.started)
    writer.flush()
    return Array(try Data(contentsOf: file))
  }

  private struct Person: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var description: String { "person \(id)" }
  }

  private struct Nothing: EffectHandler {
    func work(for effect: Feed<Person, Int>.Effect) -> Work<Feed<Person, Int>.Action> { .none }
  }

  private func screen(columns: Int = 100, rows: Int = 30) async throws -> FollowScreen {
    var screen = FollowScreen(path: "app.trace", columns: columns, rows: rows)
    var lines = TraceLines()
    screen.add([.began] + lines.add(try await Self.trace()))
    return screen
  }

  private func press(_ key: Key, in screen: inout FollowScreen, leaves: Bool) {
    let stays = screen.handle(key)
    #expect(stays == !leaves)
  }

  @Test func itShowsTheFeedOfTheAppAndWhy() async throws {
    let text = try await screen().frame.text(Painter())
    #expect(text[0].hasPrefix(" feed-repl live --follow app.trace  step 4  "))
    #expect(text.contains { $0.hasPrefix("▸ 9  person 9") })
    #expect(text.contains { $0.hasPrefix("     ⟳ loading more …") })
    #expect(text.contains { $0.contains("items      10 of 82") })
    #expect(text.contains { $0.contains("append     loading 2") })
    #expect(text.contains { $0.contains("append is loading already as request 2") })
    #expect(
      text.contains { $0.contains("▸     4") && $0.contains("started") && $0.contains("ignored") })
    #expect(text.contains { $0.contains("⇒ load 2 append") })
  }

  @Test func keysLeadThroughTheSteps() async throws {
    var screen = try await screen()
    press(.up, in: &screen, leaves: false)
    press(.text("["), in: &screen, leaves: false)
    #expect(screen.frame.text(Painter())[0].contains("step 2  "))
    #expect(screen.frame.text(Painter())[0].hasSuffix("THE PAST"))
    #expect(screen.frame.text(Painter()).contains { $0.contains("append     idle") })
    press(.home, in: &screen, leaves: false)
    #expect(screen.frame.text(Painter()).contains { $0.contains("⟳ loading …") })
    press(.text("."), in: &screen, leaves: false)
    press(.enter, in: &screen, leaves: false)
    #expect(screen.frame.text(Painter())[2].hasPrefix("step 4  "))
    #expect(
      screen.frame.text(Painter()).contains { $0.hasPrefix("ignored: the list is there already") })
    // A key closes the step; then q leaves.
    press(.text("q"), in: &screen, leaves: false)
    press(.text("q"), in: &screen, leaves: true)
  }

  @Test func aFileThatBeginsAgainAndABadLineAreShown() async throws {
    var screen = try await screen()
    screen.add([.problem(line: 7, .notAStep)])
    #expect(screen.frame.text(Painter())[28].hasPrefix("line 7: this is no step of a trace"))
    screen.add([.began])
    #expect(screen.frame.text(Painter())[2] == "  waiting for the first step …")
    press(.up, in: &screen, leaves: false)
    press(.enter, in: &screen, leaves: false)
  }

  @Test(arguments: [(60, 14), (80, 24), (200, 60), (20, 5), (2, 1)])
  func everySizeIsKept(columns: Int, rows: Int) async throws {
    let text = try await screen(columns: columns, rows: rows).frame.text(Painter())
    #expect(text.count == rows)
    for line in text { #expect(line.count <= columns) }
    #expect(text.contains { $0.contains("person 9") } || columns < 60)
  }
}
