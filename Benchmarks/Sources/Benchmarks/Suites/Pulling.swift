import Foundation
import System

/// `feed-repl pull` reads 100,000 rows in 100 pages.
enum Pulling {
  static func run(_ effort: Effort) throws -> Report {
    let server = try ServerProcess("rows")
    defer { withExtendedLifetime(server) {} }
    let url = server.base.appending(path: "rows").absoluteString
    let runs = (0..<effort.runs).map { _ in
      cost(of: program("feed-repl").path, "-q", "pull", url)
    }
    return Report(bars: [
      Bar(
        name: "`feed-repl pull` of 100,000 rows, processor time", unit: .milliseconds, must: 1.5e9,
        aim: 1e9, figure: Measurement(runs.map(\.nanoseconds))),
      Bar(
        name: "the same, memory", unit: .megabytes, must: 60 * 1_048_576, aim: 60 * 1_048_576,
        figure: Measurement(runs.map(\.peak_bytes))),
    ])
  }

  /// The bodies by path: 1,000 rows each, with the link to the next page.
  static var pages: [String: String] {
    let pages = (0..<100).map { number in
      let rows = (0..<1_000).map { row in
        let id = number * 1_000 + row
        return
          #"{"id": \#(id), "title": "Row number \#(id) of the feed", "author": "author\#(id % 7)", "#
          + #""score": \#(id % 100), "tags": ["first", "second"]}"#
      }
      let next = number < 99 ? #""/rows?page=\#(number + 1)""# : "null"
      return (
        number == 0 ? "/rows" : "/rows?page=\(number)",
        #"{"items": [\#(rows.joined(separator: ", "))], "next": \#(next)}"#
      )
    }
    return Dictionary(uniqueKeysWithValues: pages)
  }
}
