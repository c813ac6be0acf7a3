import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import System

/// Four megabytes of hostile JSON, or in hostile pieces, come over HTTP and are read as a page, or refused.
enum Hostile {
  private struct Numbered: Codable, Identifiable, Equatable, Sendable {
    var id: Int
  }

  private static let size = 4 << 20

  /// A body by what is in it, made only where it is served.
  struct Body: Sendable {
    let name: String
    let text: @Sendable () -> String
    var isInBytes = false
  }

  static let bodies = [
    Body(name: "small rows") { rows(#"{"id":1}"#) },
    Body(name: "numbers") { rows("1") },
    Body(name: "empty objects") { rows("{}") },
    Body(name: "lists in lists") {
      rows(String(repeating: "[", count: 100) + String(repeating: "]", count: 100))
    },
    Body(name: "keys") { #"{"results":[],"next":{"# + repeated(#""a":1"#) + "}}" },
    Body(name: "one row of numbers") { #"{"results":[{"id":["# + repeated("1") + "]}]}" },
    Body(name: "combining marks") {
      rows(#"{"id":""# + String(repeating: "\u{301}\u{316}", count: 9) + #""}"#)
    },
    Body(name: "escapes") {
      #"{"results":[{"id":""# + String(repeating: #"\u0301"#, count: size / 6) + #""}]}"#
    },
    Body(name: "a long number") {
      #"{"results":[{"id":1"# + String(repeating: "0", count: size) + "}]}"
    },
    Body(
      name: "rows in chunks of one byte",
      text: { rows(#"{"id":1,"title":"A row of the feed, like any other"}"#) }, isInBytes: true),
  ]

  private static func rows(_ row: String) -> String { #"{"results":["# + repeated(row) + "]}" }

  private static func repeated(_ part: String) -> String {
    let count = size / (part.utf8.count + 1)
    return String(repeating: part + ",", count: count) + part
  }

  @concurrent static func run(_ effort: Effort) async throws -> Report {
    let servers = try bodies.indices.map { try ServerProcess("hostile \($0)") }
    var (times, memories): ([Double], [Double]) = ([], [])
    var slowest = ""
    for _ in 1...effort.runs {
      var worst = (time: 0.0, memory: 0.0)
      for (body, server) in zip(bodies, servers) {
        for isRaw in [false, true] {
          let (time, memory) =
            isRaw
            ? await figures(server, .raw(at: "results", id: "id") as HTTPRows<JSONRow>)
            : await figures(server, .list(at: "results") as HTTPRows<Numbered>)
          if time > worst.time { slowest = body.name }
          worst = (max(worst.time, time), max(worst.memory, memory))
        }
      }
      times.append(worst.time)
      memories.append(worst.memory)
    }
    return Report(bars: [
      Bar(
        name: "1 MB of the worst body (\(slowest)), processor time", unit: .milliseconds,
        must: 0.25e9, aim: 0.1e9,
        figure: Measurement(times.map { $0 * Double(1 << 20) / Double(size) })),
      Bar(
        name: "the worst body, memory against its size", unit: .ratio, must: 8, aim: 4,
        figure: Measurement(memories)),
    ])
  }

  /// The processor time in nanoseconds, and the most memory against the size of the body.
  private static func figures<Item: Identifiable & Equatable & Sendable>(
    _ server: ServerProcess, _ rows: HTTPRows<Item>
  ) async -> (time: Double, memory: Double) where Item.ID: Sendable {
    let source = HTTPPageSource(.get(server.base), rows: rows, paging: .nextURL(at: "next"))
    let before = resetPeak()
    let time = await processNanoseconds {
      _ = try? await source.page(for: .init(ticket: 1, kind: .refresh, position: .start, size: 20))
    }
    return (time, (peak - before) / Double(size))
  }

  /// The most memory since the last reset, in bytes; 0 where the system does not say.
  private static var peak: Double {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
  }

  private static func resetPeak() -> Double {
    give_heap_back()
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    return peak
  }
}
