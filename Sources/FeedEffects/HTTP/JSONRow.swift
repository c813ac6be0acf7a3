public import FeedReducer

/// A row of which only the id and a title are known; the rest is JSON. For tools.
public struct JSONRow: Identifiable, Hashable, Sendable, Codable {
  /// The row's id as text.
  public var id: String

  /// What to show of the row, if something was found.
  public var title: String?

  /// The whole row as the server sent it.
  public var value: JSONValue

  /// Creates a row.
  public init(id: String, title: String? = nil, value: JSONValue = .null) {
    self.id = id
    self.title = title
    self.value = value
  }
}

/// A feed of rows of which nothing is known, over HTTP.
public typealias JSONFeed = Feed<JSONRow, PageCursor>
