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

  private func withQuery(_ query: String, _ body: (_ path: String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).graphql")
    try Data(query.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test func strawberry() async throws {
    let query = """
      query Feed($first: Int, $after: String) { items(first: $first, after: $after) {
        edges { cursor node { id title } } pageInfo { hasNextPage endCursor } } }
      """
    try await IndependentServer.run("strawberry", count: Self.count) { server in
      try withQuery(query) { try walk(server.url("graphql"), ["--graphql", $0]) }
    }
  }

  @Test(arguments: [
    ("{ items(first: 20) { edges { node { id title } } } }", "ask for pageInfo"),
    (
      "{ items(first: 20) { edges { node { id } } pageInfo { hasNextPage endCursor } } }",
      "the query does not use $after; ask for the rows with after: $after"
    ),
  ])
  func whatAQueryLacksIsSaid(query: String, message: String) async throws {
    try await IndependentServer.run("strawberry", count: Self.count) { server in
      try withQuery("query \(query)") { path in
        let url = server.url("graphql").absoluteString
        let run = try Program.run(["pull", "--graphql", path, url])
        #expect(run.errors.contains(message), "\(run.errors)")
      }
    }
  }

  @Test func datasette() async throws {
    try await IndependentServer.run("datasette", count: Self.count) { server in
      try walk(server.url("feed/items.json?_shape=objects&_size=20"))
      try walk(server.url("feed/items.json?_size=20"))
    }
  }
}
