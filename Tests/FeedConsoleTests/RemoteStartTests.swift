import Foundation
import TestServers
import Testing
import TestWatch

/// What the program says at its start about the options for an API and its first answer.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct RemoteStartTests {
  @Test(
    arguments: [
      (
        "odd/html", [],
        "BASE/odd/html sent text/html where JSON was expected, beginning "
          + "\"<!doctype html><title>Feed</title><p>Thi…\"; check the address."
      ),
      (
        "odd/empty", [],
        "BASE/odd/empty sent an empty body where JSON was expected; try again or check the address."
      ),
      (
        "odd/no-rows", [],
        "BASE/odd/no-rows has no list of rows: the body is an object with the keys ok and "
          + "version; give the path of the rows. The option --items takes it. A "
          + "server may leave an empty list out: --items PATH --empty-if-absent."
      ),
      (
        "odd/no-id", [],
        "The rows of BASE/odd/no-id at .results have no id that tells them apart: the first is an "
          + "object with the key colour; give the path of the id. The option --id takes it."
      ),
      (
        "nothing", [],
        "BASE/nothing answered 404 Not Found, saying \"not found\"; check the address."
      ),
      (
        "private", [],
        "BASE/private answered 401 Unauthorized, saying \"unauthorized\"; check the credentials (the server wants the scheme Bearer). Try --token TOKEN"
      ),
      (
        "people", ["--header", "@/no/such/file"],
        "can't read '/no/such/file': no such file or directory"
      ),
    ] as [(String, [String], String)])
  func whatCantBeReadIsNamedAtTheStart(
    path: String, options: [String], message: String
  ) async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["--url", server.url(path).absoluteString] + options, input: "start")
      #expect(run.status == 66)
      #expect(run.output.isEmpty)
      // What may pass is tried again before.
      let lines = run.errors.replacing(server.base.absoluteString, with: "BASE").split(
        separator: "\n")
      #expect(lines.last == "feed-repl: error: \(message)")
      #expect(lines.count == (path == "odd/empty" ? 4 : 1))
    }
  }

  /// A scheme that has no option of its own is a header field.
  @Test func theSchemeOfTheCredentialsLeadsToAnOption() async throws {
    try await RawServer.run { _ in
      let head = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Token\r\nContent-Length: 0\r\n\r\n"
      return RawServer.Answer(Data(head.utf8))
    } body: { server in
      let run = try Program.run(["--token", "secret", "pull", server.url("rows").absoluteString])
      #expect(
        run.errors.hasSuffix(
          " Try --header 'Authorization: …'\n"),
        "\(run.errors)")
    }
  }

  @Test func aGraphQLServerWithoutAQueryLeadsToTheOption() async throws {
    try await RawServer.run { _ in
      let body = #"{"errors": [{"message": "No GraphQL query found in the request"}]}"#
      let head = "HTTP/1.1 400 Bad Request\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      return RawServer.Answer(Data((head + body).utf8))
    } body: { server in
      let run = try Program.run([server.url("graphql").absoluteString], input: "start")
      #expect(
        run.errors.hasSuffix(" The option --graphql takes a file with the query.\n"),
        "\(run.errors)")
    }
  }

  @Test func aPageSizeThatIsNotSentIsSaid() async throws {
    try await TestServer.run { server in
      let url = server.url("odd/not-paged").absoluteString
      let note =
        "--page-size is not sent: no parameter for it is known; --size-param NAME names one"
      let run = try Program.run(["--page-size", "3", url], input: "")
      #expect(run.errors.contains("feed-repl: \(note)\n"), "\(run.errors)")
      for options in [["--page-size", "3", "--size-param", "n"], ["-q", "--page-size", "3"], []] {
        let run = try Program.run(options + [url], input: "")
        #expect(!run.errors.contains("is not sent"))
      }
    }
  }

  @Test func whatMayPassIsTriedAgainAtTheStart() async throws {
    try await TestServer.run { server in
      try await server.control(#"{"fail": {"path": "/people", "status": 503, "times": 2}}"#)
      let run = try Program.run(
        ["--url", server.url("people").absoluteString], input: "start; settle; expect items == 10")
      #expect(run.status == 0)
      let lines = run.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.contains("503") && $0.contains("Trying again in 0.") })
      // The first look, twice in vain, is the first page.
      let requests = try await server.log().count
      #expect(requests == 3)
    }
  }

  @Test func aServerThatIsNotThereIsNamed() throws {
    let run = try Program.run(["--url", "http://127.0.0.1:1/people"], input: "start")
    #expect(run.status == 66)
    #expect(
      run.errors.split(separator: "\n").last.map(String.init)
        == "feed-repl: error: 127.0.0.1:1 accepts no connection; check the address and that the "
        + "server runs.")
  }

  @Test(
    arguments: [
      (
        ["--url", "SERVER", "--style", "relay"],
        "style 'relay' needs --next PATH: the first "
          + "answer does not show it"
      ),
      (
        ["--url", "SERVER", "--header", "nope"],
        "a header is not written like 'Name: value'; it is not shown, as it may be a secret"
      ),
      (
        ["--url", "SERVER", "--header", "a: \r\nb: c"],
        "a header is not written like 'Name: value'; it is not shown, as it may be a secret"
      ),
      (
        ["--url", "SERVER", "--variable", "a=b"],
        "--variable is one of a query; --graphql FILE names it"
      ),
      (
        ["--url", "SERVER", "--graphql", "/dev/null", "--variable", "x"],
        "'x' is not a variable; write it like name=value"
      ),
      (
        ["--url", "http://u:SECRET@h:99999/?api_key=SECRET"],
        "option '--url' can't be 'http://h:99999/?api_key=…'; "
          + "it takes a port from 1 to 65535, which 99999 is not"
      ),
      (
        ["--url", "SERVER", "http://u:SECRET@h/"],
        "unknown argument 'http://h/'; "
          + "'feed-repl run FILE' runs a script, 'feed-repl --help' tells the rest"
      ),
      (
        ["--url", "people"],
        "option '--url' can't be 'people'; it takes an http or https URL "
          + "with a host"
      ),
      (["--items", "x"], "the options for an API need --url URL"),
    ] as [([String], String)])
  func aWrongOptionIsNamed(arguments: [String], message: String) async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      let run = try Program.run(arguments.map { $0 == "SERVER" ? url : $0 })
      #expect(run.status == 64)
      #expect(run.errors == "feed-repl: error: \(message)\n")
    }
  }

  @Test func aListThatIsNotPagedIsReadAndReported() async throws {
    try await TestServer.run { server in
      let run = try Program.run(
        ["--url", server.url("odd/not-paged").absoluteString],
        input: "start; settle; expect items == 10 and canLoadNextPage == false")
      #expect(run.status == 0)
      #expect(
        run.output.hasPrefix(
          """
          paging: not paged, rows in .items, id .id, title .name
          not paged: there is no next URL, no total beyond the rows and no page number; \
          give the style of paging if there are more pages (--style)

          """))
    }
  }

  @Test(arguments: [
    ("--next", ".nope (--next)"), ("--total", ".nope (--total)"),
    ("--title", ".nope of its rows (--title)"),
  ])
  func aPathThatFindsNothingIsReportedAtTheStart(option: String, place: String) async throws {
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      let run = try Program.run(["--url", url, option, "nope"])
      #expect(run.status == 0)
      #expect(run.output.hasSuffix("\nnote: the first answer has nothing at \(place)\n"))
      let id = try Program.run(["--url", url, "--id", "nope"])
      #expect(id.status == 66)
      #expect(id.errors.contains("expected an id at .nope"))
      let fine = try Program.run(["--url", url, "--next", "next", "--title", "url"])
      #expect(!fine.output.contains("note:"))
    }
  }
}
