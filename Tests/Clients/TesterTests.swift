// Depends on the product FeedTesting, as a test of a user's does.
import FeedReducer
import FeedTesting
import Testing

nonisolated struct Row: Identifiable, Equatable {
  let id: Int
}

@Test func aFeedStepByStep() {
  let tester = Tester(
    Feed<Row, Int>(pageSize: 3), report: { Issue.record(Comment(rawValue: $0.message)) })
  tester.given(.started)
  tester.send(.loadMore, refused: .refreshing(ticket: 1))
  tester.finish(inFlight: [
    .load(request: .init(ticket: 1, kind: .refresh, position: .start, size: 3))
  ])
}
