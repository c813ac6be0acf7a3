import FeedReducer

/// A gap that opens, is stored and brought back, and is filled.
func useGaps(_ sum: inout Checksum) {
  let manual = Rows.GapRules.manual
  let feed = Rows(pageSize: 2, refreshMode: .merge, gaps: manual)
  expect(feed.gaps == manual && !(manual == Rows.GapRules.automatic) && manual.isAutomatic == false)
  expect(Rows.GapRules.automatic.description == "automatic")
  var loop = Loop(feed, state: .init(seed: 3, identity: 3))
  loop.send(.started)
  loop.send(.pageLoaded(ticket: 1, page: .init(items: rows(7...8), next: 9)))
  loop.send(.refreshPulled)
  loop.send(.pageLoaded(ticket: 2, page: .init(items: rows(1...2), next: 3)))
  expect(loop.state.gaps == [Rows.Gap(id: 3, index: 2, load: .idle)])
  expect(gapCount(of: loop.state) == 1 && feed.explain(.gap, in: loop.state) == .gapByHand)
  expect(loop.state.position(ofGap: 3, from: .above) == .after(cursor: 3))
  expect(loop.state.position(ofGap: 3, from: .below) == nil)
  useRowsAndGaps(of: loop.state, &sum)
  guard let gap = loop.state.gaps.first, let snapshot = loop.state.snapshot else {
    return expect(false)
  }
  expect(gap.id == 3 && gap.index == 2 && gap.load == .idle)
  let record = Rows.GapRecord(id: 3, row: 2, next: .after(cursor: 3), previous: nil)
  expect(snapshot.gaps == [record] && record.id == 3 && record.row == 2)
  expect(record.next != record.previous && record.emptyPages == 0 && snapshot.version == 2)

  loop = Loop(feed, state: .init(seed: 4, identity: 4))
  loop.send(.restored(snapshot: snapshot, age: .zero))
  for side in GapSide.allCases { expect(GapSide(rawValue: side.rawValue) == side) }
  loop.send(.gapTapped(id: 3, from: .below))
  loop.send(.pageLoaded(ticket: loop.state.lastTicket, page: .init(items: rows(3...7), next: 8)))
  expect(loop.state.gaps.isEmpty && loop.state.items.count == 8)
  sum.add(loop.send(.gapTapped(id: 3, from: .above)).refusal?.description ?? "")
  sum.add(GapSide.above.description)
}

private func useRowsAndGaps(of state: Rows.State, _ sum: inout Checksum) {
  let all = state.rowsAndGaps
  let none = RowsAndGaps<Row, Int32>(items: all.items, gaps: [])
  expect(all.count == 5 && all.startIndex == 0 && all.endIndex == 5 && all.gaps == state.gaps)
  expect(all.position(ofItem: 2) == 3 && all.itemIndices(in: 1..<4) == 1..<3)
  expect(all[2] == .gap(state.gaps[0]) && all[2].id == .gap(3) && all[0] != all[1])
  expect(all[0] == .row(all.items[0]) && all[0].id == .row(1) && none.count == 4)
  sum.add(all[0].id.hashValue == all[0].id.hashValue)
  let splices = all.splices(from: none)
  expect(splices.count == 1 && splices[0].index == 2 && splices[0].inserted == 1)
}

/// How many gaps anything has that shows a feed.
private func gapCount(of state: some FeedDisplay) -> Int { state.gaps.count }
