import FeedReducer

// What the user changes. The list is the server's rows with the changes that the server has not answered on
// top; what the server took holds over the responses to older requests.
extension SpecFeed {
  struct Edits: Equatable {
    let identity: UInt64

    /// Whether an edit was ever sent.
    var wereSent = false

    /// The changes that the server has not answered for good, oldest first.
    var pending: [Machine.PendingEdit] = []

    /// What the server took while requests were unanswered, oldest first: the responses to requests up to a
    /// ticket may lack it.
    var held: [Held] = []

    /// New rows that the server took behind the last row of a list that goes on, in the order of the list.
    var newRows: [NewRow] = []

    /// New rows up to this ticket are of a query that is no longer asked: they are sent, and do not show.
    var hidden = Ticket(rawValue: 0)

    /// Rows that got another id from the server.
    var renamed: [Renamed] = []

    /// What the server refused, until the user retries or dismisses it, or a newer change replaces it.
    var refused: [Machine.FailedEdit] = []

    var areThere: Bool { !pending.isEmpty || !refused.isEmpty }
  }

  struct Held: Equatable {
    let id: Int
    let change: Machine.Change
    let until: Ticket
  }

  /// A new row, which the responses to requests up to a ticket may lack.
  struct NewRow: Equatable {
    let row: Row
    let before: Int?
    let until: Ticket
  }

  struct Renamed: Equatable {
    let old: Int
    let new: Int
  }

  /// A change shows at once. A new row needs a new id, any other change a row that shows.
  mutating func edit(_ change: Machine.Change) -> [Effect]? {
    let isNew = change.isInsertion
    let isShown = shown.contains { $0.id == change.id }
    if !settings.isEditable || generation == 0 || isShown == isNew { return nil }
    let visible = visibleIDs
    edits.wereSent = true
    if isNew { reuse(change.id) }
    let id = newID(of: change.id)
    let edit = Machine.Edit(feed: edits.identity, ticket: nextTicket(), change: change, id: id)
    edits.pending.append(.init(edit: edit, state: .queued))
    apply(change, to: &shown)
    keepReader(at: visible)
    return sendNext(of: id, afterFailure: true)
  }

  // MARK: - What shows

  /// The rows that show are the server's, behind them the new ones that no page has brought, and the pending
  /// changes on top, oldest first. Before the first page none show.
  mutating func showEdits() {
    edits.newRows.removeAll { new in rows.contains { $0.id == new.row.id } }
    var list = rows + edits.newRows.map(\.row)
    for pending in edits.pending where !isHidden(pending.edit) {
      apply(pending.edit.change, to: &list)
    }
    shown = generation == 0 ? [] : list
  }

  private func isHidden(_ edit: Machine.Edit) -> Bool {
    edit.change.isInsertion && edit.ticket <= edits.hidden
  }

  /// A change of a row that is not in the list does nothing. A new row that a page has brought is updated.
  private func apply(_ change: Machine.Change, to list: inout [Row]) {
    switch change {
    case .insert(let row, let before):
      if let known = list.firstIndex(where: { $0.id == row.id }) {
        list[known] = row
      } else {
        list.insert(row, at: place(before: before, of: row.id, in: list))
      }
    case .update(let row): if let index = index(of: row.id, in: list) { list[index] = row }
    case .remove(let id): if let index = index(of: id, in: list) { list.remove(at: index) }
    }
  }

  /// A new row is in front of the row that it was put before. If that is not there, it is before the nearest on the
  /// screen that followed it; else at an end where more may come, at the last one first; else behind the nearest that
  /// preceded it.
  func place(
    before: Int?, of id: Int, in list: [Row], isOpen: (above: Bool, below: Bool)? = nil
  ) -> Int {
    if let before, let index = index(of: before, in: list) { return index }
    let isOpen = isOpen ?? (head.next != nil, tail.next != nil)
    let isLast = before == nil || isOpen.below
    guard let row = shown.firstIndex(where: { $0.id == id }) else {
      return isLast || !isOpen.above ? list.count : 0
    }
    func place(of neighbour: Row) -> Int? { list.firstIndex { $0.id == neighbour.id } }
    if let next = shown[(row + 1)...].lazy.compactMap(place).first { return next }
    if isLast { return list.count }
    return shown[..<row].reversed().lazy.compactMap(place).first.map { $0 + 1 } ?? 0
  }

