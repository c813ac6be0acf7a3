package import FeedReducer
import FeedTesting

/// A row of the server in a ``SimulatedFeed``.
///
/// Ids follow the order of the server's list: a row further down has a greater id.
package struct ModelRow: Identifiable, Hashable, Codable, Sendable {
  /// The id, unique on the server.
  package let id: Int

  /// 0, or 1 for a row that had changed when the server sent it.
  package var value: Int

  /// Creates a row; an unchanged one unless `value` is given.
  package init(id: Int, value: Int = 0) {
    self.id = id
    self.value = value
  }
}

/// The feed type that a ``SimulatedFeed`` explores.
package typealias ModelFeed = Feed<ModelRow, Int>
