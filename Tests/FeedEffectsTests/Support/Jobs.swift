@testable import FeedEffects
import FeedReducer

/// A machine whose effects a test sends as they are: each action is the list of its effects.
struct Jobs: StateMachine {
  struct State: Equatable, Sendable {
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case effects([Effect])
    case done(String)
    case nothing
  }

  enum Effect: Equatable, Sendable {
    case run(Ticket, within: Duration? = nil)
    case cancel(Ticket)
    case schedule(Ticket, Duration)
  }

  enum Refusal: Equatable, Sendable { case nothing }

  func reduce(into state: inout State, _ action: Action) -> Reaction<Effect, Refusal> {
    switch action {
    case .effects(let effects):
      state.log.append("effects")
      return .accepted(effects)
    case .done(let what):
      state.log.append(what)
      return .accepted([])
    case .nothing:
      return .ignored(.nothing)
    }
  }
}

/// Carries out the effects of ``Jobs``.
struct JobHandler: EffectHandler {
  func work(for effect: Jobs.Effect) -> Work<Jobs.Action> {
    switch effect {
    case .run(let ticket, let time):
      .run(
        id: WorkID(ticket), operation: .concurrent { .done("ran \(ticket)") },
        deadline: time.map { .init(after: $0, action: .done("late \(ticket)")) })
    case .cancel(let ticket): .cancel(id: WorkID(ticket))
    case .schedule(let ticket, let after):
      .schedule(id: WorkID(ticket), after: after, action: .done("woke \(ticket)"))
    }
  }
}

/// An engine whose work a test starts and ends by hand, so that no test has to wait.
final class Bench {
  let engine = Engine(Jobs(), state: .init(), handler: JobHandler())
  private(set) var launches: [Engine<Jobs>.WorkItem] = []
  private(set) var tasks: [Task<Void, Never>] = []

  init() {
    engine.launch = { [unowned self] launch in
      launches.append(launch)
      // It ends only when it is cancelled.
      let forever = AsyncStream.makeStream(of: Never.self).stream
      let task = Task { for await _ in forever {} }
      tasks.append(task)
      return task
    }
  }

  /// The answer of the work that was started as the `number`th, counted from 0.
  func answer(_ number: Int, _ what: String) {
    engine.receive(.done(what), for: launches[number].handle)
  }
}
