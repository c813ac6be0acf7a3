import FeedHTTP
import FeedReducer

// Where a reading begins, and where another one goes on.

extension Pull {
  /// What is said of the place where another reading goes on; nil at the end, and where none would write each row
  /// that is left once.
  var wayBack: String? {
    // A server that ignores the parameter, or has forgotten the cursor, sends the first page for it.
    if let code = failure?.code, [.ignoredParameter, .invalidCursor].contains(code) { return nil }
    // Behind a second start there are rows that were written before it.
    if hasRestarted, state.items.count < tally.rows { return nil }
    if isLimited, let last, last.hasRowsLeft { return wayBack(into: last) }
    guard state.append.end == nil || state.append.end == .stalled,
      let cursor = (state.nextPosition ?? asked).cursor
    else { return nil }
    return text(readingOnAt: cursor)
  }

  /// What is said of a page of which rows are left.
  private func wayBack(into page: LastPage) -> String {
    if let cursor = page.firstLeft(of: source.api) { return text(readingOnAt: cursor) }
    // Another reading leaves out the row whose key the cursor is, as well.
    var again = Set(page.page.items.prefix(page.seen).map(\.id))
    if let id = page.position.cursor.flatMap({ source.api?.id(ofKey: $0) }) { again.remove(id) }
    let rows = again.count == 1 ? "row of that page was" : "\(again.count) rows of that page were"
    let note = again.isEmpty ? "" : " (the first \(rows) written already)"
    guard let cursor = page.position.cursor else {
      return "go on from the start\(note), without --resume-at"
    }
    return text(readingOnAt: cursor, note: note)
  }

  private func text(readingOnAt cursor: PageCursor, note: String = "") -> String {
    do throws(Problem) {
      guard let api = source.api else {
        guard cursor.description.isOneLine else { throw "its cursor has control characters" }
        return "go on where it stopped\(note): --resume-at \(cursor.description.asShellWord)"
      }
      return "go on where it stopped\(note): \(try api.options(readingOnAt: cursor))"
    } catch {
      return "where it stopped can't be printed: \(error.message)"
    }
  }

  /// A feed without rows whose next page is at a place that an earlier reading has printed.
  func snapshot(at place: String) throws(Problem) -> JSONFeed.Snapshot {
    let cursor = try source.api?.cursor(at: place) ?? .token(place)
    if let id = source.api?.id(ofKey: cursor) { written.insert(id) }
    return JSONFeed.Snapshot(
      version: JSONFeed.State.snapshotVersion, identity: state.identity, items: [], pages: [],
      next: .after(cursor: cursor), previous: nil, lastTicket: 0)
  }
}

extension Pull {
  /// The page that came last, as far as its rows are written.
  struct LastPage {
    let position: JSONFeed.Position
    let page: JSONFeed.Page

    /// How many of its rows were written, or left out since they came before.
    var seen = 0

    /// Whether any of the others did not come before.
    var hasRowsLeft = false

    /// The cursor of the first row that is left; nil if only pages have cursors.
    func firstLeft(of api: RemoteSource?) -> PageCursor? {
      guard let api, api.pages.countsEachRow else { return nil }
      // Rows that have moved change what is before the page, and not what is behind it.
      if case .offset(let next, _)? = page.next { return .offset(next - page.items.count + seen) }
      if case .offset(let start, _)? = position.cursor { return .offset(start + seen) }
      let isFirst = position == .start && api.hasOffsets
      return isFirst ? .offset(api.pages.firstPlace + seen) : nil
    }
  }
}

extension RemoteSource {
  /// The id of the row whose key a cursor is, which some servers send again; nil if cursors are no ids.
  fileprivate func id(ofKey cursor: PageCursor) -> JSONRow.ID? {
    guard let style, case .keyset(style.id) = style.paging else { return nil }
    return switch cursor {
    case .token(let text), .json(.string(let text)): JSONRow.ID(rawValue: text)
    case .json(.integer(let number)): JSONRow.ID(rawValue: "\(number)")
    default: nil
    }
  }
}
