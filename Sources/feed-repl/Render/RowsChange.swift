import FeedEffects
import FeedReducer

/// How one list of rows differs from another.
struct RowsChange {
  /// The rows that only the new list has, in its order.
  var added: [JSONRow] = []

  /// The rows that only the old list has, in its order.
  var removed: [JSONRow] = []

  /// The rows that both have with different values, in their new form.
  var changed: [JSONRow] = []

  /// Compares two lists.
  ///
  /// - Complexity: O(*n*) in the rows of both.
  init(from old: ItemList<JSONRow>, to new: ItemList<JSONRow>) {
    for row in new {
      guard let before = old[id: row.id] else {
        added.append(row)
        continue
      }
      if before != row { changed.append(row) }
    }
    if old.count + added.count > new.count {
      removed = old.filter { !new.contains(id: $0.id) }
    }
  }

  /// The difference as it is shown: `+ 11 Anakin Skywalker … 20 Yoda`.
  var text: String {
    [("+", added), ("-", removed), ("changed", changed)]
      .filter { !$0.1.isEmpty }
      .map { "\($0.0) \(Self.text($0.1))" }
      .joined(separator: " · ")
  }

  private static func text(_ rows: [JSONRow]) -> String {
    guard let first = rows.first, let last = rows.last, rows.count > 1 else {
      return rows.first?.text ?? ""
    }
    return rows.count == 2 ? "\(first.text), \(last.text)" : "\(first.text) … \(last.text)"
  }
}
