// A part of a bigger machine: what is sent to its engine goes to the engine of the whole, which has the state.
import FeedReducer

/// The engine of a bigger machine, as the engine of a part of it sees it.
protocol PartHost<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state of the part.
  var state: State { get }

  /// Whether work of the part with this id is running.
  func isRunning(_ id: WorkID) -> Bool

  /// Whether no work of the part in this scope is running, and no action of it waits for its turn.
  func isSettled(in scope: WorkScope) -> Bool

  /// How long it takes until the timer of the part with this id fires.
  func timeLeft(of id: WorkID) -> Duration?

  /// Sends an action of the part. While the opening is running the action waits for that.
  func send(_ action: Action, as part: PartAction) -> Sent

  /// Runs the part's opening, then sends the action that starts the part.
  func open(_ opening: Work<Action>.Operation, start: Action, as part: PartAction) -> Sent

  /// Cancels work of the part. See ``Engine/cancelWork(in:where:cancelled:)``.
  func cancelWork(
    in scope: WorkScope, where isChosen: (Ticket) -> Bool, cancelled: (Ticket) -> Void)

  /// Waits until `isDone` returns true after a step of the whole.
  func wait(
    isolation: isolated (any Actor)?, by name: String, until isDone: @escaping () -> Bool) async

  /// Ends the waits whose condition holds.
  func checkWaits()
}

/// An action that was sent to a part of a machine: what the part knows of it, and the whole does not.
final class PartAction {
  /// The scope of the part's work in the machine.
  let scope: WorkScope

  /// Whether it asks for more.
  let isForMore: Bool

  /// Why the part refuses it in the present state, as a sentence; nil if it accepts it.
  let refusal: () -> String?

  /// What it waits for in the present state, once the whole has accepted or refused it.
  let awaited: (_ isAccepted: Bool) -> Awaited?

  init(
    scope: WorkScope, isForMore: Bool, refusal: @escaping () -> String?,
    awaited: @escaping (_ isAccepted: Bool) -> Awaited?
  ) {
    self.scope = scope
    self.isForMore = isForMore
    self.refusal = refusal
    self.awaited = awaited
  }

  /// The id of work of the part in the machine.
  func id(of id: WorkID) -> WorkID { WorkID(id.ticket, scope: scope) }

  /// The same in a bigger machine around this one.
  func inside(_ outer: WorkScope) -> PartAction {
    PartAction(scope: scope.inside(outer), isForMore: isForMore, refusal: refusal, awaited: awaited)
  }
}

/// A machine whose engine has the state of a part.
final class WholeMachine<Machine: StateMachine, Part: StateMachine>: PartHost {
  private let engine: Engine<Machine>
  /// Kept as long as the part is, or else the work of the part would end with the last use of the whole.
  private let owner: AnyObject
  private let scope: WorkScope
  private let part: (Machine.State) -> Part.State
  private let action: @Sendable (Part.Action) -> Machine.Action

  /// - Parameters:
  ///   - engine: The engine of the machine.
  ///   - owner: The store of the engine.
  ///   - scope: The scope of the part's work in the machine.
  ///   - part: Returns the state of the part.
  ///   - action: Makes an action of the machine of one of the part.
  init(
    _ engine: Engine<Machine>, owner: AnyObject, scope: WorkScope,
    part: @escaping (Machine.State) -> Part.State,
    action: @escaping @Sendable (Part.Action) -> Machine.Action
  ) {
    self.engine = engine
    self.owner = owner
    self.scope = scope
    self.part = part
    self.action = action
  }

  var state: Part.State { part(engine.state) }

  func isRunning(_ id: WorkID) -> Bool { engine.isRunning(id.inside(scope)) }

  func isSettled(in inner: WorkScope) -> Bool { engine.isSettled(in: inner.inside(scope)) }

  func timeLeft(of id: WorkID) -> Duration? { engine.timeLeft(of: id.inside(scope)) }

  func send(_ action: Part.Action, as part: PartAction) -> Sent {
    engine.startIfNeeded()
    return engine.submit(self.action(action), to: part.inside(scope))
  }

  func open(
    _ opening: Work<Part.Action>.Operation, start: Part.Action, as part: PartAction
  ) -> Sent {
    engine.startIfNeeded()
    return engine.open(opening.map(action), start: action(start), as: part.inside(scope))
  }

  func cancelWork(
    in inner: WorkScope, where isChosen: (Ticket) -> Bool, cancelled: (Ticket) -> Void
  ) {
    engine.cancelWork(in: inner.inside(scope), where: isChosen, cancelled: cancelled)
  }

  func wait(
    isolation: isolated (any Actor)?, by name: String, until isDone: @escaping () -> Bool
  ) async {
    await engine.wait(isolation: isolation, by: name) { _ in isDone() }
  }

  func checkWaits() { engine.checkWaits() }
}

extension Engine {
  /// Sends an action of a part to the engine of the whole.
  func pass(
    _ action: Machine.Action, of part: PartAction?,
    to host: any PartHost<Machine.State, Machine.Action>
  ) -> Sent {
    if isStopped { return .afterStop }
    prepareStart(for: action)
    let part = part ?? partAction(action)
    guard let opening, action == start else { return host.send(action, as: part) }
    self.opening = nil
    return host.open(opening, start: action, as: part)
  }

  private func partAction(_ action: Machine.Action) -> PartAction {
    PartAction(
      scope: [], isForMore: action == requestForMore,
      refusal: { [self] in machine.reduce(state, action).refusal.map { "\($0)" } },
      awaited: { [self] isAccepted in
        let state = state
        if isAccepted { return machine.awaited(by: action, after: .accepted([]), in: state) }
        return machine.reduce(state, action).refusal.flatMap {
          machine.awaited(by: action, after: .ignored($0), in: state)
        }
      })
  }

  /// Says once in a debug build that what an action of a part has begun is not work of the part: its waits would end
  /// early.
  func noteScope(of part: PartAction, group: GroupID) {
    #if DEBUG
      let scopes = running.lazy.filter { $0.group == group }.map(\.handle.id.scope)
      guard !hasNotedScope, let other = scopes.first,
        !scopes.contains(where: { $0.isInside(part.scope) })
      else { return }
      hasNotedScope = true
      Standstill.printError(
        """
        FeedEffects: the store of a part has the scope \(part.scope.keys), and its handler gives its work \(other.keys); \
        make both the same, or its waits end early. (Debug builds say this once.)
        """)
    #endif
  }

  /// Runs the opening of a part, and then sends the action that starts it.
  func open(
    _ opening: Work<Machine.Action>.Operation, start: Machine.Action, as part: PartAction
  ) -> Sent {
    if let host { return host.open(opening, start: start, as: part) }
    if isStopped { return .afterStop }
    lastGroup += 1
    perform(.run(id: part.id(of: .opening), operation: opening), group: lastGroup)
    return submit(start, to: part)
  }
}
