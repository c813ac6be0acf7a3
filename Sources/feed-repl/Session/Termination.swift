import FeedEffects
import FeedHTTP
import FeedReducer

/// The end of a load that nobody asked for: the server goes round in circles or brings nothing new.
struct Ending: Equatable {
  /// What ended.
  let kind: LoadKind

  /// Why.
  let reason: LoadState.End

  /// The cursor that came with the last page.
  let cursor: PageCursor?

  /// Why, what to do, and where: the reason for which nothing loads from now on.
  var text: String {
    "\(message)" + (cursor.map { " — the cursor is \($0.description.shortened(to: 60))" } ?? "")
  }

  private var message: FeedRefusal { .ended(kind: kind, reason: reason) }

  /// The ending as JSON, with the cursor in full.
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
  /// The loads that this step ended although the server has not said that there is no more.
  var endings: [Ending] {
    LoadKind.allCases.compactMap { kind in
      guard let reason = entry.state.end(of: kind), reason != .exhausted,
        before.state.end(of: kind) != reason
      else { return nil }
      return Ending(kind: kind, reason: reason, cursor: entry.cursor(for: kind))
    }
  }
}

extension JSONFeed.State {
  fileprivate func end(of kind: LoadKind) -> LoadState.End? {
    switch kind {
    case .refresh: refresh.end
    case .append: append.end
    case .prepend: prepend.end
    }
  }
}

extension Entry {
  /// The cursor from which a load of `kind` would go on after the page of this step.
  fileprivate func cursor(for kind: LoadKind) -> PageCursor? {
    guard case .action(.pageLoaded(_, let page)) = event else { return nil }
    return kind == .prepend ? page.previous : page.next
  }
}
