import FeedEffects
import FeedHTTP
import FeedReducer

/// The difference between two lists of rows.
struct RowsChange {
  /// The rows that only the new list has, in its order.
  var added: [JSONRow] = []

  /// The rows that only the old list has, in its order.
  var removed: [JSONRow] = []

  /// The new form of the rows that both lists have with different values.
  var changed: [JSONRow] = []

  /// Compares two lists without visiting the parts that they share.
  init(from old: ItemList<JSONRow>, to new: ItemList<JSONRow>) {
    let difference = new.difference(from: old)
    added = difference.insertions.map { new[$0] }
    removed = difference.removals.map { old[$0] }
    changed = difference.updates.map { new[$0] }
  }

  /// The difference as text: `+ 11 Anakin Skywalker … 20 Yoda`.
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
