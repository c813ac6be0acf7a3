import FeedReducer

/// Feeds that open and close, with an edit, offline, and a log out.
func useFeeds(_ sum: inout Checksum) {
  typealias Chats = Feeds<Int32, Row, Int32>
  let chats = Chats(Rows(pageSize: 2, prefetchDistance: 1, edits: .optimistic), maxClosed: 1)
  expect(chats == Chats(chats.feed, maxClosed: chats.maxClosed))
  var loop = Loop(chats, state: Chats.State(seed: 7, identity: 7))
  expect(loop.state == Chats.State(seed: 7, identity: 7))
  let request = Rows.Request(ticket: 1, kind: .refresh, position: .start, size: 2)
  expect(loop.send(.opened(key: 5)).effects == [.feed(key: 5, effect: .load(request: request))])
  let page = Rows.Page(items: [Row(id: 1), Row(id: 2)], next: 3, ending: nil)
  sum.add(loop.send(.feed(key: 5, action: .pageLoaded(ticket: 1, page: page))).effects.count)
  sum.add(loop.send(.feed(key: 5, action: .edit(change: .remove(id: 1)))).effects.count)
  expect(loop.state[5]?.items.count == 1 && loop.state.openKeys == [5] && loop.state.isOnline)
  sum.add(loop.send(.closed(key: 5)).effects.count)
  expect(loop.state.closedKeys == [5] && loop.send(.closed(key: 5)).refusal == .closed)
  sum.add(loop.send(.connectivityChanged(isOnline: false)).effects.count)
  sum.add(loop.send(.stopped).effects.count)
  expect(loop.state[5] == nil && loop.send(.stopped).refusal == .stopped)
  var state = loop.state
  expect(chats.reduce(into: &state, .stopped) == .ignored(.stopped))
}
