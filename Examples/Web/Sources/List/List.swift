// A list for a front end in any language: its rows, what stands at its ends, what changed. The same functions are a
// library for C and a module of WebAssembly. Only numbers cross the border. With EDITS rows can be edited; with GAPS a
// refresh may leave a gap between rows; with SEARCH the list follows a query; with SENTENCES it tells in words why an
// action was ignored.
import FeedReducer

/// A row as the front end's numbers: `id` names it, `slot` is where the front end keeps its value.
struct Row: Identifiable, Equatable {
  let id: Int32
  let slot: Int32
}

typealias Rows = Feed<Row, Int32>

#if SEARCH
  typealias Machine = Search<Int32, Row, Int32>
#else
  typealias Machine = Rows
#endif

/// A list. It belongs to one thread at a time.
final class List {
  var loop: Loop<Machine>

  /// What is to be done, and how much of it was taken.
  var effects: [Machine.Effect] = []
  var taken = 0
  var page: [Row] = []

  /// The rows that are drawn once the splices are taken.
  var drawn = ItemList<Row>()
  var splices: [ItemList<Row>.Splice] = []
  var isDrawing = false

  /// The rows that the host looks at: while it takes splices those that they lead to, whatever happens meanwhile.
  var rows: ItemList<Row> { isDrawing ? drawn : loop.state.items }

  #if GAPS
    /// Whether a gap was filled from below last, and whether that was a tap whose load was not taken yet.
    var isFilledFromBelow = false
    var isTapped = false
  #endif
  #if SENTENCES
    var sentence: [UInt8] = []
  #endif
  #if SNAPSHOTS
    var saved: Rows.Snapshot?
    var restored: Rows.Snapshot?
  #endif

  /// Where a call leaves what it has to say beside its result.
  let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 8)

  init(_ machine: Machine, seed: Int32) {
    // Edits cross the border by their tickets alone: the key of one is the front end's.
    loop = Loop(machine, state: .init(seed: UInt64(UInt32(bitPattern: seed)), identity: 0))
  }

  deinit { numbers.deallocate() }

  /// Why the last action was ignored.
  var refusal: Machine.Refusal?

  /// Reduces. Returns 0, or 1 if the action is ignored; `told` says why. Reports come at each frame, and most of them
  /// are ignored.
  func send(_ action: Rows.Action) -> Int32 { send(machine: Machine.feed(action: action)) }

  func send(machine action: Machine.Action) -> Int32 {
    page = []
    switch loop.send(action) {
    case .accepted(let new):
      effects += new
      return 0
    case .ignored(let why):
      refusal = why
      return 1
    }
  }

  /// What a report may change without an effect: a load waits until the device is online, or a query is asked.
  var shown: Int32 {
    #if SEARCH
      if loop.state.feed.isOnline, loop.state.timer == nil { return 0 }
    #else
      if loop.state.isOnline { return 0 }
    #endif
    let footer = number(of: loop.state.footer, in: self)
    let header = number(of: loop.state.header, in: self)
    let ends = Int32(loop.state.words.rawValue) << 6 | footer << 3 | header
    #if GAPS
      return loop.state.gaps.reduce(ends << 3) { $0 | $1.load.numbers.code }
    #else
      return ends
    #endif
  }

  /// Leaves numbers.
  @inline(never)
  func put(
    _ first: Int, _ second: Int = -1, _ third: Int = -1, _ fourth: Int = -1, _ fifth: Int = -1,
    _ sixth: Int = -1
  ) {
    numbers[0] = Int32(truncatingIfNeeded: first)
    numbers[1] = Int32(truncatingIfNeeded: second)
    numbers[2] = Int32(truncatingIfNeeded: third)
    numbers[3] = Int32(truncatingIfNeeded: fourth)
    numbers[4] = Int32(truncatingIfNeeded: fifth)
    numbers[5] = Int32(truncatingIfNeeded: sixth)
  }

  /// Sends an action about the kind of load with a number; -1 is all. Returns -1 if there is no such kind.
  func send(kind number: Int32, _ action: (LoadKind?) -> Rows.Action) -> Int32 {
    let kind = LoadKind(number: Int(number))
    if kind != nil || number == -1 { return send(action(kind)) }
    refusal = nil
    return -1
  }
}

