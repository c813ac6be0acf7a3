import Foundation
import TestServers
import Testing
import TestWatch

/// The program with servers by other authors; see `FEED_SERVERS` in the contributors' notes.
@Suite(
  "feed-repl over independent servers",
  .watched, .enabled(if: IndependentServer.isAvailable, "set FEED_SERVERS"))
struct IndependentRemoteTests {
  private static let count = 47

  /// Loads a feed to its end and compares the number of rows.
  private func walk(_ url: URL, _ options: [String] = []) throws {
    let run = try Program.run(
      ["-q", "--url", url.absoluteString] + options,
      input: """
        start; settle; until canLoadNextPage == false ( appear last; settle )
        expect items == \(Self.count) and append == exhausted and error == none
        """)
    #expect(run.errors.isEmpty, "\(url)")
    #expect(run.status == 0, "\(url)")
  }

  @Test func djangoRestFramework() async throws {
    try await IndependentServer.run("drf", count: Self.count) { server in
      for path in ["api/people/", "api/limit/?limit=20", "api/cursor/"] {
        try walk(server.url(path))
      }
      try walk(
        server.url("api/people/"),
        ["--style", "page-total", "--size-param", "page_size", "--page-size", "10"])
    }
  }

  @Test func strawberry() async throws {
    let query = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).graphql")
    try Data(
      """
      query Feed($first: Int, $after: String) { items(first: $first, after: $after) {
        edges { cursor node { id title } } pageInfo { hasNextPage endCursor } } }
      """.utf8
    ).write(to: query)
    defer { try? FileManager.default.removeItem(at: query) }
    try await IndependentServer.run("strawberry", count: Self.count) { server in
      try walk(server.url("graphql"), ["--graphql", query.path])
    }
  }

  @Test func datasette() async throws {
    try await IndependentServer.run("datasette", count: Self.count) { server in
      try walk(server.url("feed/items.json?_shape=objects&_size=20"))
      try walk(server.url("feed/items.json?_size=20"))
    }
  }
}
