// What shows.
import FeedReducer

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

@inline(never) func number(of end: ListEnd, in list: List) -> Int32 {
  switch end {
  case .nothing: return 0
  case .loading(let kind):
    list.put(kind.number)
    return 1
  case .waiting(let kind, let timer):
    list.put(kind.number, timer.rawValue)
    return 2
  case .failed(let kind, let failure):
    list.put(kind.number, failure.status ?? 0)
    return 3
  case .offline(let kind):
    list.put(kind.number)
    return 4
  case .stalled(let kind):
    list.put(kind.number)
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
  list.put(splice.index, splice.removed, splice.inserted)
  return 1
}

/// Whether something keeps a page of this kind from loading, which `list_told` then tells: 1, or 0. -1 if there is no
/// such kind.
@_expose(wasm, "list_why") @c(list_why) public func why(
  _ pointer: OpaquePointer, _ kind: Int32
) -> Int32 {
  let list = list(pointer)
  guard let kind = LoadKind(number: Int(kind)) else { return -1 }
  guard let why = list.loop.machine.explain(kind, in: list.loop.state) else { return 0 }
  list.refusal = why
  return 1
}

/// Why the last action was ignored, or no page loads: the code, 0 if there was no reason. Leaves the remedy (0 act, 1
/// wait, 2 nothing), the values, and in the last place how many these are.
@_expose(wasm, "list_told") @c(list_told) public func told(_ pointer: OpaquePointer) -> Int32 {
  let list = list(pointer)
  guard let refusal = list.refusal else { return 0 }
  #if SENTENCES
    list.sentence = Array(refusal.description.utf8)
  #endif
  let (code, values, remedy) = refusal.numbers
  list.put(remedy == .act ? 0 : remedy == .wait ? 1 : 2)
  for place in values.indices { list.numbers[place + 1] = Int32(truncatingIfNeeded: values[place]) }
  list.numbers[7] = Int32(values.count)
  return Int32(code)
}

/// Where the next page is, or with `-1` the previous one: leaves its direction and its cursor, as `list_effect` does. 0 if
/// there is none.
@_expose(wasm, "list_position") @c(list_position) public func position(
  _ pointer: OpaquePointer, _ end: Int32
) -> Int32 {
  let list = list(pointer)
  #if SEARCH
    let feed = list.loop.state.feed
    let position = end < 0 ? feed.previousPosition : feed.nextPosition
  #else
    let position = end < 0 ? list.loop.state.previousPosition : list.loop.state.nextPosition
  #endif
  guard let position else { return 0 }
  let (direction, cursor) = list.numbers(of: position)
  list.put(direction, cursor)
  return 1
}

#if SENTENCES
  /// How the load of this kind stands: 0 idle, 1 loading, 2 waiting, 3 offline, 4 failed, 5 exhausted, 6 a cycle of
  /// cursors, 7 stalled; else -1.
  @_expose(wasm, "list_load") @c(list_load) public func load(
    _ pointer: OpaquePointer, _ kind: Int32
  ) -> Int32 {
    guard let kind = LoadKind(number: Int(kind)) else { return -1 }
    #if SEARCH
      let load = list(pointer).loop.state.feed[kind]
    #else
      let load = list(pointer).loop.state[kind]
    #endif
    switch load {
    case .idle: return 0
    case .loading: return 1
    case .waiting: return 2
    case .offline: return 3
    case .failed: return 4
    case .ended(.exhausted): return 5
    case .ended(.cycle): return 6
    case .ended(.stalled): return 7
    @unknown default: return -1
    }
  }

  /// A byte of the sentence of what `list_told` told; -1 behind its end.
  @_expose(wasm, "list_sentence") @c(list_sentence) public func sentence(
    _ pointer: OpaquePointer, _ index: Int32
  ) -> Int32 {
    let sentence = list(pointer).sentence
    return index < 0 || index >= sentence.count ? -1 : Int32(sentence[Int(index)])
  }
#endif
