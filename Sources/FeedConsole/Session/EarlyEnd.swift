import FeedHTTP
import FeedReducer

/// An early end of a load: the server repeats its cursors or brings no new row.
struct EarlyEnd: Equatable {
  let kind: LoadKind

  /// The reason, never `exhausted`.
  let reason: LoadState.End

  /// The cursor that came with the last page.
  let cursor: PageCursor?

  /// The reason, what to do about it, and the cursor.
  var text: String {
    "\(message)" + (cursor.map { " — the cursor is \($0.text.shortened(to: 60))" } ?? "")
  }

  private var message: FeedRefusal { .ended(kind: kind, reason: reason) }

  /// The same as JSON, with the cursor in full.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "reason": .string(reason.rawValue),
      "message": .string("\(message)"),
    ]
    if let cursor { members["cursor"] = JSONText.value(cursor) }
    return .object(members)
  }
}

extension StepReport {
  /// The loads that this step ended although the server did not report an end.
  var endings: [EarlyEnd] {
    LoadKind.allCases.compactMap { kind in
      guard let reason = entry.state.feed[kind].end, reason != .exhausted,
        before.state.feed[kind].end != reason
      else { return nil }
      return EarlyEnd(kind: kind, reason: reason, cursor: entry.cursor(for: kind))
    }
  }
}

extension Entry {
  /// The cursor with which a load of `kind` would continue after the page of this step.
  fileprivate func cursor(for kind: LoadKind) -> PageCursor? {
    guard case .action(.pageLoaded(_, let page)) = event else { return nil }
    return kind == .prepend ? page.previous : page.next
  }
}
