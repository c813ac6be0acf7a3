// A list with edits as it is kept between two visits. (One without is its rows and its positions.)
#if SNAPSHOTS
  import FeedReducer

  /// Takes the rows as the server has them, without edits, for `list_saved`: returns how many there are.
  @_expose(wasm, "list_save") @c(list_save) public func save(_ pointer: OpaquePointer) -> Int32 {
    let list = list(pointer)
    #if SEARCH
      list.saved = list.loop.state.feed.snapshot
    #else
      list.saved = list.loop.state.snapshot
    #endif
    return Int32(list.saved?.items.count ?? 0)
  }

  /// The slot of a saved row; -1 if there is none.
  @_expose(wasm, "list_saved") @c(list_saved) public func saved(
    _ pointer: OpaquePointer, _ index: Int32
  ) -> Int32 {
    guard let rows = list(pointer).saved?.items, index >= 0, index < rows.count else { return -1 }
    return rows[Int(index)].slot
  }

  #if GAPS
    /// How many of the saved rows stand above a gap; -1 if there is no such gap.
    @_expose(wasm, "list_saved_gap") @c(list_saved_gap) public func savedGap(
      _ pointer: OpaquePointer, _ number: Int32
    ) -> Int32 {
      guard let gaps = list(pointer).saved?.gaps, number >= 0, number < gaps.count else {
        return -1
      }
      return Int32(gaps[Int(number)].row)
    }
  #endif

  /// Leaves an edit that the server has not answered for good, or has refused, oldest first of each: its numbers as those
  /// of an effect, and in the sixth place the status of the refusal, -1 for none. 0 if there is no such edit.
  @_expose(wasm, "list_saved_edit") @c(list_saved_edit) public func savedEdit(
    _ pointer: OpaquePointer, _ index: Int32
  ) -> Int32 {
    let list = list(pointer)
    guard index >= 0, let saved = list.saved else { return 0 }
    let place = Int(index)
    if place < saved.edits.count {
      list.put(saved.edits[place], -1)
      return 1
    }
    guard place < saved.edits.count + saved.refusedEdits.count else { return 0 }
    let refused = saved.refusedEdits[place - saved.edits.count]
    list.put(refused.edit, Int32(truncatingIfNeeded: refused.failure.status ?? 0))
    return 1
  }

  /// An edit of an earlier run: its change as that of an effect, `id` as the row has it now, `own` as its value has it, and
  /// the status with which it was refused, or -1. Its ticket is the number of such edits. Give all, then call
  /// `list_restore`.
  @_expose(wasm, "list_restored_edit") @c(list_restored_edit) public func restoredEdit(
    _ pointer: OpaquePointer, _ change: Int32, _ id: Int32, _ own: Int32, _ slot: Int32,
    _ before: Int32, _ status: Int32
  ) {
    let list = list(pointer)
    let row = Row(id: own, slot: slot)
    var saved = list.restored ?? .noRows
    // So that its arrays are not copied.
    list.restored = nil
    saved.lastTicket = Ticket(rawValue: saved.lastTicket.rawValue + 1)
    let edit = Rows.Edit(
      feed: 0, ticket: saved.lastTicket,
      change: change == 0
        ? .insert(item: row, before: before < 0 ? nil : before)
        : change == 1 ? .update(item: row) : .remove(id: own), id: id)
    if status < 0 {
      saved.edits.append(edit)
    } else {
      saved.refusedEdits.append(.init(edit: edit, failure: failure(0, status, false, 0)))
    }
    list.restored = saved
  }

  /// The edits of an earlier run are there again, without their rows, which load. In a search a query has to be asked.
  @_expose(wasm, "list_restore") @c(list_restore) public func restore(
    _ pointer: OpaquePointer
  ) -> Int32 {
    let list = list(pointer)
    let saved = list.restored ?? .noRows
    list.restored = nil
    return list.send(.restored(snapshot: saved, age: .zero))
  }

  extension Rows.Snapshot {
    fileprivate static var noRows: Self {
      Self(
        version: Rows.State.snapshotVersion, identity: 0, items: [], pages: [], next: .start,
        previous: nil, lastTicket: 0)
    }
  }
#endif
