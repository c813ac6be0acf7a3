extension Feed {
  /// Edits that the server has not answered, over the rows as the server sent them.
  package indirect enum Edits: Equatable {
    /// There are none: the rows that show are the server's.
    case none

    /// The same, but some were refused.
    case refused([FailedEdit])

    /// There are some.
    case some(EditLog)
  }

  /// The rows as the server sent them, and what a person did to them since.
  package struct EditLog: Equatable {
    package internal(set) var base: ItemList<Item>
    package internal(set) var pending: [PendingEdit] = []
    package internal(set) var confirmed: [Confirmed] = []
    package internal(set) var renamed: [Renamed] = []
    package internal(set) var refused: [FailedEdit] = []
  }

  /// A row that got another id when the server took it; pending edits still speak of the old one.
  package struct Renamed: Equatable {
    package let old: Item.ID
    package let new: Item.ID
  }
}

extension Feed.Edits {
  /// The log, or nil where there are no edits.
  package var log: Feed.EditLog? {
    if case .some(let log) = self { log } else { nil }
  }
}

extension Feed.State {
  /// The rows as the server sent them.
  var base: ItemList<Item> { edits.log?.base ?? items }

  /// The edits that the server has not answered for good, oldest first. They show in the list.
  public var pendingEdits: [Feed.PendingEdit] { edits.log?.pending ?? [] }

  /// The rows that have another id now.
  var renamed: [Feed.Renamed] { edits.log?.renamed ?? [] }

  /// The id that the row with `id` has now.
  func currentID(_ id: Item.ID) -> Item.ID { renamed.resolve(id) }

  /// Changes the log of edits, which begins here if there is none.
  mutating func changeLog(_ change: (inout Feed.EditLog) -> Void) {
    var log = edits.log ?? Feed.EditLog(base: items, refused: refusedEdits)
    change(&log)
    edits = .some(log)
  }

  /// The edits that the server refused and of which nothing was decided yet, the last refused last.
  ///
  /// At most ``Feed/maxRefusedEdits``; the oldest go first.
  package var refusedEdits: [Feed.FailedEdit] {
    switch edits {
    case .none: []
    case .refused(let refused): refused
    case .some(let log): log.refused
    }
  }

  /// Keeps these refused edits, the last ones if there are too many.
  mutating func setRefused(_ refused: [Feed.FailedEdit]) {
    changeLog { log in
      log.refused = refused
      while log.refused.count > Feed.maxRefusedEdits {
        let oldest = log.refused.removeFirst().edit
        // What was changed in a new row is of no use without what made it.
        if case .insert = oldest.change { log.refused.removeAll { $0.edit.id == oldest.id } }
      }
    }
    closeLog()
  }

  /// Takes the refused edits of a row, oldest first. Where there are none, nothing changes.
  mutating func takeRefused(of id: Item.ID) -> [Feed.Edit] {
    var taken: [Feed.Edit] = []
    var kept: [Feed.FailedEdit] = []
    let current = currentID(id)
    for refused in refusedEdits {
      if refused.edit.id == id || refused.edit.id == current {
        taken.append(refused.edit)
      } else {
        kept.append(refused)
      }
    }
    if !taken.isEmpty { setRefused(kept) }
    return taken
  }

