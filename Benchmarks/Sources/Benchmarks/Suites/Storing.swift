import FeedEffects
import FeedReducer
import Foundation

/// What a feed with snapshots writes, of 100,000 rows.
enum Storing {
  @MainActor static func run() async throws -> Report {
    #if os(Linux)
      let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID()).feed")
      defer { try? FileManager.default.removeItem(at: file) }
      let snapshots = SnapshotStore<Row, Int>(file: file, limit: 64 << 20)
      let feed = FeedStore(RowFeed(pageSize: 100_000), source: Pages(), snapshots: snapshots)
      await feed.settle()
      await snapshots.flush()
      let move = await written {
        feed.visible(50_000..<50_010)
        await snapshots.flush()
      }
      let page = await written {
        await feed.loadMore().finish()
        await snapshots.flush()
      }
      precondition(feed.items.count == 100_020, "a page was not applied")
      return Report(bars: [
        Bar(
          name: "snapshot of 100,000 rows, written when the reader moves", unit: .bytes,
          must: 1_024,
          aim: 1_024, figure: Measurement([move])),
        Bar(
          name: "snapshot of 100,000 rows, written when a page comes", unit: .bytes, must: 20_480,
          aim: 20_480, figure: Measurement([page])),
      ])
    #else
      return Report()
    #endif
  }

  /// The first page has 100,000 rows, the others 20.
  private struct Pages: PageSource {
    func page(for request: RowFeed.Request) async throws -> RowFeed.Page {
      guard let start = request.position.cursor else {
        return .init(items: Storing.rows(0, 100_000), next: 100_000)
      }
      return .init(items: Storing.rows(start, 20), next: start + 20)
    }
  }

  private static func rows(_ start: Int, _ count: Int) -> [Row] { page(start, count) }

  /// The bytes that the process writes while `body` runs.
  @MainActor private static func written(_ body: () async -> Void) async -> Double {
    let before = writtenBytes
    await body()
    return writtenBytes - before
  }

  private static var writtenBytes: Double {
    let status = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("wchar:") }
    return line.flatMap { Double($0.filter(\.isNumber)) } ?? 0
  }
}
