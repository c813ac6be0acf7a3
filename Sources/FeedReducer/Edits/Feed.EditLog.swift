// The edits of a feed: those that are pending or refused, and the ids that they changed.
extension Feed {
  /// The edits of a feed and the rows below them.
  @usableFromInline package indirect enum Edits: Equatable {
    /// There are no edits: the list shows the server's rows.
    case none

    /// No edit is pending, and some were refused.
    case refused([FailedEdit])

    /// Edits are pending, new rows stand behind the server's, or rows have new ids.
    case some(EditLog)
  }

  /// The rows as the server sent them, and what the user did to them since.
  @usableFromInline package struct EditLog: Equatable {
    /// The rows as the server sent them.
    @usableFromInline package internal(set) var serverRows: ItemList<Item>

    /// The edits that the server has not answered for good, oldest first.
    @usableFromInline package internal(set) var pending: [PendingEdit] = []

    /// New rows that the server accepted behind the last row of a list that goes on, in the list's order.
    @usableFromInline package internal(set) var newRows: [NewRow] = []

    /// Insertions up to this ticket are of a query that is no longer asked: they are sent, and do not show, since the rows
    /// are those of another one.
    @usableFromInline package internal(set) var hiddenInsertions = Ticket(rawValue: 0)

    /// New ids of rows that pending edits name by old ids, as they were made before the server gave the new ones.
    @usableFromInline package internal(set) var remappedIDs: [IDRemapping] = []

    /// The edits that the server refused, the last refused last.
    package internal(set) var refused: [FailedEdit] = []
  }

  /// A new row that stays last until a page brings it, or the row that it was put before.
  @usableFromInline package struct NewRow: Equatable {
    /// The server's version of the row.
    @usableFromInline package let row: Item

    /// The row that it was put before; nil for the end of the list.
    @usableFromInline package let before: Item.ID?

    /// The last ticket at that time. Responses to requests up to it may lack the row.
    @usableFromInline package let lastTicket: Ticket
  }

  /// A row that got a new id when the server accepted it.
  @usableFromInline package struct IDRemapping: Equatable {
    @usableFromInline package let old: Item.ID
    @usableFromInline package let new: Item.ID
  }

  /// How many refused edits are kept until they are retried or dismissed. The oldest are dropped: a user who
  /// is shown none would pile them up, in memory and in each snapshot.
  package static var maxRefusedEdits: Int { 100 }
}

extension Feed.Edits {
  /// The log, or nil if the list shows the server's rows.
  @usableFromInline package var log: Feed.EditLog? {
    if case .some(let log) = self { log } else { nil }
  }
}

extension Feed.EditLog {
  /// Whether the edit is a new row of a query that is no longer asked.
  func isHidden(_ edit: Feed.Edit) -> Bool {
    if case .insert = edit.change { edit.ticket <= hiddenInsertions } else { false }
  }
}

extension Feed.State {
  /// The edits that the server has not answered for good, oldest first. The list shows them.
  public var pendingEdits: [Feed.PendingEdit] { @inline(never) get { edits.log?.pending ?? [] } }

  /// Whether an edit is pending, or was refused and neither retried nor dismissed.
  var hasEdits: Bool { !pendingEdits.isEmpty || !refusedEdits.isEmpty }

  /// The rows that got a new id.
  var remappedIDs: [Feed.IDRemapping] { edits.log?.remappedIDs ?? [] }

  /// The id that the row with `id` has now.
  func currentID(_ id: Item.ID) -> Item.ID { remappedIDs.resolve(id) }

  /// Changes the log of edits, and creates it if there is none.
  mutating func changeLog(_ change: (inout Feed.EditLog) -> Void) {
    var log = logToChange
    change(&log)
    putBack(log)
  }

  @inline(never) private var logToChange: Feed.EditLog {
    edits.log ?? Feed.EditLog(serverRows: items, refused: refusedEdits)
  }

  @inline(never) private mutating func putBack(_ log: Feed.EditLog) { edits = .some(log) }

  /// The edits that the server refused and that were neither retried nor dismissed, the last refused
  /// last. At most ``Feed/maxRefusedEdits``.
  @usableFromInline package var refusedEdits: [Feed.FailedEdit] {
    @inline(never) get {
      switch edits {
      case .none: []
      case .refused(let refused): refused
      case .some(let log): log.refused
      }
    }
  }

  /// Stores these refused edits, without the oldest if there are too many; returns effects that name those.
  @discardableResult
  mutating func setRefused(_ refused: [Feed.FailedEdit]) -> [Feed.Effect] {
    changeLog { log in
      log.refused = refused
      while log.refused.count > Feed.maxRefusedEdits {
        let oldest = log.refused.removeFirst().edit
        // Later edits of a new row are of no use without its insertion.
        if case .insert = oldest.change { log.refused.removeAll { $0.edit.id == oldest.id } }
      }
    }
    closeLog()
    let kept = refusedEdits
    if kept.count == refused.count { return [] }
    var drops: [Feed.Effect] = []
    for old in refused where !kept.contains(old) { drops.append(.drop(edit: old.edit)) }
    return drops
  }

  /// Removes and returns the refused edits of a row, oldest first.
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

  /// Drops the log if no edit is pending, no confirmed change has to hold, and no new row stands last.
  mutating func closeLog() {
    guard case .some(let log) = edits, log.pending.isEmpty, confirmed.isEmpty, log.newRows.isEmpty
    else { return }
    edits = log.refused.isEmpty ? .none : .refused(log.refused)
  }

