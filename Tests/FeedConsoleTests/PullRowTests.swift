import Foundation
import TestServers
import Testing
import TestWatch

/// `feed-repl pull URL` writes each row once, as the server wrote it, in a line.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct PullRowTests {
  private struct Row: Decodable {
    let uid: String
    let name: String
  }

  @Test func everyRowIsALine() async throws {
    try await TestServer.run { server in
      let run = try Program.run(["pull", server.url("people").absoluteString])
      let lines = run.output.split(separator: "\n")
      let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
      #expect(rows.map(\.uid) == (1...82).map { "\($0)" })
      #expect(lines[0].hasPrefix(#"{"uid": "1", "name": "Row 1 é😀", "url": "http://"#))
      #expect(run.status == 0)
      #expect(run.errors.contains(/\n9 pages, 82 rows, ([0-9.]+ s, )?0 failures\n$/))
      let quiet = try Program.run(["-q", "pull", server.url("people?limit=50").absoluteString])
      #expect(quiet.output.split(separator: "\n").count == 82)
      #expect(quiet.errors.isEmpty)
    }
  }

  /// Rows that are null, as GraphQL servers send those that the asker may not see, are counted and left out.
  @Test(arguments: [
    (#""total": 5, "#, 3, "2 rows were null, and left out", 0),
    ("", 3, "2 rows were null, and left out", 0),
    (#""total": 6, "#, 3, "5 of 6 rows: no next page was found", 66),
  ])
  func nullRowsAreCounted(total: String, rows: Int, message: String, status: Int32) async throws {
    try await RawServer.run { request in
      request.path.hasPrefix("2")
        ? .json("{\(total)\"next\": null, \"results\": [null, {\"id\": 3}]}")
        : .json("{\(total)\"next\": \"/2\", \"results\": [{\"id\": 1}, {\"id\": 2}, null]}")
    } body: { server in
      let run = try Program.run(["pull", server.url("1").absoluteString])
      #expect(run.output.split(separator: "\n").count == rows)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.status == status)
    }
  }

  /// The same rows behind cursors that are always new are no list that goes on.
  @Test func theSameRowsAgainAndAgainEndIt() async throws {
    let asked = Log<String>()
    try await RawServer.run { request in
      asked.add(request.path)
      let number = asked.entries.count
      return .json("{\"next\": \"/x?c=\(number)\", \"results\": [{\"id\": 1}, {\"id\": 2}]}")
    } body: { server in
      let run = try Program.run(["pull", server.url("x").absoluteString])
      #expect(run.status == 66)
      #expect(run.output.split(separator: "\n").count == 2)
      #expect(run.errors.contains("the last 24 pages with rows had only rows that came before"))
      #expect(asked.entries.count == 25)
    }
  }

  @Test func asciiIsAskedForAndQuietIsNotSilentAboutPaging() async throws {
    try await TestServer.run { server in
      let run = try Program.run([
        "-q", "--ascii", "pull", server.url("odd/not-paged").absoluteString,
      ])
      #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
      #expect(run.output.contains(#"\u00e9"#))
      #expect(run.errors.hasPrefix("feed-repl: not paged: "))
      #expect(run.status == 0)
    }
  }

  /// A row that a later page has again, and changed, is written as it was first.
  @Test func aRowIsWrittenOnce() async throws {
    let pages = [
      #"{"next": "/2", "results": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#,
      #"{"next": null, "results": [{"id": 2, "name": "changed"}, {"id": 3, "name": "c"}]}"#,
    ]
    try await RawServer.run { request in
      let page = pages[request.path.hasPrefix("2") ? 1 : 0]
      return .json(page)
    } body: { server in
      let run = try Program.run(["-q", "--no-healing", "pull", server.url("1").absoluteString])
      let ids = run.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"id": (.)/)?.1 }
      #expect(ids == ["1", "2", "3"])
      #expect(
        run.errors
          == "feed-repl: 1 row had the id of another row and other values, and each id is written "
          + "once; --id names the field\n"
      )
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  /// Space goes only where a row has several lines; numbers keep their digits, and members their order.
  @Test func aRowIsWrittenAsItCame() async throws {
    let rows = [
      #"{"id": 1,  "b": 0.10000000000000000001, "a": 12345678901234567890, "a": "é\u00e9"}"#,
      "{\r\n  \"id\": 2,\t\"text\": \"two  \\\" {spaces}\",\n  \"list\": [ 1, 2 ]\n}",
    ]
    try await RawServer.run { _ in
      .json("[\(rows.joined(separator: ", "))]")
    } body: { server in
      let run = try Program.run(["-q", "pull", server.url("rows").absoluteString])
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines == [rows[0], #"{"id":2,"text":"two  \" {spaces}","list":[1,2]}"#])
    }
  }

  /// Some servers write the members of a row in another order each time: the row is the same.
  @Test func theOrderOfMembersIsNoOtherRow() async throws {
    let pages = [
      #"{"next": "/2", "results": [{"id": 1, "of": {"a": 1, "b": 2}, "c": [3]}]}"#,
      #"{"next": null, "results": [{"c":[3],"of":{"b":2,"a":1},"id":1}, {"id": 2}]}"#,
    ]
    try await RawServer.run { request in
      .json(pages[request.path.hasPrefix("2") ? 1 : 0])
    } body: { server in
      let run = try Program.run(["-q", "--no-healing", "pull", server.url("1").absoluteString])
      #expect(run.output.split(separator: "\n").count == 2)
      #expect(
        run.errors
          == "feed-repl: 1 row came again as before, as where rows move, and each is written "
          + "once\n")
      #expect(run.status == 0)
    }
  }
}
