import FeedReducer

extension Server {
  /// A change of the server that comes from elsewhere, not from an edit of the feed.
  enum Change: Equatable {
    /// So many new rows appear at an index.
    case insert(count: Int, at: Int)

    case delete(count: Int, at: Int)

    /// So many rows get another title.
    case update(count: Int, at: Int)

    /// Pages have so many rows; nil for as many as a request asks for.
    case pageSize(Int?)

    /// The server does not answer.
    case down

    case up

    /// An answer takes so long.
    case latency(Duration)

    /// The first request asks for the page with this row.
    case from(row: Int)

    /// The server is again as it was at first.
    case reset
  }
}

extension Server.Change {
  /// The command that makes the change: `server insert 3 at 0`.
  var text: String {
    let change =
      switch self {
      case .insert(let count, let index): "insert \(count) at \(index)"
      case .delete(let count, let index): "delete \(count) at \(index)"
      case .update(let count, let index): "update \(count) at \(index)"
      case .pageSize(let size): "page-size " + (size.map { "\($0)" } ?? "none")
      case .down: "down"
      case .up: "up"
      case .latency(let duration): "latency \(duration.text)"
      case .from(let row): "from \(row)"
      case .reset: "reset"
      }
    return "server \(change)"
  }
}

extension Server {
  /// Applies a change. Its rows must exist.
  ///
  /// - Complexity: O(*n*) in the rows.
  mutating func apply(_ change: Change) {
    switch change {
    case .insert(let count, let index): insert(count, at: index)
    case .delete(let count, let index): delete(count, at: index)
    case .update(let count, let index):
      for index in index..<index + count { rename(at: index) }
    case .pageSize(let size): pageSize = size
    case .down: isUp = false
    case .up: isUp = true
    case .latency(let duration): latency = duration
    case .from(let row): start = row
    case .reset: self = Server()
    }
    switch change {
    case .insert, .delete, .pageSize: hasShifted = true
    default: break
    }
  }

  /// What it has and how it answers: `85 rows, down, latency 1s`.
  var text: String {
    var parts = [rows.count.counted("row")]
    if let pageSize { parts.append("pages of \(pageSize)") }
    if start > 0 { parts.append("from row \(start)") }
    if !isUp { parts.append("down") }
    if latency > .zero { parts.append("latency \(latency.text)") }
    return parts.joined(separator: ", ")
  }
}
