import FeedReducer
import Foundation

@testable import FeedEffects

/// Reduces actions as a store does, without one.
struct Play<Item: Identifiable & Equatable, Cursor: Hashable> {
  typealias Machine = Feed<Item, Cursor>

  let feed: Machine
  var state = Machine.State(seed: 1, identity: 1)

  /// Reduces `action`, as if it was sent or, if it answers a ticket, the answer of work.
  mutating func step(_ action: Machine.Action) -> StoreStep<Machine> {
    let reaction = feed.reduce(into: &state, action)
    let cause = action.answeredTicket.map { StoreStep<Machine>.Cause.answer(id: WorkID($0)) }
    return StoreStep(
      machine: feed, action: action, cause: cause ?? .sent, reaction: reaction, state: state)
  }
}

extension Folder {
  /// The file of a trace.
  var trace: URL { url.appending(path: "people.trace") }

  /// The lines of the trace; empty if there is none.
  var lines: [String] {
    let text = (try? String(contentsOf: trace, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// The lines of the trace, as far as tests look at them.
  func steps() throws -> [TracedStep] {
    try lines.map { try JSONDecoder().decode(TracedStep.self, from: Data($0.utf8)) }
  }

  /// A writer to the trace, at a fixed time.
  func writer(limit: Int = 8 << 20) -> TraceWriter {
    TraceWriter(
      to: trace, limit: limit, now: { Date(timeIntervalSince1970: 1_700_000_000.25) })
  }
}

/// What a test reads of a line.
struct TracedStep: Decodable {
  struct Start: Decodable {
    let feed: TraceConfiguration
    let search: [TracedSearch.Action]?
    let actions: [TracedFeed.Action]
  }

  let step: Int
  let dropped: Int?
  let start: Start?
  let action: TracedFeed.Action?
  let search: TracedSearch.Action?
  let ignored: Bool?
  let rows: Int

  /// The rows of the page in the action.
  var page: [TraceRow] {
    if case .pageLoaded(_, let page) = action { page.items } else { [] }
  }

  /// The rows of the snapshot that the line begins with.
  var snapshot: [TraceRow] {
    for case .restored(let snapshot, _) in start?.actions ?? [] { return snapshot.items }
    return []
  }
}
