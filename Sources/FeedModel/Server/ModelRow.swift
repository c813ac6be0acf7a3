package import FeedReducer
import FeedTesting

/// A row of the server in a ``SimulatedFeed``.
///
/// Ids follow the order of the server's list: what stands further down has a greater id.
package struct ModelRow: Identifiable, Hashable, Codable, Sendable {
  /// The id, which no two rows of the server share.
  package let id: Int

  /// How often the row had changed when it was read.
  package var value: Int

  /// Creates a row.
  package init(id: Int, value: Int = 0) {
    self.id = id
    self.value = value
  }
}

/// The feed that a ``SimulatedFeed`` explores.
package typealias ModelFeed = Feed<ModelRow, Int>
