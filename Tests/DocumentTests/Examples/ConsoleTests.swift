import FeedConsole
import FeedEffects
import FeedReducer
import TestWatch
import Testing

@Suite("The examples of Docs/feed-repl.md", .watched)
struct ConsoleExamples {
  @Test func aConsoleOnASourceOfYourOwn() {
    // A test has no terminal of its own: that it is compiled is what matters here.
    _ = openConsole
    _ = FeedConsole(People()) { "\($0.name)" }
  }

  private func openConsole() async throws {
    try await FeedConsole(People()).run()
  }
}

private nonisolated struct Member: Identifiable, Equatable, Codable {
  let id: Int
  var name: String
}

private nonisolated struct People: PageSource {
  func page(for request: Feed<Member, Int>.Request) async throws -> Feed<Member, Int>.Page {
    .init(items: [Member(id: 1, name: "Ada")], next: nil)
  }
}