  /// Closes the log when what shows is the server's and nothing confirmed is to be held.
  mutating func closeLog() {
    guard case .some(let log) = edits, log.pending.isEmpty, log.confirmed.isEmpty else { return }
    edits = log.refused.isEmpty ? .none : .refused(log.refused)
  }

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
    guard let log = edits.log else { return }
    let shown = items
    items.show(log.base)
    for pending in log.pending { items.apply(pending.edit.change, shown, log.renamed) }
    closeLog()
  }

  /// Notes that a row has another id now, for the edits that speak of the old one.
  mutating func rename(_ old: Item.ID, to new: Item.ID) {
    if old == new { return }
    changeLog { log in
      log.renamed.append(Feed.Renamed(old: old, new: new))
      for index in log.pending.indices where log.pending[index].edit.id == old {
        log.pending[index].edit.id = new
      }
    }
  }

  /// Forgets that `id` was another row's before: a new row has it now.
  mutating func reuse(_ id: Item.ID) {
    guard renamed.contains(where: { $0.old == id }) else { return }
    let edits = pendingEdits.map { underNewIDs($0.edit) }
    changeLog { log in
      for index in edits.indices { log.pending[index].edit = edits[index] }
      log.renamed.removeAll { $0.old == id }
    }
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

// MARK: - The pending edits

extension Feed.State {
  /// The place of the pending edit of a row that is on its way, waits or has failed; else of the
  /// oldest. By the id that the row has now.
  func firstEdit(of id: Item.ID) -> Int? {
    guard let pending = edits.log?.pending else { return nil }
    return pending.firstIndex { $0.edit.id == id && $0.state != .queued }
      ?? pending.firstIndex { $0.edit.id == id }
  }

  /// The place of the edit with `ticket` if it is on its way to the server.
  func sendingEdit(_ ticket: Ticket) -> Int? {
    edits.log?.pending.firstIndex { $0.edit.ticket == ticket && $0.state.isSending }
  }

  /// The place of the edit that waits for the timer with `ticket`.
  func waitingEdit(_ ticket: Ticket) -> Int? {
    edits.log?.pending.firstIndex { $0.state.timer == ticket }
  }

  /// Notes how the pending edit at `index` stands.
  mutating func setEdit(at index: Int, to state: EditState) {
    changeLog { $0.pending[index].state = state }
  }

  /// Takes the edit at `index` from the pending ones.
  mutating func takeEdit(at index: Int) -> Feed.Edit {
    let edit = pendingEdits[index].edit
    changeLog { $0.pending.remove(at: index) }
    return edit
  }

  /// Adds edits to the pending ones, and shows them: behind them, or at `place`. They may be of an
  /// earlier run, or the server may have refused them.
  mutating func queue(_ added: [Feed.Edit], at place: Int? = nil) {
    if added.isEmpty { return }
    changeLog { log in
      var place = place ?? log.pending.count
      for edit in added {
        log.pending.insert(Feed.PendingEdit(edit: edit, state: .queued), at: place)
        place += 1
        if edit.change.id != edit.id, log.renamed.resolve(edit.change.id) != edit.id {
          log.renamed.append(Feed.Renamed(old: edit.change.id, new: edit.id))
        }
      }
    }
    showEdits()
  }

  /// The edit, where it can speaking of rows by the ids that those have now.
  ///
  /// (A new value can't be given another id; that is what ``Feed/Edit/id`` is for.)
  func underNewIDs(_ edit: Feed.Edit) -> Feed.Edit {
    var edit = edit
    switch edit.change {
    case .remove: edit.change = .remove(id: edit.id)
    case .insert(let item, let before?):
      edit.change = .insert(item: item, before: currentID(before))
    default: break
    }
    return edit
  }
}

extension Array {
  /// The id that the row with `id` has now.
  func resolve<Item, Cursor>(_ id: Item.ID) -> Item.ID
  where Element == Feed<Item, Cursor>.Renamed {
    last { $0.old == id }?.new ?? id
  }

  /// Where the row with `id` is in `list`, which may know it by the id that it has now, or by one that
  /// it had when a person changed it.
  func index<Item, Cursor>(of id: Item.ID, in list: ItemList<Item>) -> Int?
  where Element == Feed<Item, Cursor>.Renamed {
    let current = resolve(id)
    if let index = list.index(id: id) ?? list.index(id: current) { return index }
    for renamed in self where renamed.new == current {
      if let index = list.index(id: renamed.old) { return index }
    }
    return nil
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
    if let place = renamed.index(of: before, in: self) { return place }
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
      if let place = renamed.index(of: item.id, in: self) {
        replace(id: self[place].id, with: item)
      }
    case .remove(let id):
      if let place = renamed.index(of: id, in: self) { remove(id: self[place].id) }
    }
  }
}

extension Feed.Edits: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.EditLog: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.Renamed: Sendable where Item.ID: Sendable {}
