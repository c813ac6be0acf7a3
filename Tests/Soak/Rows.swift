import FeedEffects
import FeedHTTP
import FeedReducer

/// The row of all feeds, in memory and over HTTP.
struct Row: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  let name: String
}

typealias Rows = Feed<Row, PageCursor>
