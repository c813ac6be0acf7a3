import FeedEffects
import FeedReducer
import FeedTesting

/// A machine whose reactions the test sets, so that every failure can occur.
struct Puppet: StateMachine {
  struct State: Equatable {
    var name = "a"
    var count = 0
    var choice = Choice.idle
    var limit: Int?
    var rows: [Row] = []
    var tags: Set<String> = []
    var prices: [String: Int] = [:]
    var inner = Inner()
  }

  struct Row: Equatable {
    var id: Int
    var text = "a text that is long enough to be shown by what differs in it"
  }

  struct Inner: Equatable {
    var title = "a title that is long enough to be shown by what differs in it"
    var isOpen = false
  }

  enum Choice: Equatable {
    case idle, loading(ticket: Int, attempt: Int)
  }

  enum Action: Equatable { case go, answer(Ticket) }
  enum Effect: Equatable { case load(Ticket, page: Int), stop(Ticket) }

  enum Refusal: Equatable, CustomStringConvertible {
    case far(row: Int)
    case late

    var description: String {
      switch self {
      case .far(let row): "row \(row) is far from the end; scroll on"
      case .late: "it is too late; come tomorrow"
      }
    }
  }

  typealias Answer = Reaction<Effect, Refusal>

  let does: (inout State) -> Answer

  func reduce(into state: inout State, _ action: Action) -> Answer {
    does(&state)
  }
}

typealias PuppetTester = Tester<Puppet, Puppet.State>

extension Tracking<Puppet> {
  static var puppet: Tracking {
    Tracking(
      effect: { effect in
        switch effect {
        case .load(let ticket, _): .starts(.init(ticket))
        case .stop(let ticket): .stops(.init(ticket))
        }
      },
      answer: { if case .answer(let ticket) = $0 { .init(ticket) } else { nil } })
  }
}

/// What a tester reports.
final class Reports {
  var failures: [TesterFailure] = []
  var skipped: [String] = []

  /// A tester of a puppet that reacts to each action in the same way.
  func tester(
    state: Puppet.State = .init(), line: UInt = #line,
    _ does: @escaping (inout Puppet.State) -> Puppet.Answer
  ) -> PuppetTester {
    let tester = Tester(
      Puppet(does: does), state: state, tracking: .puppet, report: { self.failures.append($0) },
      line: line)
    return tester
  }

  var messages: [String] { failures.map(\.message) }
}