  // MARK: - What the server takes

  /// The server took a change: its row becomes one of the server's.
  mutating func commit(_ ticket: Ticket, as item: Row?) -> [Effect]? {
    guard let index = sending(ticket) else { return nil }
    // An old row that comes back as another one of the list: what the server has done is not known.
    let edited = edits.pending[index].edit
    let known = (rows + edits.newRows.map(\.row)).map(\.id)
    if let item, item.id != edited.id, !edited.change.isInsertion, known.contains(item.id) {
      return failEdit(ticket, for: .anotherRow)
    }
    let visible = visibleIDs
    let edit = edits.pending.remove(at: index).edit
    edits.refused = edits.refused.filter { !isReplaced($0.edit, by: edit) }
    edits.pending = edits.pending.filter { $0.state != .queued || !isReplaced($0.edit, by: edit) }
    let id: Int
    switch edit.change {
    case .insert(let draft, let before): id = takeNew(item ?? draft, before: before, for: edit)
    // The draft would bring back an id that the row no longer has.
    case .update(let draft):
      id = item == nil && edit.id != draft.id ? edit.id : takeUpdate(item ?? draft, for: edit)
    default: id = takeRemoval(of: edit.id)
    }
    showEdits()
    // A row that has another id now is the same row.
    keepReader(at: visible + visible.map(newID))
    return sendNext(of: id)
  }

  /// An older change that was refused is gone when the server takes a newer one of the row, also if its retry waits
  /// behind that: it would bring back an older value. A new value replaces values, a removal everything.
  private func isReplaced(_ refused: Machine.Edit, by edit: Machine.Edit) -> Bool {
    if edit.change.isInsertion || refused.ticket > edit.ticket { return false }
    if case .update = edit.change, refused.change.isInsertion || refused.change.isRemoval {
      return false
    }
    return [refused.id, newID(of: refused.id)].contains(edit.id)
  }

