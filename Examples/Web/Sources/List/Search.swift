// A list that follows a query, which is a number.
#if SEARCH
  import FeedReducer

  /// The user typed; -1 for no query.
  @_expose(wasm, "list_typed") @c(list_typed) public func typed(
    _ pointer: OpaquePointer, _ query: Int32
  ) -> Int32 { list(pointer).send(machine: .typed(query: query < 0 ? nil : query)) }

  /// The query is asked at once.
  @_expose(wasm, "list_submit") @c(list_submit) public func submit(
    _ pointer: OpaquePointer
  ) -> Int32 { list(pointer).send(machine: .submitted) }
#endif
