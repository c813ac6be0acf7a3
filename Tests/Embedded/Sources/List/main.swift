// A list in a browser: what a front end needs that draws one, and nothing else. Only numbers cross the border. Its
// size is bounded; with EDITS rows can be edited, too.
#if arch(wasm32)
  import FeedReducer
  import Host

  /// A row as a number: `id` names it, `slot` is where the host keeps its value.
  struct Row: Identifiable, Equatable {
    let id: Int32
    let slot: Int32
  }

  typealias List = Feed<Row, Int32>

  /// What crosses the border is in here: rows of a page, splices, effects.
  nonisolated(unsafe) let numbers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 4_096)
  nonisolated(unsafe) var loop = Loop(List(), state: List.State(seed: 0))
  nonisolated(unsafe) var shown = ItemList<Row>()

  @_expose(wasm, "buffer") @c(list_buffer) func buffer() -> UnsafeMutablePointer<Int32>? {
    numbers.baseAddress
  }

  @_expose(wasm, "create") @c(list_create) func create(
    _ pageSize: Int32, _ merges: Int32, _ attempts: Int32, _ maxItems: Int32, _ seed: Int64
  ) {
    var list = List(
      pageSize: Int(pageSize), refreshMode: merges == 1 ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int(attempts)), maxItems: maxItems > 0 ? Int(maxItems) : nil)
    #if EDITS
      list.edits = .optimistic
    #endif
    loop = Loop(list, state: List.State(seed: UInt64(bitPattern: seed)))
  }

  // MARK: - Actions

  /// Reduces, and writes the effects: how many there are, and five numbers for each. -1 if the action was ignored.
  func send(_ action: List.Action) -> Int32 {
    guard case .accepted(let effects) = loop.send(action) else { return -1 }
    for (index, effect) in effects.enumerated() {
      let five: [Int] =
        switch effect {
        case .load(let request):
          [0, request.ticket.rawValue, number(of: request.kind), direction(of: request.position)]
            + [Int(request.position.cursor ?? 0)]
        case .cancel(let ticket): [1, ticket.rawValue, 0, 0, 0]
        case .schedule(let ticket, let after):
          [2, ticket.rawValue, Int(after / .milliseconds(1)), 0, 0]
        case .send(let edit): [3, edit.ticket.rawValue, Int(edit.id), 0, 0]
        case .drop(let edit): [4, edit.ticket.rawValue, 0, 0, 0]
        }
      for (place, number) in five.enumerated() { numbers[index * 5 + place] = Int32(number) }
    }
    return Int32(effects.count)
  }

  func number(of kind: LoadKind) -> Int {
    switch kind {
    case .refresh: 0
    case .append: 1
    default: 2
    }
  }

  func kind(_ number: Int32) -> LoadKind {
    number == 0 ? .refresh : number == 1 ? .append : .prepend
  }

  func direction(of position: List.Position) -> Int {
    switch position {
    case .start: 0
    case .after: 1
    case .before: -1
    }
  }

  func ticket(_ number: Int32) -> Ticket { Ticket(rawValue: Int(number)) }

  @_expose(wasm, "start") @c(list_start) func start() -> Int32 { send(.started) }

  @_expose(wasm, "more") @c(list_more) func more() -> Int32 { send(.loadMore) }

  @_expose(wasm, "refresh") @c(list_refresh) func refresh() -> Int32 { send(.refreshPulled) }

  @_expose(wasm, "invalidate") @c(list_invalidate) func invalidate() -> Int32 {
    send(.invalidated)
  }

  @_expose(wasm, "reset") @c(list_reset) func reset() -> Int32 { send(.reset) }

  @_expose(wasm, "stop") @c(list_stop) func stop() -> Int32 { send(.stopped) }

  @_expose(wasm, "retry") @c(list_retry) func retry(_ number: Int32) -> Int32 {
    send(.retryTapped(kind: number < 0 ? nil : kind(number)))
  }

  @_expose(wasm, "dismiss") @c(list_dismiss) func dismiss(_ number: Int32) -> Int32 {
    send(.errorDismissed(kind: number < 0 ? nil : kind(number)))
  }

  @_expose(wasm, "visible") @c(list_visible) func visible(
    _ first: Int32, _ end: Int32
  ) -> Int32 {
    if first > end { return -1 }
    return send(.visible(range: Int(first)..<Int(end)))
  }

  @_expose(wasm, "online") @c(list_online) func online(_ isOnline: Int32) -> Int32 {
    send(.connectivityChanged(isOnline: isOnline != 0))
  }

  @_expose(wasm, "fire") @c(list_fire) func fire(_ number: Int32) -> Int32 {
    send(.timerFired(ticket: ticket(number)))
  }

  @_expose(wasm, "cancelled") @c(list_cancelled) func cancelled(_ number: Int32) -> Int32 {
    send(.cancelled(ticket: ticket(number)))
  }

  /// The page whose `count` rows are in the buffer, an id and a slot for each. A cursor of -1 is none.
  @_expose(wasm, "page") @c(list_page) func page(
    _ number: Int32, _ count: Int32, _ next: Int32, _ previous: Int32, _ total: Int32
  ) -> Int32 {
    let rows = (0..<Int(count)).map { Row(id: numbers[2 * $0], slot: numbers[2 * $0 + 1]) }
    let page = List.Page(
      items: rows, next: next < 0 ? nil : next, previous: previous < 0 ? nil : previous,
      total: total < 0 ? nil : Int(total))
    return send(.pageLoaded(ticket: ticket(number), page: page))
  }

  @_expose(wasm, "fail") @c(list_fail) func fail(
    _ number: Int32, _ status: Int32, _ isRetryable: Int32, _ retryAfter: Int32
  ) -> Int32 {
    send(.failed(ticket: ticket(number), failure: failure(status, isRetryable, retryAfter)))
  }

  func failure(_ status: Int32, _ isRetryable: Int32, _ retryAfter: Int32) -> FeedFailure {
    FeedFailure(
      status == 0 ? .unreachable : .http, message: "", status: Int(status),
      isRetryable: isRetryable != 0,
      retryAfter: retryAfter > 0 ? .milliseconds(Int64(retryAfter)) : nil)
  }

  // MARK: - What shows

  @_expose(wasm, "count") @c(list_count) func count() -> Int32 {
    Int32(loop.state.items.count)
  }

  @_expose(wasm, "slot") @c(list_slot) func slot(_ index: Int32) -> Int32 {
    loop.state.items[Int(index)].slot
  }

  @_expose(wasm, "index") @c(list_index) func index(_ id: Int32) -> Int32 {
    Int32(loop.state.items.index(id: id) ?? -1)
  }

  @_expose(wasm, "total") @c(list_total) func total() -> Int32 {
    Int32(loop.state.total ?? -1)
  }

  @_expose(wasm, "words") @c(list_words) func words() -> Int32 {
    Int32(loop.state.words.rawValue)
  }

  /// What stands below the last row, and above the first: a case, its kind and its timer or status in the buffer.
  @_expose(wasm, "footer") @c(list_footer) func footer() -> Int32 { show(loop.state.footer) }

  @_expose(wasm, "header") @c(list_header) func header() -> Int32 { show(loop.state.header) }

  func show(_ end: ListEnd) -> Int32 {
    func put(_ kind: LoadKind, _ detail: Int = 0) {
      numbers[0] = Int32(number(of: kind))
      numbers[1] = Int32(detail)
    }
    switch end {
    case .nothing: return 0
    case .loading(let kind):
      put(kind)
      return 1
    case .waiting(let kind, let timer):
      put(kind, timer.rawValue)
      return 2
    case .failed(let kind, let failure):
      put(kind, failure.status ?? 0)
      return 3
    case .offline(let kind):
      put(kind)
      return 4
    case .stalled(let kind):
      put(kind)
      return 5
    case .end: return 6
    case .empty: return 7
    }
  }

  /// What has changed in the rows since the last call: how many splices, and three numbers for each.
  @_expose(wasm, "splices") @c(list_splices) func splices() -> Int32 {
    let splices = loop.state.items.splices(from: shown)
    shown = loop.state.items
    for (index, splice) in splices.prefix(1_365).enumerated() {
      numbers[3 * index] = Int32(splice.index)
      numbers[3 * index + 1] = Int32(splice.removed)
      numbers[3 * index + 2] = Int32(splice.inserted)
    }
    return Int32(splices.count)
  }

  // MARK: - Edits

  #if EDITS
    @_expose(wasm, "insert") @c(list_insert) func insert(
      _ id: Int32, _ slot: Int32, _ before: Int32
    ) -> Int32 {
      send(
        .edit(change: .insert(item: Row(id: id, slot: slot), before: before < 0 ? nil : before)))
    }

    @_expose(wasm, "update") @c(list_update) func update(
      _ id: Int32, _ slot: Int32
    ) -> Int32 {
      send(.edit(change: .update(item: Row(id: id, slot: slot))))
    }

    @_expose(wasm, "remove") @c(list_remove) func remove(_ id: Int32) -> Int32 {
      send(.edit(change: .remove(id: id)))
    }

    @_expose(wasm, "accept") @c(list_accept) func accept(
      _ number: Int32, _ id: Int32, _ slot: Int32
    ) -> Int32 {
      let item = id < 0 ? nil : Row(id: id, slot: slot)
      return send(.editCommitted(ticket: ticket(number), item: item))
    }

    @_expose(wasm, "refuse") @c(list_refuse) func refuse(
      _ number: Int32, _ status: Int32, _ isRetryable: Int32
    ) -> Int32 {
      send(.editFailed(ticket: ticket(number), failure: failure(status, isRetryable, 0)))
    }

    @_expose(wasm, "retryEdits") @c(list_retry_edits) func retryEdits(_ id: Int32) -> Int32 {
      send(.editRetried(id: id))
    }

    @_expose(wasm, "dismissEdits") @c(list_dismiss_edits) func dismissEdits(
      _ id: Int32
    ) -> Int32 {
      send(.editDismissed(id: id))
    }

    /// How many edits have failed, their rows in the buffer.
    @_expose(wasm, "failedEdits") @c(list_failed_edits) func failedEdits() -> Int32 {
      let failed = loop.state.failedEdits
      for (index, edit) in failed.enumerated() { numbers[index] = edit.edit.id }
      return Int32(failed.count)
    }

    @_expose(wasm, "isPending") @c(list_is_pending) func isPending(_ id: Int32) -> Int32 {
      loop.state.isPending(id) ? 1 : 0
    }
  #endif
#endif
