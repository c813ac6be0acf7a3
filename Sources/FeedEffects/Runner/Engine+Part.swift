// A part of a bigger machine: what is sent to its engine goes to the engine of the whole, which has the state.
import FeedReducer

/// An action that was sent to a part of a machine: what the part knows of it, and the whole does not.
///
/// It holds no engine, or else one whose work runs would hold itself.
final class PartAction<State> {
  /// The engine of the part that it was sent to.
  let sender: ObjectIdentifier

  /// The scope of the part's work in the machine.
  let scope: WorkScope

  /// Whether it asks for more.
  let isForMore: Bool

  /// Returns its name for a report.
  let name: () -> String

  /// Why the part refuses it in a state, as a sentence; nil if it accepts it.
  let refusal: (State) -> String?

  /// What it waits for in a state, once the whole has accepted or refused it.
  let awaited: (State, _ isAccepted: Bool) -> Awaited?

  init(
    of sender: ObjectIdentifier, scope: WorkScope, isForMore: Bool, name: @escaping () -> String,
    refusal: @escaping (State) -> String?,
    awaited: @escaping (State, _ isAccepted: Bool) -> Awaited?
  ) {
    self.sender = sender
    self.scope = scope
    self.isForMore = isForMore
    self.name = name
    self.refusal = refusal
    self.awaited = awaited
  }

  /// The id of work of the part in the machine.
  func id(of id: WorkID) -> WorkID { WorkID(id.ticket, scope: scope) }

  /// The same in a bigger machine around this one.
  func inside<Whole>(
    _ outer: WorkScope, part: @escaping (Whole) -> State
  ) -> PartAction<Whole> {
    PartAction<Whole>(
      of: sender, scope: scope.inside(outer), isForMore: isForMore, name: name,
      refusal: { [refusal] in refusal(part($0)) },
      awaited: { [awaited] in awaited(part($0), $1) })
  }
}

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
  func send(_ action: Action, as part: PartAction<State>) -> Sent

  /// Runs the part's opening, then sends the action that starts the part.
  func open(_ opening: Work<Action>.Operation, start: Action, as part: PartAction<State>) -> Sent

  /// Cancels work of the part. See ``Engine/cancelWork(in:where:cancelled:)``.
  func cancelWork(
    in scope: WorkScope, where isChosen: (Ticket) -> Bool, cancelled: (Ticket) -> Void)

  /// Waits until `isDone` returns true after a step of the whole.
  func wait(
    isolation: isolated (any Actor)?, by name: String, until isDone: @escaping () -> Bool) async

  /// Ends what waits for the actions of a part's engine that was stopped.
  func endWaits(of sender: ObjectIdentifier)
}

/// A machine whose engine has the state of a part.
final class WholeMachine<Machine: StateMachine, Part: FeedMachine>: PartHost {
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

  func send(_ action: Part.Action, as part: PartAction<Part.State>) -> Sent {
    engine.startIfNeeded()
    let sent = engine.submit(self.action(action), to: part.inside(scope, part: self.part))
    noteScope()
    return sent
  }

  func open(
    _ opening: Work<Part.Action>.Operation, start: Part.Action, as part: PartAction<Part.State>
  ) -> Sent {
    engine.startIfNeeded()
    let (state, wasStopped) = (self.part, self.state.feed.isStopped)
    return engine.open(
      opening.map(action), start: action(start), as: part.inside(scope, part: state),
      // A user who has logged out meanwhile wants no rows.
      if: { wasStopped || !state($0).feed.isStopped })
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

  func endWaits(of sender: ObjectIdentifier) { engine.endWaits(of: sender) }

  /// Says once in a debug build that the part loads and no such work is running in its scope: waits would end early.
  private func noteScope() {
    #if DEBUG
      let feed = state.feed
      let tickets = LoadKind.allCases.compactMap { feed[$0].request }
      guard !engine.hasNotedScope, engine.isAtRest,
        tickets.contains(where: { !isRunning(WorkID($0)) })
      else { return }
      engine.hasNotedScope = true
      Standstill.printError(scope.sentenceOfNoWork)
    #endif
  }
}

extension WorkScope {
  /// What a debug build says of a part that loads without work in this scope.
  var sentenceOfNoWork: String {
    """
    FeedEffects: a part loads, and no work of the scope \(keys) is running. Make the store of the part with the scope \
    that its handler gives, or its waits end early. (Debug builds say this once.)
    """
  }
}

extension Engine {
  /// Sends an action of a part to the engine of the whole.
  func pass(
    _ action: Machine.Action, of part: PartAction<Machine.State>?,
    to host: any PartHost<Machine.State, Machine.Action>
  ) -> Sent {
    if isStopped { return .afterStop }
    prepareStart(for: action)
    let part = part ?? partAction(action)
    guard let opening, action == start else { return host.send(action, as: part) }
    (self.opening, isOpening) = (nil, true)
    return host.open(opening, start: action, as: part)
  }

