extension Feed {
  /// Edits that the server has not answered, over the rows as the server sent them.
  package indirect enum Edits: Equatable {
    /// There are none: the rows that show are the server's.
    case none

    /// There are some.
    case some(EditLog)
  }

  /// The rows as the server sent them, and what a person did to them since.
  package struct EditLog: Equatable {
    package internal(set) var base: ItemList<Item>
    package internal(set) var pending: [PendingEdit] = []
    package internal(set) var removed: [Removed] = []
    package internal(set) var renamed: [Renamed] = []
  }

  /// A row that got another id when the server took it; pending edits still speak of the old one.
  package struct Renamed: Equatable {
    package let old: Item.ID
    package let new: Item.ID
  }

  /// A row whose removal the server confirmed while what was sent before that is unanswered.
  package struct Removed: Equatable {
    package let id: Item.ID
    package let lastTicket: Ticket
  }
}

extension Feed.Edits {
  /// The log, or nil where there are no edits.
  package var log: Feed.EditLog? {
    if case .some(let log) = self { log } else { nil }
  }

  /// The page without rows whose removal was confirmed after the page had been asked for.
  func withoutRemoved(_ page: Feed.Page, askedAs ticket: Ticket) -> Feed.Page {
    guard case .some(let log) = self, !log.removed.isEmpty else { return page }
    var page = page
    page.items.removeAll { wasRemoved($0.id, since: ticket) }
    return page
  }

  /// Whether the server confirmed the removal of a row after `ticket` was given.
  func wasRemoved(_ id: Item.ID, since ticket: Ticket) -> Bool {
    log?.removed.contains { $0.id == id && $0.lastTicket >= ticket } == true
  }
}

extension Feed.State {
  /// The rows as the server sent them.
  var base: ItemList<Item> { edits.log?.base ?? items }

  /// The edits that the server has not answered, oldest first.
  public var pendingEdits: [Feed.PendingEdit] { edits.log?.pending ?? [] }

  /// Changes the server's rows, and shows the pending edits over the result.
  mutating func changeRows<Result>(_ change: (inout ItemList<Item>) -> Result) -> Result {
    defer { if case .some = edits { showEdits() } }
    return changeBase(change)
  }

  /// Changes the server's rows only: in place where there are no edits.
  @discardableResult
  mutating func changeBase<Result>(_ change: (inout ItemList<Item>) -> Result) -> Result {
    guard var log = edits.log else { return change(&items) }
    defer { edits = .some(log) }
    return change(&log.base)
  }

  /// Shows the server's rows with the pending edits, and lets go of what no longer matters.
  mutating func showEdits() {
    guard var log = edits.log else { return }
    let shown = items
    items.show(log.base)
    for edit in log.pending { items.apply(edit.change, shown, log.renamed) }
    let oldest = oldestUnanswered
    log.removed.removeAll { removed in oldest.map { $0 > removed.lastTicket } ?? true }
    if log.pending.isEmpty { log.renamed = [] }
    edits = log.pending.isEmpty && log.removed.isEmpty ? .none : .some(log)
  }

  /// The ticket of the oldest request or edit whose answer is still to come.
  var oldestUnanswered: Ticket? {
    (LoadKind.allCases.compactMap { self[$0].request } + pendingEdits.map { $0.ticket }).min()
  }

  /// Notes that a row has another id now, for the pending edits that speak of the old one.
  mutating func rename(_ old: Item.ID, to new: Item.ID) {
    guard old != new, var log = edits.log else { return }
    log.renamed.append(Feed.Renamed(old: old, new: new))
    edits = .some(log)
  }

  /// Takes the edit with `ticket` from the pending ones; nil if there is none.
  mutating func takeEdit(_ ticket: Ticket) -> Feed.Change? {
    guard var log = edits.log, let index = log.pending.firstIndex(where: { $0.ticket == ticket })
    else { return nil }
    let change = log.pending.remove(at: index).change
    edits = .some(log)
    return change
  }

  /// Counts a row that came (`change` 1) or went (-1) at `place` among its page's rows.
  mutating func countRow(at place: Int, _ change: Int) {
    var start = 0
    for index in pages.indices {
      start += pages[index].count
      let isLast = index == pages.count - 1
      if place < start || (isLast && change > 0) {
        pages[index].count += change
        return
      }
    }
    if change > 0 { pages.append(contentsOf: [Feed.PageRecord(count: change, position: .start)]) }
  }
}

extension Array {
  /// The id that the row with `id` has now.
  func resolve<Item, Cursor>(_ id: Item.ID) -> Item.ID
  where Element == Feed<Item, Cursor>.Renamed {
    last { $0.old == id }?.new ?? id
  }
}

extension ItemList where Element: Equatable {
  /// Where a row goes that is to stand in front of the row with the id `before`.
  ///
  /// At the end if that is nil. If no row has that id any more, where the row shows: by the
  /// nearest row of `shown` after it, or else before it, that is here, too.
  func place<Cursor>(
    before: Element.ID?, of id: Element.ID, in shown: ItemList,
    _ renamed: [Feed<Element, Cursor>.Renamed]
  ) -> Int {
    guard let before else { return count }
    if let place = index(id: before) ?? index(id: renamed.resolve(before)) { return place }
    guard let row = shown.index(id: id) else { return 0 }
    for next in shown[(row + 1)...] {
      if let place = index(id: next.id) { return place }
    }
    for previous in shown[..<row].reversed() {
      if let place = index(id: previous.id) { return place + 1 }
    }
    return 0
  }

  /// Changes the list as a person did. A change of a row that is not there changes nothing.
  mutating func apply<Cursor>(
    _ change: Feed<Element, Cursor>.Change, _ shown: ItemList,
    _ renamed: [Feed<Element, Cursor>.Renamed]
  ) {
    switch change {
    case .insert(let item, let before):
      if update(item) == nil {
        insert(item, at: place(before: before, of: item.id, in: shown, renamed))
      }
    case .update(let item):
      if update(item) == nil { replace(id: renamed.resolve(item.id), with: item) }
    case .remove(let id):
      if remove(id: id) == nil { remove(id: renamed.resolve(id)) }
    }
  }
}

extension Feed.EditLog {
  /// The pending edits, where they can speaking of rows by the ids that those have now.
  ///
  /// (A new value can't be given another id; it holds again when the server has answered.)
  var pendingUnderNewIDs: [Feed.PendingEdit] {
    pending.map { edit in
      var edit = edit
      switch edit.change {
      case .remove(let id): edit.change = .remove(id: renamed.resolve(id))
      case .insert(let item, let before?):
        edit.change = .insert(item: item, before: renamed.resolve(before))
      default: break
      }
      return edit
    }
  }
}

extension Feed.Edits: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.EditLog: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.Removed: Sendable where Item.ID: Sendable {}
extension Feed.Renamed: Sendable where Item.ID: Sendable {}
