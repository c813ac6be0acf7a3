// A list for a front end in any language: its rows, what stands at its ends, what changed. The same file is a library
// for C and a module of WebAssembly. Only numbers cross the border. With EDITS rows can be edited, too.
import FeedReducer

/// A row as the front end's numbers: `id` names it, `slot` is where the front end keeps its value.
struct Row: Identifiable, Equatable {
  let id: Int32
  let slot: Int32
}

typealias Rows = Feed<Row, Int32>

/// A list. It belongs to one thread at a time.
final class List {
  var loop: Loop<Rows>
  var effects: [Rows.Effect] = []
  var page: [Row] = []

  /// The rows that are drawn once the splices are taken.
  var drawn = ItemList<Row>()
  var splices: [ItemList<Row>.Splice] = []
  var isDrawing = false

  /// The rows that the host looks at: while it takes splices those that they lead to, whatever happens meanwhile.
  var rows: ItemList<Row> { isDrawing ? drawn : loop.state.items }

  /// Where a call leaves what it has to say beside its result.
  let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 8)

  init(_ feed: Rows, seed: Int32) {
    loop = Loop(feed, state: .init(seed: UInt64(UInt32(bitPattern: seed))))
  }

  deinit { numbers.deallocate() }

  /// Reduces. Returns 0, or the code of the refusal; then `numbers` has its remedy (0 act, 1 wait, 2 nothing) and its
  /// values.
  func send(_ action: Rows.Action) -> Int32 {
    page = []
    switch loop.send(action) {
    case .accepted(let new):
      effects += new
      return 0
    case .ignored(let refusal):
      let (code, values, remedy) = refusal.numbers
      put([remedy == .act ? 0 : remedy == .wait ? 1 : 2] + values)
      return Int32(code)
    }
  }

  /// Leaves numbers, and -1 in the places behind them.
  func put(_ values: [Int]) {
    for place in 0..<8 {
      numbers[place] = place < values.count ? Int32(truncatingIfNeeded: values[place]) : -1
    }
  }

  /// Sends an action about the kind of load with a number; -1 is all. Returns -1 if there is no such kind.
  func send(kind number: Int32, _ action: (LoadKind?) -> Rows.Action) -> Int32 {
    let kind = LoadKind(number: Int(number))
    return kind == nil && number != -1 ? -1 : send(action(kind))
  }
}

