extension Feed.State {
  /// Traps in debug builds if the state contradicts itself. Every accepted action ends with it.
  func checkInvariants() {
    assert(violation == nil, violation ?? "")
  }

  /// The invariant that does not hold, or nil.
  ///
  /// - Complexity: O(1). Of lists with many pages the sum of the pages is not checked.
  package var violation: String? {
    if let reader = visibleRows, reader.isEmpty || reader.upperBound > items.count {
      return "the reader is at rows that the list does not have"
    }
    if isRefreshAlone, LoadKind.allCases.contains(where: { $0 != .refresh && self[$0].isUnderWay })
    {
      return "another load is under way beside a refresh"
    }
    if !isOnline, LoadKind.allCases.contains(where: { self[$0].timer != nil }) {
      return "a timer runs while the device is offline"
    }
    if !hasFirstPage, !items.isEmpty || !pages.isEmpty { return "there are rows but no first page" }
    if isStopped, hasFirstPage || refresh != .idle || !items.isEmpty || !pendingEdits.isEmpty {
      return "a stopped feed has rows, edits or loads"
    }
    var last = 0
    for gap in gapRecords {
      if gap.row <= last || gap.row >= serverRows.count { return "a gap is not between two rows" }
      if gap.next == nil, gap.previous == nil { return "a gap has no position" }
      last = gap.row
    }
    for kind in LoadKind.allCases where lastTicket < self[kind].request ?? self[kind].timer ?? 0 {
      return "a load has a ticket that was never given"
    }
    if pages.count <= 32, pages.reduce(0, { $0 + $1.count }) != serverRows.count {
      return "the pages count other rows than the server's list has"
    }
    return nil
  }
}
