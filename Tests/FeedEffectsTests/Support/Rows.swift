import FeedEffects
import FeedReducer
import FeedTesting

/// A row that is its number.
struct Row: Identifiable, Hashable, Codable, Sendable {
  let id: Int
}

typealias Rows = Feed<Row, Int>
typealias Script = ScriptedSource<Row, Int>

extension Rows.Page {
  /// A page with the rows of `range`.
  init(_ range: Range<Int>, next: Int?) {
    self.init(items: range.map(Row.init), next: next)
  }
}

/// Answers every request at once: `count` rows, by offset.
struct Endless: PageSource {
  var count = Int.max

  func page(for request: Rows.Request) async throws -> Rows.Page {
    let start = request.position.cursor ?? 0
    let end = min(count, start + request.size)
    return Rows.Page(start..<end, next: end < count ? end : nil)
  }
}

/// Says yes to all edits.
struct Yes: EditSink {
  func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? { nil }
}

/// Pages of three, prefetch distance 2.
let small = Rows(pageSize: 3, prefetchDistance: 2, edits: .optimistic)