  private func partAction(_ action: Machine.Action) -> PartAction<Machine.State> {
    let machine = machine
    return PartAction(
      of: ObjectIdentifier(self), scope: [], isForMore: isForMore?(action) ?? false,
      name: { nameOfAction(action) },
      refusal: { machine.reduce($0, action).refusal.map { "\($0)" } },
      awaited: { state, isAccepted in
        if isAccepted { return machine.awaited(by: action, after: .accepted([]), in: state) }
        return machine.reduce(state, action).refusal.flatMap {
          machine.awaited(by: action, after: .ignored($0), in: state)
        }
      })
  }

  /// Tells the observers of a part what the whole has made of it, if it is another state than before.
  ///
  /// - Returns: Whether the part is still there to be told.
  func wholeHasChanged() -> Bool {
    guard let host, !isStopped else { return false }
    // What was read may have changed nothing, and the list is no longer loading.
    let hasOpened = isOpening && !host.isRunning(.opening)
    if hasOpened { isOpening = false }
    if hasOpened || host.state != current {
      current = host.state
      notifyObservers()
    }
    return true
  }

  // MARK: - The whole

  /// The reading of a part's snapshot, and the actions that wait for its end.
  struct Opening {
    let part: PartAction<Machine.State>
    let group: GroupID
    let start: Machine.Action
    /// Whether the part is to start in this state.
    let isWanted: (Machine.State) -> Bool
    var held: [Queued] = []
  }

  /// Runs the opening of a part, and then sends the action that starts it.
  func open(
    _ opening: Work<Machine.Action>.Operation, start: Machine.Action,
    as part: PartAction<Machine.State>, if isWanted: @escaping (Machine.State) -> Bool
  ) -> Sent {
    if let host { return host.open(opening, start: start, as: part) }
    if isStopped { return .afterStop }
    lastGroup += 1
    let group = lastGroup
    openings.append(Opening(part: part, group: group, start: start, isWanted: isWanted))
    perform(.run(id: part.id(of: .opening), operation: opening), group: group)
    return sent(Queued(action: start, cause: .sent, group: group, part: part))
  }

  /// Lets an action wait while the snapshot of its part is read; nil if none is.
  func hold(_ entry: Queued) -> Sent? {
    guard let scope = entry.part?.scope,
      let index = openings.firstIndex(where: { $0.part.scope == scope })
    else { return nil }
    openings[index].held.append(entry)
    enter(entry.group)
    return sent(entry)
  }

  /// Ends the opening of a part: reduces its action, the one that starts the part, and those that waited, in one go.
  ///
  /// - Returns: Whether the answer was that of such an opening.
  func openPart(with answer: Queued, of id: WorkID) -> Bool {
    guard let index = openings.firstIndex(where: { $0.part.id(of: .opening) == id }) else {
      return false
    }
    let opening = openings.remove(at: index)
    var first: [Queued] = []
    if opening.isWanted(current) {
      first = [answer]
      if answer.action != opening.start {
        first.append(
          Queued(
            action: opening.start, cause: .sent, group: opening.group, part: opening.part))
      }
    }
    for entry in first { enter(entry.group) }
    queue = first + opening.held + queue
    if isReducing { return true }
    isReducing = true
    finishStep()
    announceChange()
    return true
  }

  /// Ends what waits for the actions of a part's engine that was stopped, and what was to be sent for it.
  func endWaits(of sender: ObjectIdentifier) {
    if let host { return host.endWaits(of: sender) }
    func isOfSender(_ entry: Queued) -> Bool { entry.part?.sender == sender }
    var left: [Queued] = []
    for index in openings.indices {
      left += openings[index].held.filter(isOfSender)
      openings[index].held.removeAll(where: isOfSender)
    }
    for index in groups.indices {
      left += groups[index].followers.filter(isOfSender)
      groups[index].followers.removeAll(where: isOfSender)
    }
    var ended = Set(left.map(\.group))
    for opening in openings where opening.part.sender == sender {
      ended.insert(opening.group)
      if let run = take(opening.part.id(of: .opening)) {
        run.work?.end()
        left.append(Queued(action: opening.start, cause: .sent, group: run.group))
      }
      queue += opening.held
    }
    openings.removeAll { $0.part.sender == sender }
    for group in groups where ended.contains(group.id) || group.first.map(isOfSender) == true {
      group.latch.refuse(for: Sent.stopped)
      group.latch.open()
    }
    for entry in left { leave(entry.group) }
    if isReducing { return }
    isReducing = true
    finishStep()
  }
}
