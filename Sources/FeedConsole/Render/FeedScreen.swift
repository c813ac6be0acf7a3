import FeedHTTP
import FeedReducer

/// What a user of the feed sees, from top to bottom: notes above the list, its rows, notes below it.
///
/// It makes a row when it is asked for, so a list of any length costs only what shows of it.
struct FeedScreen {
  /// A row of the screen.
  enum Row: Equatable {
    /// A row of the list, perhaps of another query than the one that was typed, or one that the user looks at.
    case item(index: Int, row: JSONRow, edit: Edit?, isStale: Bool, isReader: Bool)

    /// Work that goes on: a spinner with its text.
    case busy(String)

    /// A failure. `key` is the gesture that leads on.
    case failure(String, gesture: String)

    /// A gap between two rows, which loads when it is tapped.
    case gap(id: Ticket)

    /// Anything else that the list tells: its end, that it is empty.
    case note(String)
  }

  /// An edit of a row, and how it stands.
  struct Edit: Equatable {
    let text: String

    /// Whether it waits for a decision. Any other shows, and the server has not answered.
    let hasFailed: Bool
  }

  /// The rows that the user looks at; nil before any was reported.
  let reader: Range<Int>?

  /// The number of rows of the list.
  var itemCount: Int { rows.items.count }

  private let rows: RowsAndGaps<JSONRow, PageCursor>

  /// What is shown over the rows instead of above them; empty unless it was asked for.
  let overlay: [Row]

  /// What shows of each gap between the rows.
  private let gaps: [Ticket: Row]

  private let top: [Row]
  private let bottom: [Row]
  private let edits: [JSONRow.ID: Edit]
  private let isStale: Bool

  /// Creates the screen of a state. With `overlaid` the notes above the list take no rows of their own,
  /// so the rows stay where they are while the list refreshes.
  init(_ state: Session.State, overlaid: Bool = false) {
    rows = state.display.rowsAndGaps
    reader = state.reader
    let pending = state.feed.pendingEdits.map {
      ($0.edit.id, Edit(text: $0.state.text, hasFailed: false))
    }
    let failed = state.feed.failedEdits.map {
      ($0.edit.id, Edit(text: $0.failure.cause, hasFailed: true))
    }
    edits = Dictionary(pending + failed) { $1 }
    isStale = state.isStale
    top = overlaid ? [] : (state.queryText.map { [.note("query \($0)")] } ?? []) + state.topRows
    overlay = overlaid ? state.topRows : []
    bottom = state.bottomRows
    gaps = Dictionary(rows.gaps.map { ($0.id, state.row(of: $0)) }) { $1 }
  }

  /// The number of all rows of the screen.
  var count: Int { top.count + rows.count + bottom.count }

  /// The row at `position`, which must be below ``count``.
  subscript(position: Int) -> Row {
    let place = position - top.count
    if place < 0 { return top[position] }
    if place >= rows.count { return bottom[place - rows.count] }
    let row: JSONRow
    switch rows[place] {
    case .row(let item): row = item
    case .gap(let gap): return gaps[gap.id] ?? .gap(id: gap.id)
    }
    let index = rows.itemIndices(in: place..<place + 1).lowerBound
    return .item(
      index: index, row: row, edit: isStale ? nil : edits[row.id], isStale: isStale,
      isReader: reader?.contains(index) == true)
  }

  /// The position of the row of the list at `index`.
  func position(ofItem index: Int) -> Int { top.count + rows.position(ofItem: index) }
}

// MARK: - Above and below the list

extension Session.State {
  fileprivate var topRows: [FeedScreen.Row] {
    if items.isEmpty || search?.isTyping == true { return [] }
    if isStale { return row(of: feed.refresh, busy: "searching") }
    return row(of: feed.refresh, busy: "refreshing")
      + row(of: feed.prepend, busy: "loading the rows before")
  }

  /// The query, with what is being typed; nil for the whole list.
  var queryText: String? {
    guard let search, let query = search.query, !query.isEmpty || search.isStale else { return nil }
    let text = query.isEmpty ? "none" : query.text
    return search.isTyping ? "\(text), typing" : text
  }

  fileprivate var bottomRows: [FeedScreen.Row] {
    if isStale, !items.isEmpty { return [.note("rows of the query before")] }
    if !items.isEmpty {
      if let end = feed.append.end { return [endRow(end)] }
      return row(of: feed.append, busy: "loading more")
    }
    if feed.isStopped { return [.note("stopped; start shows the feed again")] }
    let loads = row(of: feed.refresh, busy: "loading") + row(of: feed.append, busy: "loading more")
    if !loads.isEmpty { return loads }
    if feed.generation == 0 { return [.note("not started yet")] }
    if !feed.isEmpty { return [] }
    return [.note(queryText.map { "no row for \($0)" } ?? "there is nothing here")]
  }