/// The list behind a pointer.
func list(_ pointer: OpaquePointer) -> List {
  Unmanaged<List>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Creates a list with pages of `pageSize` rows; the next one loads when fewer than `distance` rows follow those that
/// show. `refresh` is 0 if a refresh replaces all rows, and 1 if it keeps the later pages. With GAPS it also keeps those
/// that it does not lead to, below a gap, which loads when it is filled (2), or when the reader is near, too (3).
/// `attempts` is how often a load is repeated by itself, after `base` milliseconds and up to `cap`. About `maxItems` rows
/// are kept, and no fewer than two pages; 0 keeps all. `seed` is that of the delays: any number at random.
@_expose(wasm, "list_new") @c(list_new) public func new(
  _ pageSize: Int32, _ distance: Int32, _ refresh: Int32, _ attempts: Int32, _ base: Int32,
  _ cap: Int32, _ maxItems: Int32, _ seed: Int32
) -> OpaquePointer {
  let retry = RetryPolicy(
    attempts: Int(attempts), base: .milliseconds(Int64(base)), cap: .milliseconds(Int64(cap)))
  #if GAPS
    let gaps: Rows.GapRules? = refresh > 2 ? .automatic : refresh > 1 ? .manual : nil
  #else
    let gaps: Rows.GapRules? = nil
  #endif
  var feed = Rows(
    pageSize: Int(pageSize), prefetchDistance: Int(distance),
    refreshMode: refresh > 0 ? .merge : .firstPage, retry: retry,
    maxItems: maxItems > 0 ? Int(maxItems) : nil, gaps: gaps)
  #if EDITS
    feed.edits = .optimistic
  #endif
  #if SEARCH
    let machine = Search<Int32, Row, Int32>(feed)
  #else
    let machine = feed
  #endif
  return OpaquePointer(Unmanaged.passRetained(List(machine, seed: seed)).toOpaque())
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

/// The list shows: its first page loads. A search without a query asks the query 0.
@_expose(wasm, "list_start") @c(list_start) public func start(_ pointer: OpaquePointer) -> Int32 {
  let list = list(pointer)
  #if SEARCH
    if list.loop.state.query == nil {
      _ = list.send(machine: .typed(query: 0))
      return list.send(machine: .submitted)
    }
  #endif
  return list.send(.started)
}

/// The rows from `first` up to `end`, without it, are on the screen: rows of the list that is drawn. Returns 2 if that is
/// all, and nothing else shows or is to be done.
@_expose(wasm, "list_visible") @c(list_visible) public func visible(
  _ pointer: OpaquePointer, _ first: Int32, _ end: Int32
) -> Int32 {
  let list = list(pointer)
  let before = list.shown
  let isIgnored = list.send(.visible(range: Int(first)..<Int(max(first, end)))) != 0
  if isIgnored { return 1 }
  return list.taken == list.effects.count && list.shown == before ? 2 : 0
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

/// The load with this ticket failed: 0 by what the server answered, 1 since it was not reached, 2 since it has forgotten
/// the cursor. `status` is any number of the front end, which comes back where the failure shows. `retryAfter` is in
/// milliseconds, 0 for none.
@_expose(wasm, "list_fail") @c(list_fail) public func fail(
  _ pointer: OpaquePointer, _ ticket: Int32, _ why: Int32, _ status: Int32, _ isRetryable: Bool,
  _ retryAfter: Int32
) -> Int32 {
  list(pointer).send(
    .failed(
      ticket: Ticket(rawValue: Int(ticket)),
      failure: failure(why, status, isRetryable, retryAfter)))
}

func failure(
  _ why: Int32, _ status: Int32, _ isRetryable: Bool, _ retryAfter: Int32
) -> FeedFailure {
  FeedFailure(
    why == 1 ? .unreachable : why == 2 ? .invalidCursor : .http, message: "", status: Int(status),
    isRetryable: isRetryable,
    retryAfter: retryAfter > 0 ? .milliseconds(Int64(retryAfter)) : nil)
}

/// The timer with this ticket fired.
@_expose(wasm, "list_fired") @c(list_fired) public func fired(
  _ pointer: OpaquePointer, _ ticket: Int32
) -> Int32 {
  let list = list(pointer)
  let ticket = Ticket(rawValue: Int(ticket))
  #if SEARCH
    if list.loop.state.timer == ticket { return list.send(machine: .timerFired(ticket: ticket)) }
  #endif
  return list.send(.timerFired(ticket: ticket))
}

/// The work with this ticket was cancelled from outside.
@_expose(wasm, "list_cancelled") @c(list_cancelled) public func cancelled(
  _ pointer: OpaquePointer, _ ticket: Int32
) -> Int32 { list(pointer).send(.cancelled(ticket: Ticket(rawValue: Int(ticket)))) }
