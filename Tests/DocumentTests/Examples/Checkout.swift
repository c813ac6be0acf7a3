import FeedReducer
import FeedTesting

/// A purchase: submitted, repeated after a timeout, and in the end paid or cancelled.
nonisolated struct Checkout: StateMachine {
  enum Phase: Hashable { case open, paying(Ticket), timedOut, paid, cancelled }
  enum Action: Equatable { case submit, paid(Ticket), timeUp(Ticket), retry, cancel }
  enum Effect: Equatable { case pay(Ticket), stop(Ticket) }
  enum Refusal: Equatable { case notNow, late, noTriesLeft }
  struct State: Hashable { var phase = Phase.open, tries = 0 }

  var maxTries = 2
  var cancelsAfterTimeout = false  // The error, on purpose.

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    switch (state.phase, action) {
    case (.open, .submit), (.timedOut, .retry):
      if state.tries == maxTries { return .ignored(.noTriesLeft) }
      state.tries += 1
      let ticket = Ticket(rawValue: state.tries)
      state.phase = .paying(ticket)
      return .accepted([.pay(ticket)])
    case (.paying(let ticket), .paid(let answered)) where answered == ticket:
      state.phase = .paid
      return .accepted([])
    case (.paying(let ticket), .timeUp(let over)) where over == ticket:
      state.phase = .timedOut
      return .accepted([.stop(ticket)])
    case (.paying(let ticket), .cancel):
      state.phase = .cancelled
      return .accepted([.stop(ticket)])
    case (.timedOut, .cancel) where cancelsAfterTimeout, (.open, .cancel):
      state.phase = .cancelled
      return .accepted([])
    case (_, .paid), (_, .timeUp): return .ignored(.late)
    default: return .ignored(.notNow)
    }
  }
}

/// The customer, the bank and the clock.
nonisolated struct CheckoutModel: Model {
  struct State: Hashable {
    var checkout = Checkout.State()
    var requests: [Ticket] = []
    var payments = 0
  }
  enum Step: Equatable { case submit, retry, cancel, pay(Int), timeUp(Int) }

  var machine = Checkout()
  let start = State()

  func steps(at state: State) -> [Step] {
    if [.paid, .cancelled].contains(state.checkout.phase), state.requests.isEmpty { return [] }
    return [.submit, .retry, .cancel]
      + state.requests.indices.flatMap { [.pay($0), .timeUp($0)] }
  }

  func make(_ step: Step, at state: inout State) -> Exchange<Checkout>? {
    let action: Checkout.Action
    switch step {
    case .submit: action = .submit
    case .retry: action = .retry
    case .cancel: action = .cancel
    case .timeUp(let index): action = .timeUp(state.requests[index])
    case .pay(let index):
      state.payments += 1
      action = .paid(state.requests.remove(at: index))
    }
    let reaction = machine.reduce(into: &state.checkout, action)
    for effect in reaction.effects {
      switch effect {
      case .pay(let ticket): state.requests.append(ticket)
      case .stop(let ticket): state.requests.removeAll { $0 == ticket }
      }
    }
    return Exchange(action, reaction: reaction)
  }

  func machineState(of state: State) -> Checkout.State? { state.checkout }
}

nonisolated extension CheckoutModel {
  static let laws: [Law<CheckoutModel>] = [
    .invariant("pays once", says: "The customer pays at most once.") { $0.payments <= 1 },
    .invariant("cancelled is free", says: "A cancelled purchase is not paid.") {
      $0.checkout.phase != .cancelled || $0.payments == 0
    },
    .reachable("second try", says: "A retry can lead to a payment.") {
      $0.checkout.phase == .paid && $0.checkout.tries == 2
    },
    .liveness(
      "can cancel", says: "A purchase can be cancelled until it is paid.",
      by: { _ in [.cancel] }
    ) { [.paid, .cancelled].contains($0.checkout.phase) },
  ]
}
