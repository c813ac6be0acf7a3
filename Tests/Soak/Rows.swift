import FeedEffects
import FeedHTTP
import FeedReducer

/// A row of the feeds, in memory and over HTTP.
struct Row: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  let name: String
}

typealias Rows = Feed<Row, PageCursor>
