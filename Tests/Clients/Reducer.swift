// Depends on the product FeedReducer and on nothing else, not even Foundation.
import FeedReducer

struct Row: Identifiable, Equatable {
  let id: Int
}

var loop = Loop(
  Feed<Row, Int>(pageSize: 3, retry: RetryPolicy(attempts: 1)), state: .init(seed: 1, identity: 1))
loop.send(.started)
let failure = FeedFailure(.http, message: "busy", isRetryable: true)
guard case .schedule(let timer, _)? = loop.send(.failed(ticket: 1, failure: failure)).effects.first
else { fatalError("a failure that may pass is tried again") }
loop.send(.timerFired(ticket: timer))
loop.send(.pageLoaded(ticket: 3, page: .init(items: [1, 2, 3].map(Row.init), next: 4)))
print(loop.state.items.count, "rows")
