// Gaps between rows.
#if GAPS
  import FeedReducer

  /// How many gaps there are. Read them when all splices are taken.
  @_expose(wasm, "list_gaps") @c(list_gaps) public func gaps(_ pointer: OpaquePointer) -> Int32 {
    Int32(list(pointer).loop.state.gaps.count)
  }

  /// How the load of a gap stands, as `list_footer` has it: 0 if it does not load. Leaves the kind of load, the timer or the
  /// status, the id of the gap, the index of the row below it, and of a load whether it was asked for from below, or by a
  /// reader below. -1 if there is no such gap.
  @_expose(wasm, "list_gap") @c(list_gap) public func gap(
    _ pointer: OpaquePointer, _ number: Int32
  ) -> Int32 {
    let list = list(pointer)
    let gaps = list.loop.state.gaps
    guard number >= 0, number < gaps.count else { return -1 }
    let gap = gaps[Int(number)]
    let (code, more) = gap.load.numbers
    let isBelow = list.isFilledFromBelow ? 1 : 0
    list.put(LoadKind.gap.number, more, gap.id.rawValue, gap.index, isBelow)
    return code
  }

  /// The rows of a gap are wanted: those that follow the row above it, or come before the one below it.
  @_expose(wasm, "list_fill") @c(list_fill) public func fill(
    _ pointer: OpaquePointer, _ id: Int32, _ isFromBelow: Bool
  ) -> Int32 {
    let list = list(pointer)
    let id = Ticket(rawValue: Int(id))
    let why = list.send(.gapTapped(id: id, from: isFromBelow ? .below : .above))
    if why == 0 { (list.isFilledFromBelow, list.isTapped) = (isFromBelow, true) }
    return why
  }

  /// Where the rows of a gap are that follow the row above it, or come before the one below it: leaves the direction and
  /// the cursor, as `list_effect` does. 0 if that is not known.
  @_expose(wasm, "list_gap_position") @c(list_gap_position) public func gapPosition(
    _ pointer: OpaquePointer, _ id: Int32, _ isFromBelow: Bool
  ) -> Int32 {
    let list = list(pointer)
    #if SEARCH
      let feed = list.loop.state.feed
    #else
      let feed = list.loop.state
    #endif
    let id = Ticket(rawValue: Int(id))
    guard let position = feed.position(ofGap: id, from: isFromBelow ? .below : .above) else {
      return 0
    }
    let (direction, cursor) = list.numbers(of: position)
    list.put(direction, cursor)
    return 1
  }

  extension List {
    /// Notes from which side a gap loads: as it was tapped, or by itself from where the reader is. A server may know the
    /// other side only, and the reader is there all the same. A load that is repeated is the one before.
    func noteSide() {
      if isTapped {
        isTapped = false
        return
      }
      #if SEARCH
        let (gaps, reader) = (loop.machine.feed.gaps, loop.state.feed.reader)
      #else
        let (gaps, reader) = (loop.machine.gaps, loop.state.reader)
      #endif
      guard gaps?.isAutomatic == true, let reader,
        let gap = loop.state.gaps.first(where: { $0.load.numbers.code == 1 })
      else { return }
      isFilledFromBelow = gap.index < reader.upperBound
    }
  }

  extension LoadState {
    /// How the load stands, as `list_footer` has it, and the timer or the status of its failure.
    var numbers: (code: Int32, more: Int) {
      switch self {
      case .loading: (1, -1)
      case .waiting(let timer, _): (2, timer.rawValue)
      case .failed(let failure): (3, failure.status ?? 0)
      case .offline: (4, -1)
      case .ended: (5, -1)
      default: (0, -1)
      }
    }
  }
#endif