  /// A new row may get another id. Under that a page may have brought it, and the user may have changed it.
  private mutating func takeNew(_ item: Row, before: Int?, for edit: Machine.Edit) -> Int {
    let row = item.id == edit.id ? item : amended(item, since: edit.ticket)
    guard let row else {
      rename(edit.id, to: item.id)
      return item.id
    }
    if isHidden(edit) {
      if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row }
      rename(edit.id, to: row.id)
      hold(.update(item: row), of: row.id)
      return row.id
    }
    put(row, of: edit.id, before: before, until: lastTicket)
    rename(edit.id, to: row.id)
    hold(.insert(item: row, before: settled(before: before, of: edit.ticket)), of: row.id)
    return row.id
  }

  /// The row in front of which a new row belongs, if the one that the user named is new as well, and its insertion
  /// is under way: that one's row, and so on.
  private func settled(before: Int?, of ticket: Ticket) -> Int? {
    for edit in edits.pending.map(\.edit).reversed() where edit.ticket < ticket {
      if case .insert(_, let next) = edit.change, let before, edit.id == before {
        return settled(before: next, of: edit.ticket)
      }
    }
    return before
  }

  private mutating func takeUpdate(_ row: Row, for edit: Machine.Edit) -> Int {
    let isDouble = row.id != edit.id && rows.contains { $0.id == row.id }
    if !isDouble, let index = rows.firstIndex(where: { $0.id == edit.id }) { rows[index] = row }
    if let index = edits.newRows.firstIndex(where: { $0.row.id == edit.id }) {
      let old = edits.newRows.remove(at: index)
      if !edits.newRows.contains(where: { $0.row.id == row.id }) {
        edits.newRows.insert(NewRow(row: row, before: old.before, until: old.until), at: index)
      }
    }
    rename(edit.id, to: row.id)
    hold(.update(item: row), of: row.id)
    if row.id != edit.id { hold(.update(item: row), of: edit.id) }
    return row.id
  }

  private mutating func takeRemoval(of id: Int) -> Int {
    if let index = rows.firstIndex(where: { $0.id == id }) {
      rows.remove(at: index)
      count(-1, at: index)
    }
    edits.newRows.removeAll { $0.row.id == id }
    hold(.remove(id: id), of: id)
    return id
  }

  // MARK: - What the server took holds over older responses

  private mutating func hold(_ change: Machine.Change, of id: Int) {
    edits.held.append(Held(id: id, change: change, until: lastTicket))
  }

  /// A row of a response to a request has what was taken since, in that order. An update brings no removed
  /// row back.
  func amended(_ row: Row, since ticket: Ticket) -> Row? {
    edits.held.filter { $0.id == row.id && $0.until >= ticket }.reduce(row) { row, held in
      switch held.change {
      case .insert(let new, _): new
      case .update(let new): row == nil ? nil : new
      default: nil
      }
    }
  }

  /// What a first page brought up to date holds over the responses that were asked for before it.
  mutating func holdRows(of page: Page) {
    if tail.load.request == nil, head.load.request == nil { return }
    for row in page.items { hold(.update(item: row), of: row.id) }
  }

  /// The list starts over without a load, because its query is no longer asked.
  mutating func letGo() -> [Effect] {
    defer { forgetOldEdits() }
    edits.hidden = lastTicket
    return clear()
  }

  /// A change is forgotten after the last response that may lack it, and so are the old ids.
  mutating func forgetOldEdits() {
    let insertions = edits.pending.filter { $0.edit.change.isInsertion }.map(\.edit.ticket)
    let oldest = (LoadKind.allCases.compactMap { self[$0].request } + insertions).min()
    edits.held.removeAll { held in oldest.map { held.until < $0 } ?? true }
    if edits.pending.isEmpty, edits.held.isEmpty, edits.newRows.isEmpty {
      (edits.renamed, edits.hidden) = ([], 0)
    }
  }

  // MARK: - A temporary id becomes the server's

  func newID(of id: Int) -> Int { edits.renamed.last { $0.old == id }?.new ?? id }

  /// The row with an id is in a list under this id, its new one or another old one.
  func index(of id: Int, in list: [Row]) -> Int? {
    let now = newID(of: id)
    let names = [id, now] + edits.renamed.filter { $0.new == now }.map(\.old)
    return names.lazy.compactMap { name in list.firstIndex { $0.id == name } }.first
  }

  private mutating func rename(_ old: Int, to new: Int) {
    if old == new { return }
    edits.renamed.append(Renamed(old: old, new: new))
    for index in edits.pending.indices where edits.pending[index].edit.id == old {
      edits.pending[index].edit.id = new
    }
    for index in edits.refused.indices {
      if case .insert(let row, old) = edits.refused[index].edit.change {
        edits.refused[index].edit.change = .insert(item: row, before: new)
      }
    }
  }

  /// A new row has this id now, so older changes of the row that had it name that by its new id.
  private mutating func reuse(_ id: Int) {
    guard edits.renamed.contains(where: { $0.old == id }) else { return }
    for index in edits.pending.indices {
      edits.pending[index].edit = withNewIDs(edits.pending[index].edit)
    }
    edits.renamed.removeAll { $0.old == id }
  }

  func withNewIDs(_ edit: Machine.Edit) -> Machine.Edit {
    var edit = edit
    if case .remove = edit.change { edit.change = .remove(id: edit.id) }
    if case .insert(let row, let before?) = edit.change {
      edit.change = .insert(item: row, before: newID(of: before))
    }
    return edit
  }
}

extension Feed.Change {
  var isInsertion: Bool { if case .insert = self { true } else { false } }
  var isRemoval: Bool { if case .remove = self { true } else { false } }
}
