import Foundation
import TestServers
import Testing
import TestWatch

/// The program with servers by other authors; see `FEED_SERVERS` in the contributors' notes.
@Suite(
  "feed-repl over independent servers",
  .watched, .enabled(if: IndependentServer.isAvailable, "set FEED_SERVERS"))
struct IndependentRemoteTests {
  /// No row, one, as many as two pages, and a page that is not full at the end.
  private static let counts = [0, 1, 40, 95]

  /// Loads a feed to its end in a session and by `pull`, and compares the number of rows.
  private func walk(_ url: URL, count: Int, options: [String] = []) throws {
    let run = try Program.run(
      ["-q", "--url", url.absoluteString] + options,
      input: """
        start; settle; until canLoadNextPage == false ( appear last; settle )
        expect items == \(count) and append == exhausted and error == none
        """)
    #expect(run.errors.isEmpty, "\(url)")
    #expect(run.status == 0, "\(url)")
    let rows = try Program.run(["-q"] + options + ["pull", url.absoluteString])
    #expect(Set(rows.output.split(separator: "\n")).count == count, "\(url)")
    #expect(rows.errors.isEmpty, "\(url)")
    #expect(rows.status == 0, "\(url)")
  }

  @Test(arguments: counts)
  func djangoRestFramework(count: Int) async throws {
    try await IndependentServer.run("drf", count: count) { server in
      for path in ["api/people/", "api/limit/?limit=20", "api/cursor/"] {
        try walk(server.url(path), count: count)
      }
      try walk(
        server.url("api/people/"), count: count,
        options: ["--style", "page-total", "--size-param", "page_size", "--page-size", "10"])
      try walk(
        server.url("api/limit/"), count: count,
        options: ["--style", "offset", "--total", "none", "--size-param", "limit"])
    }
  }

  private func withQuery(_ query: String, _ body: (_ path: String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).graphql")
    try Data(query.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  @Test(arguments: counts)
  func strawberry(count: Int) async throws {
    let query = """
      query Feed($first: Int, $after: String) { items(first: $first, after: $after) {
        edges { cursor node { id title } } pageInfo { hasNextPage endCursor } } }
      """
    try await IndependentServer.run("strawberry", count: count) { server in
      try withQuery(query) {
        try walk(server.url("graphql"), count: count, options: ["--graphql", $0])
      }
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
    try await IndependentServer.run("strawberry", count: 47) { server in
      try withQuery("query \(query)") { path in
        let url = server.url("graphql").absoluteString
        let run = try Program.run(["pull", "--graphql", path, url])
        #expect(run.errors.contains(message), "\(run.errors)")
      }
    }
  }

  @Test(arguments: counts)
  func datasette(count: Int) async throws {
    try await IndependentServer.run("datasette", count: count) { server in
      try walk(server.url("feed/items.json?_shape=objects&_size=20"), count: count)
      try walk(server.url("feed/items.json?_size=20"), count: count)
    }
  }
}
