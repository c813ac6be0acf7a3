import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import System

/// Four megabytes of hostile JSON come over HTTP and are read as a page, or refused.
enum Hostile {
  private struct Numbered: Codable, Identifiable, Equatable, Sendable {
    var id: Int
  }

  private static let size = 4 << 20

  /// The bodies by what is in them.
  private static let bodies: [(name: String, text: String)] = [
    ("small rows", rows(#"{"id":1}"#)), ("numbers", rows("1")), ("empty objects", rows("{}")),
    (
      "lists in lists",
      rows(String(repeating: "[", count: 100) + String(repeating: "]", count: 100))
    ),
    ("keys", #"{"results":[],"next":{"# + repeated(#""a":1"#) + "}}"),
    ("one row of numbers", #"{"results":[{"id":["# + repeated("1") + "]}]}"),
    ("combining marks", rows(#"{"id":""# + String(repeating: "\u{301}\u{316}", count: 9) + #""}"#)),
    (
      "escapes", #"{"results":[{"id":""# + String(repeating: #"\u0301"#, count: size / 6) + #""}]}"#
    ),
    ("a long number", #"{"results":[{"id":1"# + String(repeating: "0", count: size) + "}]}"),
  ]

  private static func rows(_ row: String) -> String { #"{"results":["# + repeated(row) + "]}" }

  private static func repeated(_ part: String) -> String {
    let count = size / (part.utf8.count + 1)
    return String(repeating: part + ",", count: count) + part
  }

  @concurrent static func run(_ effort: Effort) async -> Report {
    var report = Report()
    var (worstTimes, worstMemories): ([Double], [Double]) = ([], [])
    for run in 1...effort.runs {
      var worst = (time: 0.0, memory: 0.0)
      for (name, text) in bodies {
        for isRaw in [false, true] {
          let (time, memory) =
            isRaw
            ? await figures(text, .raw(at: "results", id: "id") as HTTPRows<JSONRow>)
            : await figures(text, .list(at: "results") as HTTPRows<Numbered>)
          worst = (max(worst.time, time), max(worst.memory, memory))
          guard run == effort.runs else { continue }
          report.notes.append(
            (
              "4 MB of \(name), \(isRaw ? "undecoded" : "as typed rows")",
              "\(rounded(time / 1e6)) ms, \(rounded(memory)) × in memory"
            ))
        }
      }
      worstTimes.append(worst.time)
      worstMemories.append(worst.memory)
    }
    report.bars = [
      Bar(
        name: "4 MB of hostile JSON, processor time of the worst", unit: .milliseconds, must: 1e9,
        aim: 0.5e9, figure: Measurement(worstTimes)),
      Bar(
        name: "the same, memory of the worst, against its size", unit: .ratio, must: 8, aim: 5,
        figure: Measurement(worstMemories)),
    ]
    return report
  }

  /// The processor time in nanoseconds, and the most memory against the size of the body.
  private static func figures<Item: Identifiable & Equatable & Sendable>(
    _ text: String, _ rows: HTTPRows<Item>
  ) async -> (time: Double, memory: Double) where Item.ID: Sendable {
    let server = LoopbackServer(body: text)
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/feed") else { return (0, 0) }
    let source = HTTPPageSource(.get(url), rows: rows, paging: .nextURL(at: "next"))
    let before = resetPeak()
    let start = clock()
    _ = try? await source.page(for: .init(ticket: 1, kind: .refresh, position: .start, size: 20))
    let time = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    withExtendedLifetime(server) {}
    return (time * 1e9, (peak - before) / Double(size))
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
