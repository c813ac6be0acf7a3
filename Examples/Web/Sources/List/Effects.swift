// What is to be done.
import FeedReducer

/// Takes the oldest effect, and leaves its numbers. It is -1 for none, or
///
/// * 0 load: ticket, kind, direction (0 from the start, 1 after the cursor, -1 before it), cursor (-1 from the start),
///   size
/// * 1 cancel: ticket
/// * 2 schedule a timer: ticket, milliseconds
/// * 3 send an edit: ticket, change (0 insert, 1 update, 2 remove), id, slot, the id of the row behind or -1. A key that
///   names it to the server is the ticket with a number of the list, which is another one in each run.
/// * 4 an edit is given up: the same numbers
/// * 5 schedule the pause of a search: ticket, milliseconds
///
/// In a search the query of a load and of an edit is the sixth number.
@_expose(wasm, "list_effect") @c(list_effect) public func effect(
  _ pointer: OpaquePointer
) -> Int32 {
  let list = list(pointer)
  if list.taken == list.effects.count {
    (list.effects, list.taken) = ([], 0)
    return -1
  }
  let effect = list.effects[list.taken]
  list.taken += 1
  #if SEARCH
    switch effect {
    case .feed(let query, let effect): return list.put(effect, query: query)
    case .cancel(let ticket):
      list.put(ticket.rawValue)
      return 1
    case .schedule(let ticket, let after):
      list.put(ticket.rawValue, milliseconds(after))
      return 5
    }
  #else
    return list.put(effect, query: -1)
  #endif
}

extension List {
  /// Leaves the numbers of an effect, and returns its own.
  func put(_ effect: Rows.Effect, query: Int32) -> Int32 {
    switch effect {
    case .load(let request):
      let (direction, cursor) = numbers(of: request.position)
      #if GAPS
        if request.kind == .gap { noteSide() }
      #endif
      put(
        request.ticket.rawValue, request.kind.number, direction, cursor, request.size, Int(query))
      return 0
    case .cancel(let ticket):
      put(ticket.rawValue)
      return 1
    case .schedule(let ticket, let after):
      put(ticket.rawValue, milliseconds(after))
      return 2
    case .send(let edit):
      put(edit, query)
      return 3
    case .drop(let edit):
      put(edit, query)
      return 4
    }
  }

  func put(_ edit: Rows.Edit, _ query: Int32) {
    #if EDITS
      let (change, _, slot, before) = numbers(of: edit.change)
      // A row that the server has named since has its new id.
      put(edit.ticket.rawValue, change, Int(edit.id), slot, before, Int(query))
    #endif
  }

  /// A direction (0 from the start, 1 after the cursor, -1 before it) and a cursor, -1 from the start.
  func numbers(of position: Rows.Position) -> (Int, Int) {
    switch position {
    case .start: (0, -1)
    case .after(let cursor): (1, Int(cursor))
    case .before(let cursor): (-1, Int(cursor))
    }
  }
}

/// The milliseconds of a delay, bit by bit: a division of 128 bits is larger, and one by way of `Double`, too.
func milliseconds(_ duration: Duration) -> Int {
  var rest = duration
  var whole = 0
  for bit in (0..<31).reversed() {
    let part = Duration.milliseconds(1 << bit as Int64)
    if part <= rest {
      rest -= part
      whole |= 1 << bit
    }
  }
  return whole
}
