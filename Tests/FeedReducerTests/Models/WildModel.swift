import FeedModel
import FeedReducer
import FeedTesting
import Foundation

/// A feed that receives any action: answers without a request, and pages that no server sends.
///
/// The scenarios of `FeedScenario` are realistic. Here the laws have to hold for every input.
struct WildModel: Model {
  typealias Machine = Letters

  struct State {
    var feed: Letters.State

    /// The tickets of work that was started, and neither answered nor cancelled.
    var live: Set<Ticket> = []
  }

  struct Step: Equatable {
    let action: Letters.Action

    /// How many tickets were issued after the one that the action carries, if it carries one.
    ///
    /// An age stays meaningful when shrinking removes other steps; a ticket would not.
    let age: Int
  }

  let feed: Letters

  /// Creates a feed with random settings.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    feed = Letters(
      pageSize: Int.random(in: 1...4, using: &random),
      prefetchDistance: Int.random(in: 1...4, using: &random),
      refreshMode: Bool.random(using: &random) ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int.random(in: 0...2, using: &random)),
      maxItems: Bool.random(using: &random) ? 8 : nil, edits: .optimistic)
  }

  var start: State { State(feed: Letters.State(seed: 1, identity: 1)) }

  var preamble: [String] {
    [
      "# pages of \(feed.pageSize), prefetch \(feed.prefetchDistance), \(feed.refreshMode), "
        + "\(feed.retry.attempts) retries, at most \(feed.maxItems.map(String.init) ?? "any") rows"
    ]
  }

  /// None are listed, because their number is unbounded.
  func steps(at state: State) -> [Step] { [] }

  func has(_ step: Step, at state: State) -> Bool { true }

  func make(_ step: Step, at state: inout State) -> Exchange<Letters>? {
    let action = action(for: step, at: state)
    let reaction = feed.reduce(into: &state.feed, action)
    if reaction.refusal == nil, let ticket = action.answered { state.live.remove(ticket) }
    for effect in reaction.effects {
      switch effect {
      case .cancel(let ticket): state.live.remove(ticket)
      case .load(let request): state.live.insert(request.ticket)
      case .schedule(let ticket, _): state.live.insert(ticket)
      case .send(let edit): state.live.insert(edit.ticket)
      case .drop: break
      }
    }
    return Exchange(action, reaction: reaction)
  }

  /// The action that a step sends, with the ticket of its age.
  func action(for step: Step, at state: State) -> Letters.Action {
    step.action.bearing(
      Ticket(rawValue: max(0, state.feed.lastTicket.rawValue - step.age)))
  }

  func fingerprint(of state: State) -> UInt64 { UInt64(state.feed.lastTicket.rawValue) }

  func line(for step: Step, at state: State) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let action = action(for: step, at: state)
    return (try? String(decoding: encoder.encode(action), as: UTF8.self)) ?? "\(action)"
  }
}

extension Letters.Action {
  /// The ticket of the work that this answers.
  var answered: Ticket? {
    switch self {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket),
      .timerFired(let ticket), .editCommitted(let ticket, _), .editFailed(let ticket, _):
      ticket
    default: nil
    }
  }

  /// The same answer with another ticket.
  fileprivate func bearing(_ ticket: Ticket) -> Self {
    switch self {
    case .pageLoaded(_, let page): .pageLoaded(ticket: ticket, page: page)
    case .failed(_, let failure): .failed(ticket: ticket, failure: failure)
    case .cancelled: .cancelled(ticket: ticket)
    case .timerFired: .timerFired(ticket: ticket)
    case .editCommitted(_, let item): .editCommitted(ticket: ticket, item: item)
    case .editFailed(_, let failure): .editFailed(ticket: ticket, failure: failure)
    default: self
    }
  }
}