  fileprivate func row(of gap: JSONFeed.Gap) -> FeedScreen.Row {
    gap.load.end == .stalled
      ? .failure("several pages added no row", gesture: "fill \(gap.id)")
      : row(of: gap.load, busy: "loading the rows between").first ?? .gap(id: gap.id)
  }

  private func endRow(_ end: LoadState.End) -> FeedScreen.Row {
    switch end {
    case .exhausted: .note("the end of the list")
    case .cycle: .failure("the server repeats its pages", gesture: "refresh")
    case .stalled: .failure("several pages added no row", gesture: "load more")
    }
  }

  private func row(of load: LoadState, busy: String) -> [FeedScreen.Row] {
    switch load {
    case .loading: [.busy(busy)]
    case .waiting(let ticket, _): [.failure(waitText(ticket), gesture: "try now")]
    case .offline: [.failure("there is no network", gesture: "try again")]
    case .failed(let failure): [.failure(failure.cause, gesture: "try again")]
    case .idle, .ended: []
    @unknown default: []
    }
  }

  private func waitText(_ ticket: Ticket) -> String {
    "it failed" + (timeLeft(of: ticket).map { ", and tries again in \($0)" } ?? "")
  }

  /// How long the timer with this ticket still waits; nil if there is none.
  func timeLeft(of ticket: Ticket) -> String? {
    pending.first { $0.ticket == ticket }?.due.map { max(.zero, $0 - clock).text }
  }
}

extension EditState {
  fileprivate var text: String {
    isSending ? "saving" : timer != nil ? "not saved, tries again" : "not saved yet"
  }
}

// MARK: - As text

extension FeedScreen.Row {
  /// The row as a line. `numbers` is the width of the indices. A bar is beside the rows that the user
  /// looks at, and a mark beside the one that keys act on. With `keys` the gesture that leads on is named
  /// by its key, and comes first: the rest may be cut to `width`. An edit shows behind a title that is cut.
  func line(
    numbers: Int, isMarked: Bool = false, keys: Bool = false, width: Int = .max
  ) -> Line {
    let space = String(repeating: " ", count: numbers)
    switch self {
    case .item(let index, let row, let edit, let isStale, let isReader):
      let number = String("\(space)\(index)".suffix(numbers))
      let sign = isMarked ? "▸ " : isReader ? "▎ " : "  "
      let line = Line(sign + number + (isStale ? "~ " : "  "), style: .faint)
      let title = Line(row.title ?? row.id.rawValue, style: isStale ? .faint : .plain)
      let mark = edit?.line(keys: keys) ?? ""
      let needed = Line(pieces: Array(mark.pieces.prefix(2))).mostColumns
      let rest = mark.pieces.count > 2 ? 2 : 0
      let room = max(8, width - line.mostColumns - needed - rest)
      return line + (mark.pieces.first?.text.isEmpty == false ? title.cut(to: room) : title) + mark
    case .busy(let text): return Line("\(space)    ⟳ \(text) …", style: .name)
    case .failure(let text, let gesture) where keys:
      let key = ["refresh": "[r] refresh", "load more": ":loadMore"][gesture] ?? "[t] retry"
      return Line("\(space)    ✗ ", style: .bad) + Line(key, style: .heading)
        + Line("  \(text)", style: .bad)
    case .failure(let text, let gesture):
      return Line("\(space)    ✗ \(text)", style: .bad) + Line("  [\(gesture)]", style: .heading)
    case .gap(let id):
      return Line("\(space)    ┄ rows may be missing here ┄", style: .faint)
        + Line("  [fill \(id)]", style: .heading)
    case .note(let text): return Line("\(space)    — \(text) —", style: .faint)
    }
  }

  var json: JSONValue {
    switch self {
    case .item(let index, let row, let edit, let isStale, _):
      [
        "kind": "row", "index": .integer(index), "id": .string(row.id.rawValue),
        "text": .string(row.title ?? row.id.rawValue),
        "edit": edit.map { .string($0.text) } ?? .null, "isStale": .bool(isStale),
      ]
    case .busy(let text): ["kind": "busy", "text": .string(text)]
    case .failure(let text, let gesture):
      ["kind": "failure", "text": .string(text), "gesture": .string(gesture)]
    case .gap(let id): ["kind": "gap", "id": .integer(id.rawValue)]
    case .note(let text): ["kind": "note", "text": .string(text)]
    }
  }
}

extension FeedScreen.Edit {
  fileprivate func line(keys: Bool) -> Line {
    if !hasFailed { return Line("  ✎ \(text)", style: .name) }
    return keys
      ? Line("  ✗ ", style: .bad) + Line("[t] resend", style: .heading)
        + Line("  \(text)", style: .bad)
      : Line("  ✗ \(text)", style: .bad) + Line("  [resend, dismiss]", style: .faint)
  }
}
