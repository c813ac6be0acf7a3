import FeedReducer

/// A feed that is kept and brought back.
func useSnapshots(_ sum: inout Checksum) {
  let feed = Rows(pageSize: 4, edits: .optimistic)
  var loop = Loop(feed, state: .init(seed: 3, identity: 3))
  loop.send(.started)
  loop.send(.pageLoaded(ticket: 1, page: .init(items: rows(1...4), next: 5)))
  loop.send(.edit(change: .update(item: Row(id: 2, value: 9))))
  guard let snapshot = loop.state.snapshot else { return expect(false) }
  let copy = Rows.Snapshot(
    version: Rows.State.snapshotVersion - 1, identity: snapshot.identity, items: snapshot.items,
    pages: snapshot.pages, next: snapshot.next, previous: snapshot.previous,
    droppedBefore: snapshot.droppedBefore, droppedAfter: snapshot.droppedAfter,
    firstVisible: snapshot.firstVisible, edits: snapshot.edits,
    refusedEdits: snapshot.refusedEdits, lastTicket: snapshot.lastTicket,
    total: snapshot.total)
  expect(copy == snapshot && copy.version == snapshot.version)
  expect(copy.pages == [Rows.PageRecord(count: 4, position: .start)])
  expect(copy.pages[0].position == .start && copy.pages[0].count == 4)
  expect(copy.next == .after(cursor: 5))
  let edit = Rows.Edit(feed: 3, ticket: 2, change: .update(item: Row(id: 2, value: 9)))
  expect(copy.edits == [edit] && copy.edits[0].change == edit.change)

  var later = Loop(feed, state: .init(seed: 4, identity: 4))
  expect(later.send(.restored(snapshot: copy, age: .seconds(1))).refusal == nil)
  expect(later.state.items == loop.state.items)
  for row in later.state.items { sum.add(Int(row.value)) }
  var broken = copy
  broken.version += 2
  sum.add(later.send(.restored(snapshot: broken, age: .zero)).refusal?.description ?? "")
}
