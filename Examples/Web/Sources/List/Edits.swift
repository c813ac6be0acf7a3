// Edits.
import FeedReducer

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

  /// An edit failed. `why`, `status` and `isRetryable` as in `list_fail`.
  @_expose(wasm, "list_refuse") @c(list_refuse) public func refuse(
    _ pointer: OpaquePointer, _ ticket: Int32, _ why: Int32, _ status: Int32, _ isRetryable: Bool
  ) -> Int32 {
    list(pointer).send(
      .editFailed(
        ticket: Ticket(rawValue: Int(ticket)), failure: failure(why, status, isRetryable, 0)))
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
    let list = list(pointer)
    if let failure = list.loop.state.failure(of: id) {
      list.put(failure.status ?? 0)
      return 2
    }
    return list.loop.state.isPending(id) ? 1 : 0
  }

  extension List {
    func numbers(of change: Rows.Change) -> (Int, Int, Int, Int) {
      switch change {
      case .insert(let row, let before): (0, Int(row.id), Int(row.slot), Int(before ?? -1))
      case .update(let row): (1, Int(row.id), Int(row.slot), -1)
      case .remove(let id): (2, Int(id), -1, -1)
      }
    }
  }
#endif
