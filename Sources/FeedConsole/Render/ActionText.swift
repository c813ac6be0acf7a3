import FeedHTTP
import FeedReducer

extension JSONFeed.Action {
  /// The action as text: `itemAppeared(index: 4)`. A page appears as its number of rows and
  /// cursors.
  var text: String {
    switch self {
    case .visible(let range): "visible(range: \(range))"
    case .retryTapped(let kind): "retryTapped" + (kind.map { "(kind: \($0))" } ?? "")
    case .errorDismissed(let kind): "errorDismissed" + (kind.map { "(kind: \($0))" } ?? "")
    case .pageLoaded(let ticket, let page): "pageLoaded(ticket: \(ticket), \(page.text))"
    case .failed(let ticket, let failure): "failed(ticket: \(ticket), \(failure.text))"
    case .edit(let change): "edit(\(change.text))"
    case .editCommitted(let ticket, let item):
      "editCommitted(ticket: \(ticket)" + (item.map { ", item: \($0.text)" } ?? "") + ")"
    case .editFailed(let ticket, let failure): "editFailed(ticket: \(ticket), \(failure.text))"
    case .restored(let snapshot, let age):
      "restored(\(snapshot.items.count.counted("row")), age: \(age.text))"
    // The rest has only numbers and ids, as Swift writes them.
    default: "\(self)"
    }
  }
}

extension JSONFeed.Effect {
  /// The effect as text: `load 2 append page 2`.
  var text: String {
    switch self {
    case .load(let request): request.text
    case .cancel(let ticket): "cancel \(ticket)"
    case .schedule(let ticket, let after): "schedule \(ticket) after \(after.text)"
    case .send(let edit): edit.text
    case .drop(let edit): "drop \(edit.ticket) \(edit.change.text)"
    }
  }

  /// The effect among those of the same step: `cancel 2 (removal of 4 is given up)`. Beside that cancel the
  /// drop of the edit has no text.
  func text(among effects: [Self]) -> String? {
    switch self {
    case .cancel(let ticket):
      for case .drop(let edit) in effects where edit.ticket == ticket { return text + edit.loss }
      return text
    case .drop(let edit) where effects.contains(.cancel(ticket: edit.ticket)): return nil
    case .drop(let edit): return "drop \(edit.ticket)" + edit.loss
    default: return text
    }
  }
}

extension Entry {
  /// The effects of the step as text.
  var effectTexts: [String] {
    reaction.effects.compactMap { $0.text(among: reaction.effects) }
  }
}

extension JSONFeed.Edit {
  /// The edit as text: `send 2 remove 4`.
  var text: String { "send \(ticket) \(change.text)" }

  /// That it is lost: ` (removal of 4 is given up)`.
  fileprivate var loss: String {
    let noun =
      switch change {
      case .insert(let item, _): "insertion of \(item.text)"
      case .update(let item): "update of \(item.text)"
      case .remove(let id): "removal of \(id)"
      }
    return " (\(noun) is given up)"
  }
}

extension JSONFeed.Request {
  /// The request as text: `load 2 append page 2`.
  var text: String { "load \(ticket) \(kind) \(position.text)" }
}

extension JSONFeed.Position {
  /// The position as text: `start`, `page 2`.
  var text: String {
    switch self {
    case .start: "start"
    case .after(let cursor): cursor.text.shortened(to: 60)
    case .before(let cursor): "before \(cursor.text.shortened(to: 60))"
    }
  }
}

extension PageCursor {
  /// The cursor as text: `page 2`, a token, or a URL without the origin of the API: `/people?page=2`.
  var text: String {
    guard case .link = self, let scheme = description.firstRange(of: "://") else {
      return description
    }
    let path = description[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    return path.isEmpty ? description : String(path)
  }
}

extension JSONFeed.Page {
  fileprivate var text: String {
    var parts = [items.count.counted("row")]
    parts.append(next.map { "next: \($0.text.shortened(to: 60))" } ?? "no next")
    if let previous { parts.append("previous: \(previous.text.shortened(to: 60))") }
    if let total { parts.append("total: \(total)") }
    return parts.joined(separator: ", ")
  }
}

extension JSONFeed.Change {
  /// The change as text: `update 4 Darth Vader`.
  var text: String {
    switch self {
    case .insert(let item, let before):
      "insert \(item.text)" + (before.map { " before \($0)" } ?? "")
    case .update(let item): "update \(item.text)"
    case .remove(let id): "remove \(id)"
    }
  }
}

extension JSONRow {
  /// The row as text: `4 Darth Vader`.
  var text: String {
    let id = id.rawValue.shortened(to: 24)
    return title.map { "\(id) \($0.shortened(to: 40))" } ?? id
  }
}

extension FeedFailure {
  /// The failure as text: `http 404: not found`.
  var text: String { "\(shortText): \(cause)" }

  /// The message. A URL that it begins with is behind what happened: the rest of a line may be cut.
  var cause: String {
    let url = message.prefix { $0 != " " }
    guard url.contains("://"), url.count < message.count else { return message }
    return "\(message.dropFirst(url.count + 1)) (\(url))"
  }
}