/// The list behind a pointer.
func list(_ pointer: OpaquePointer) -> List {
  Unmanaged<List>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Creates a list with pages of `pageSize` rows. With `merges` a refresh keeps the later pages. `attempts` is how often a
/// load is repeated by itself. About `maxItems` rows are kept, and no fewer than two pages; 0 keeps all. `seed` is that of
/// the delays: any number at random.
@_expose(wasm, "list_new") @c(list_new) public func new(
  _ pageSize: Int32, _ merges: Bool, _ attempts: Int32, _ maxItems: Int32, _ seed: Int32
) -> OpaquePointer {
  var feed = Rows(
    pageSize: Int(pageSize), refreshMode: merges ? .merge : .firstPage,
    retry: RetryPolicy(attempts: Int(attempts)), maxItems: maxItems > 0 ? Int(maxItems) : nil)
  #if EDITS
    feed.edits = .optimistic
  #endif
  return OpaquePointer(Unmanaged.passRetained(List(feed, seed: seed)).toOpaque())
}

/// Frees a list.
@_expose(wasm, "list_free") @c(list_free) public func free(_ pointer: OpaquePointer) {
  Unmanaged<List>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

/// Where a call leaves what it has to say beside its result.
@_expose(wasm, "list_numbers") @c(list_numbers) public func numbers(
  _ pointer: OpaquePointer
) -> UnsafeMutablePointer<Int32> { list(pointer).numbers }

// MARK: - What happened

/// The list shows: its first page loads.
@_expose(wasm, "list_start") @c(list_start) public func start(_ pointer: OpaquePointer) -> Int32 {
  list(pointer).send(.started)
}

/// The rows from `first` up to `end`, without it, are on the screen: rows of the list that is drawn.
@_expose(wasm, "list_visible") @c(list_visible) public func visible(
  _ pointer: OpaquePointer, _ first: Int32, _ end: Int32
) -> Int32 {
  list(pointer).send(.visible(range: Int(first)..<Int(max(first, end))))
}

/// The next page is asked for.
@_expose(wasm, "list_more") @c(list_more) public func more(_ pointer: OpaquePointer) -> Int32 {
  list(pointer).send(.loadMore)
}

/// A pull to refresh.
@_expose(wasm, "list_refresh") @c(list_refresh) public func refresh(
  _ pointer: OpaquePointer
) -> Int32 { list(pointer).send(.refreshPulled) }

/// The rows are out of date.
@_expose(wasm, "list_invalidate") @c(list_invalidate) public func invalidate(
  _ pointer: OpaquePointer
) -> Int32 { list(pointer).send(.invalidated) }

/// The list starts over.
@_expose(wasm, "list_reset") @c(list_reset) public func reset(_ pointer: OpaquePointer) -> Int32 {
  list(pointer).send(.reset)
}

/// The user logged out.
@_expose(wasm, "list_stop") @c(list_stop) public func stop(_ pointer: OpaquePointer) -> Int32 {
  list(pointer).send(.stopped)
}

/// `kind` is the number of a `LoadKind`; -1 for all.
@_expose(wasm, "list_retry") @c(list_retry) public func retry(
  _ pointer: OpaquePointer, _ kind: Int32
) -> Int32 { list(pointer).send(kind: kind) { .retryTapped(kind: $0) } }

/// The user has read a failure. `kind` as in `list_retry`.
@_expose(wasm, "list_dismiss") @c(list_dismiss) public func dismiss(
  _ pointer: OpaquePointer, _ kind: Int32
) -> Int32 { list(pointer).send(kind: kind) { .errorDismissed(kind: $0) } }

/// The device went online or offline.
@_expose(wasm, "list_online") @c(list_online) public func online(
  _ pointer: OpaquePointer, _ isOnline: Bool
) -> Int32 { list(pointer).send(.connectivityChanged(isOnline: isOnline)) }

// MARK: - What became of the effects

/// A row of the page that comes. Give all rows of a page, then call `list_page`: any other action forgets them.
@_expose(wasm, "list_row") @c(list_row) public func row(
  _ pointer: OpaquePointer, _ id: Int32, _ slot: Int32
) { list(pointer).page.append(Row(id: id, slot: slot)) }

/// The page of the rows before. -1 for no cursor and for no total.
@_expose(wasm, "list_page") @c(list_page) public func page(
  _ pointer: OpaquePointer, _ ticket: Int32, _ next: Int32, _ previous: Int32, _ total: Int32
) -> Int32 {
  let list = list(pointer)
  let page = Rows.Page(
    items: list.page, next: next < 0 ? nil : next, previous: previous < 0 ? nil : previous,
    total: total < 0 ? nil : Int(total))
  return list.send(.pageLoaded(ticket: Ticket(rawValue: Int(ticket)), page: page))
}

/// A status of 0 means that the server was not reached. `retryAfter` is in milliseconds, 0 for none.
@_expose(wasm, "list_fail") @c(list_fail) public func fail(
  _ pointer: OpaquePointer, _ ticket: Int32, _ status: Int32, _ isRetryable: Bool,
  _ retryAfter: Int32
) -> Int32 {
  list(pointer).send(
    .failed(
      ticket: Ticket(rawValue: Int(ticket)), failure: failure(status, isRetryable, retryAfter)))
}

func failure(_ status: Int32, _ isRetryable: Bool, _ retryAfter: Int32) -> FeedFailure {
  FeedFailure(
    status == 0 ? .unreachable : .http, message: "", status: status == 0 ? nil : Int(status),
    isRetryable: isRetryable,
    retryAfter: retryAfter > 0 ? .milliseconds(Int64(retryAfter)) : nil)
}

/// The timer with this ticket fired.
@_expose(wasm, "list_fired") @c(list_fired) public func fired(
  _ pointer: OpaquePointer, _ ticket: Int32
) -> Int32 { list(pointer).send(.timerFired(ticket: Ticket(rawValue: Int(ticket)))) }

/// The work with this ticket was cancelled from outside.
@_expose(wasm, "list_cancelled") @c(list_cancelled) public func cancelled(
  _ pointer: OpaquePointer, _ ticket: Int32
) -> Int32 { list(pointer).send(.cancelled(ticket: Ticket(rawValue: Int(ticket)))) }

// MARK: - What is to be done

/// Takes the oldest effect, and leaves its numbers. It is -1 for none, or
///
/// * 0 load: ticket, kind, direction (0 from the start, 1 after the cursor, -1 before it), cursor, size
/// * 1 cancel: ticket
/// * 2 schedule a timer: ticket, milliseconds
/// * 3 send an edit: ticket, change (0 insert, 1 update, 2 remove), id, slot, the id of the row behind or -1
/// * 4 an edit is given up: the same numbers
@_expose(wasm, "list_effect") @c(list_effect) public func effect(
  _ pointer: OpaquePointer
) -> Int32 {
  let list = list(pointer)
  if list.effects.isEmpty { return -1 }
  switch list.effects.removeFirst() {
  case .load(let request):
    let direction =
      switch request.position {
      case .start: 0
      case .after: 1
      case .before: -1
      }
    list.put([
      request.ticket.rawValue, request.kind.number, direction,
      Int(request.position.cursor ?? 0), request.size,
    ])
    return 0
  case .cancel(let ticket):
    list.put([ticket.rawValue])
    return 1
  case .schedule(let ticket, let after):
    let (seconds, attoseconds) = after.components
    list.put([ticket.rawValue, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)])
    return 2
  case .send(let edit):
    put(edit, of: list)
    return 3
  case .drop(let edit):
    put(edit, of: list)
    return 4
  }
}

func put(_ edit: Rows.Edit, of list: List) {
  #if EDITS
    list.put([edit.ticket.rawValue] + numbers(of: edit.change))
  #endif
}

// MARK: - What shows

/// How many rows there are.
@_expose(wasm, "list_count") @c(list_count) public func count(_ pointer: OpaquePointer) -> Int32 {
  Int32(list(pointer).rows.count)
}

/// The slot of the row at this index; -1 if there is none.
@_expose(wasm, "list_slot") @c(list_slot) public func slot(
  _ pointer: OpaquePointer, _ index: Int32
) -> Int32 {
  let rows = list(pointer).rows
  return index < 0 || index >= rows.count ? -1 : rows[Int(index)].slot
}

/// The index of the row with this id; -1 if there is none.
@_expose(wasm, "list_index") @c(list_index) public func index(
  _ pointer: OpaquePointer, _ id: Int32
) -> Int32 { Int32(list(pointer).rows.index(id: id) ?? -1) }

/// How many rows the server says that there are; -1 if it does not.
@_expose(wasm, "list_total") @c(list_total) public func total(_ pointer: OpaquePointer) -> Int32 {
  Int32(truncatingIfNeeded: list(pointer).loop.state.total ?? -1)
}

/// The bits of `FeedWords`: 1 the first page loads, 2 the next one, 4 a refresh, 8 empty, 16 stalled, 32 the list may
/// grow, 256 the previous page loads.
@_expose(wasm, "list_words") @c(list_words) public func words(_ pointer: OpaquePointer) -> Int32 {
  Int32(list(pointer).loop.state.words.rawValue)
}

/// What stands below the last row, and in `numbers` the kind of load, and the timer or the status of the failure: 0
/// nothing, 1 loading, 2 waiting, 3 failed, 4 offline, 5 stalled, 6 the end, 7 empty.
@_expose(wasm, "list_footer") @c(list_footer) public func footer(_ pointer: OpaquePointer) -> Int32
{
  let list = list(pointer)
  return number(of: list.loop.state.footer, in: list)
}

/// What stands above the first row, as `list_footer`.
@_expose(wasm, "list_header") @c(list_header) public func header(_ pointer: OpaquePointer) -> Int32
{
  let list = list(pointer)
  return number(of: list.loop.state.header, in: list)
}

func number(of end: ListEnd, in list: List) -> Int32 {
  switch end {
  case .nothing: return 0
  case .loading(let kind):
    list.put([kind.number])
    return 1
  case .waiting(let kind, let timer):
    list.put([kind.number, timer.rawValue])
    return 2
  case .failed(let kind, let failure):
    list.put([kind.number, failure.status ?? 0])
    return 3
  case .offline(let kind):
    list.put([kind.number])
    return 4
  case .stalled(let kind):
    list.put([kind.number])
    return 5
  case .end: return 6
  case .empty: return 7
  }
}

/// Takes the next change of the rows: the index, how many rows go there, and how many come. 0 if there is none. The
/// rows that come are looked up by `list_slot`, which gives those that the splices lead to until all are taken.
@_expose(wasm, "list_splice") @c(list_splice) public func splice(
  _ pointer: OpaquePointer
) -> Int32 {
  let list = list(pointer)
  if list.splices.isEmpty {
    list.splices = list.loop.state.items.splices(from: list.drawn).reversed()
    list.drawn = list.loop.state.items
    list.isDrawing = !list.splices.isEmpty
  }
  guard let splice = list.splices.popLast() else { return 0 }
  list.put([splice.index, splice.removed, splice.inserted])
  return 1
}

// MARK: - Edits

#if EDITS
  /// A new row, in front of the row `before`; -1 for the end.
  @_expose(wasm, "list_insert") @c(list_insert) public func insert(
    _ pointer: OpaquePointer, _ id: Int32, _ slot: Int32, _ before: Int32
  ) -> Int32 {
    let row = Row(id: id, slot: slot)
    return list(pointer).send(
      .edit(change: .insert(item: row, before: before < 0 ? nil : before)))
  }

  /// A new slot of a row.
  @_expose(wasm, "list_update") @c(list_update) public func update(
    _ pointer: OpaquePointer, _ id: Int32, _ slot: Int32
  ) -> Int32 { list(pointer).send(.edit(change: .update(item: Row(id: id, slot: slot)))) }

  /// A row goes.
  @_expose(wasm, "list_remove") @c(list_remove) public func remove(
    _ pointer: OpaquePointer, _ id: Int32
  ) -> Int32 { list(pointer).send(.edit(change: .remove(id: id))) }

  /// The server accepted an edit; its row, or an id of -1 for none.
  @_expose(wasm, "list_accept") @c(list_accept) public func accept(
    _ pointer: OpaquePointer, _ ticket: Int32, _ id: Int32, _ slot: Int32
  ) -> Int32 {
    let row = id < 0 ? nil : Row(id: id, slot: slot)
    return list(pointer).send(.editCommitted(ticket: Ticket(rawValue: Int(ticket)), item: row))
  }

  /// An edit failed. `status` and `isRetryable` as in `list_fail`.
  @_expose(wasm, "list_refuse") @c(list_refuse) public func refuse(
    _ pointer: OpaquePointer, _ ticket: Int32, _ status: Int32, _ isRetryable: Bool
  ) -> Int32 {
    list(pointer).send(
      .editFailed(
        ticket: Ticket(rawValue: Int(ticket)), failure: failure(status, isRetryable, 0)))
  }

  /// The edits of this row that failed are sent again.
  @_expose(wasm, "list_retry_edits") @c(list_retry_edits) public func retryEdits(
    _ pointer: OpaquePointer, _ id: Int32
  ) -> Int32 { list(pointer).send(.editRetried(id: id)) }

  /// The edits of this row that failed are given up.
  @_expose(wasm, "list_dismiss_edits") @c(list_dismiss_edits) public func dismissEdits(
    _ pointer: OpaquePointer, _ id: Int32
  ) -> Int32 { list(pointer).send(.editDismissed(id: id)) }

  /// Whether an edit of this row is on its way: 1, or 2 if one has failed.
  @_expose(wasm, "list_edits") @c(list_edits) public func edits(
    _ pointer: OpaquePointer, _ id: Int32
  ) -> Int32 {
    let state = list(pointer).loop.state
    return state.failure(of: id) != nil ? 2 : state.isPending(id) ? 1 : 0
  }

  func numbers(of change: Rows.Change) -> [Int] {
    switch change {
    case .insert(let row, let before): [0, Int(row.id), Int(row.slot), Int(before ?? -1)]
    case .update(let row): [1, Int(row.id), Int(row.slot), -1]
    case .remove(let id): [2, Int(id), -1, -1]
    }
  }
#endif