  /// Notes that a row got a new id, for the edits that name the old one.
  mutating func remapID(_ old: Item.ID, to new: Item.ID) {
    if old == new { return }
    changeLog { log in
      log.remappedIDs.append(Feed.IDRemapping(old: old, new: new))
      for index in log.pending.indices where log.pending[index].edit.id == old {
        log.pending[index].edit.id = new
      }
      for index in log.refused.indices {
        guard case .insert(let item, let before?) = log.refused[index].edit.change, before == old
        else { continue }
        log.refused[index].edit.change = .insert(item: item, before: new)
      }
    }
  }

  /// Forgets that `id` was the old id of another row, since a new row has it now.
  mutating func reuse(_ id: Item.ID) {
    guard remappedIDs.contains(where: { $0.old == id }) else { return }
    let edits = pendingEdits.map { withCurrentIDs($0.edit) }
    changeLog { log in
      for index in edits.indices { log.pending[index].edit = edits[index] }
      log.remappedIDs.removeAll { $0.old == id }
    }
  }
}

// MARK: - The failed edits

extension Feed.State {
  /// The edits that failed, oldest first: those that the server refused, and those that did not reach
  /// it. Retry or dismiss them by the id of their row.
  ///
  /// - Complexity: O(*e*) in the edits that are pending or were refused.
  public var failedEdits: [Feed.FailedEdit] {
    var failed: [Feed.FailedEdit] = []
    func add(_ edit: Feed.FailedEdit) {
      let earlier = failed.lastIndex { $0.edit.ticket < edit.edit.ticket }
      failed.insert(edit, at: earlier.map { $0 + 1 } ?? 0)
    }
    for edit in refusedEdits { add(edit) }
    for pending in pendingEdits {
      guard let failure = pending.state.failure else { continue }
      add(Feed.FailedEdit(edit: withCurrentIDs(pending.edit), failure: failure))
    }
    return failed
  }

  /// Why the last failed edit of this row failed; nil if none has, or all were retried or dismissed.
  ///
  /// - Complexity: O(*e*) in the edits that are pending or were refused.
  public func failure(of id: Item.ID) -> FeedFailure? {
    let current = currentID(id)
    return failedEdits.last { $0.edit.id == id || $0.edit.id == current }?.failure
  }
}

// MARK: - The pending edits

extension Feed.State {
  /// Whether an edit of this row is not answered for good: it is being sent, waits, or did not reach the server.
  ///
  /// - Complexity: O(*e*) in the edits that are pending.
  public func isPending(_ id: Item.ID) -> Bool {
    let current = currentID(id)
    return pendingEdits.contains { $0.edit.id == id || $0.edit.id == current }
  }

  /// The index of the row's pending edit that is being sent, waits or has failed; else of the oldest.
  ///
  /// - Parameter id: The id that the row has now.
  func firstEdit(of id: Item.ID) -> Int? {
    guard let pending = edits.log?.pending else { return nil }
    return pending.firstIndex { $0.edit.id == id && $0.state != .queued }
      ?? pending.firstIndex { $0.edit.id == id }
  }

  /// The index of the pending edit with `ticket` if it is being sent.
  func sendingEdit(_ ticket: Ticket) -> Int? {
    edits.log?.pending.firstIndex { $0.edit.ticket == ticket && $0.state.isSending }
  }

  /// The index of the pending edit that waits for the timer with `ticket`.
  func waitingEdit(_ ticket: Ticket) -> Int? {
    edits.log?.pending.firstIndex { $0.state.timer == ticket }
  }

  mutating func setEdit(at index: Int, to state: EditState) {
    changeLog { $0.pending[index].state = state }
  }

  /// Removes and returns the pending edit at `index`.
  mutating func takeEdit(at index: Int) -> Feed.Edit {
    let edit = pendingEdits[index].edit
    changeLog { $0.pending.remove(at: index) }
    return edit
  }

  /// Adds restored or refused edits to the pending ones, at the end or at `index`, and shows them.
  mutating func queue(_ added: [Feed.Edit], at index: Int? = nil) {
    if added.isEmpty { return }
    changeLog { log in
      var index = index ?? log.pending.count
      for edit in added {
        log.pending.insert(Feed.PendingEdit(edit: edit, state: .queued), at: index)
        index += 1
        if edit.change.id != edit.id, log.remappedIDs.resolve(edit.change.id) != edit.id {
          log.remappedIDs.append(Feed.IDRemapping(old: edit.change.id, new: edit.id))
        }
      }
    }
    showEdits()
  }

  /// Returns the edit with the current ids of the rows that it names.
  ///
  /// The value in an update keeps its old id, since an item's id can't be changed here; ``Feed/Edit/id``
  /// has the current one.
  func withCurrentIDs(_ edit: Feed.Edit) -> Feed.Edit {
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
  where Element == Feed<Item, Cursor>.IDRemapping {
    last { $0.old == id }?.new ?? id
  }

  /// The index in `list` of the row with `id`, which may be there under its current id or an older one.
  func index<Item, Cursor>(of id: Item.ID, in list: ItemList<Item>) -> Int?
  where Element == Feed<Item, Cursor>.IDRemapping {
    let current = resolve(id)
    if let index = list.index(id: id) ?? list.index(id: current) { return index }
    for remapping in self where remapping.new == current {
      if let index = list.index(id: remapping.old) { return index }
    }
    return nil
  }
}

extension Feed.Edits: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.EditLog: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.NewRow: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.IDRemapping: Sendable where Item.ID: Sendable {}
