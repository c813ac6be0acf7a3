import FeedModel
import FeedReducer
import FeedTesting
import Foundation

/// A feed to which anything happens: answers to what nobody asked, pages that no server sends.
///
/// The worlds of `FeedScenario` are true to life. Here a machine has to keep its promises whatever
/// it is told.
struct WildWorld: World {
  typealias Machine = Letters

  struct Moment {
    var state: Letters.State

    /// What was begun and neither answered nor cancelled.
    var live: Set<Ticket> = []
  }

  struct Move: Equatable {
    let action: Letters.Action

    /// How many tickets were given after the one that the action bears, if it bears one.
    ///
    /// Not the ticket itself: that means something else after other moves are left out.
    let age: Int
  }

  let feed: Letters

  /// A feed with everything that can be configured, at random.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    feed = Letters(
      pageSize: Int.random(in: 1...4, using: &random),
      prefetchDistance: Int.random(in: 1...4, using: &random),
      refreshMode: Bool.random(using: &random) ? .merge : .firstPage,
      retry: RetryPolicy(attempts: Int.random(in: 0...2, using: &random)),
      maxItems: Bool.random(using: &random) ? 8 : nil)
  }

  var start: Moment { Moment(state: Letters.State(seed: 1)) }

  var preamble: [String] {
    [
      "# pages of \(feed.pageSize), prefetch \(feed.prefetchDistance), \(feed.refreshMode), "
        + "\(feed.retry.attempts) retries, at most \(feed.maxItems.map(String.init) ?? "any") rows"
    ]
  }

  /// None are listed: there is no end to them.
  func moves(at moment: Moment) -> [Move] { [] }

  func has(_ move: Move, at moment: Moment) -> Bool { true }

  func make(_ move: Move, at moment: inout Moment) -> Exchange<Letters>? {
    let action = action(for: move, at: moment)
    let reaction = feed.reduce(into: &moment.state, action)
    if reaction.refusal == nil, let ticket = action.answered { moment.live.remove(ticket) }
    for effect in reaction.effects {
      switch effect {
      case .cancel(let ticket): moment.live.remove(ticket)
      case .load(let request): moment.live.insert(request.ticket)
      case .schedule(let ticket, _): moment.live.insert(ticket)
      case .send(let edit): moment.live.insert(edit.ticket)
      }
    }
    return Exchange(action, reaction)
  }

  /// What a move tells the machine.
  func action(for move: Move, at moment: Moment) -> Letters.Action {
    move.action.bearing(
      Ticket(rawValue: max(0, moment.state.lastTicket.rawValue - move.age)))
  }

  func fingerprint(of moment: Moment) -> UInt64 { UInt64(moment.state.lastTicket.rawValue) }

  func line(for move: Move, at moment: Moment) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let action = action(for: move, at: moment)
    return (try? String(decoding: encoder.encode(action), as: UTF8.self)) ?? "\(action)"
  }
}

extension Letters.Action {
  /// The ticket of what this is the answer to.
  var answered: Ticket? {
    switch self {
    case .pageLoaded(let ticket, _), .failed(let ticket, _), .cancelled(let ticket),
      .timerFired(let ticket), .editCommitted(let ticket, _), .editFailed(let ticket, _):
      ticket
    default: nil
    }
  }

  /// The same answer, to what has another ticket.
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
