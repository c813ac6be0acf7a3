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

  /// Leaves an edit that the server has not answered for good, oldest first: its change as that of an effect. 0 if there
  /// is none.
  @_expose(wasm, "list_saved_edit") @c(list_saved_edit) public func savedEdit(
    _ pointer: OpaquePointer, _ index: Int32
  ) -> Int32 {
    let list = list(pointer)
    guard let edits = list.saved?.edits, index >= 0, index < edits.count else { return 0 }
    let (change, id, slot, before) = list.numbers(of: edits[Int(index)].change)
    list.put(change, id, slot, before)
    return 1
  }
#endif
