public import FeedReducer

/// Runs a machine: reduces actions one at a time and carries out effects. Stores are built on it.
///
/// It has no lock and is not `Sendable`: the actor that creates it owns it, and only that actor calls
/// it. It starts no task by itself; it asks its owner to, through ``launch``, so that results come back
/// on the owner's actor. `Store` and `StoreActor` are such owners.
///
/// What it promises:
/// 1. Actions are reduced one at a time, first in, first out. An action that is sent during a step is
///    queued.
/// 2. After an accepted action the effects start in order, then the observers are notified once. After
///    an ignored action no observer is notified.
/// 3. The result of cancelled work is dropped.
/// 4. A result is reduced after the current step, never inside it.
@usableFromInline package final class Engine<Machine: StateMachine> {
  /// An operation or timer that the owner starts for the engine.
  package struct WorkItem: Sendable {
    /// What to start.
    package let kind: Kind

    /// Identifies the work when its result is given back.
    package let handle: WorkHandle

    /// An operation or a timer. There will be no third case: an owner has to start every kind.
    package enum Kind: Sendable {
      /// Run the operation and call ``Engine/receive(_:for:)`` with its action.
      case run(Work<Machine.Action>.Operation)

      /// Sleep and call ``Engine/wake(_:)``.
      case sleep(Duration)
    }
  }

  /// Identifies running work.
  package struct WorkHandle: Hashable, Sendable {
    let id: WorkID
    let serial: Int
  }

  /// The number of a group: of an action that was sent, with everything that it causes.
  typealias GroupID = Int

  /// The state after the last reduced action. Read it on the owner's actor only.
  @inlinable package var state: Machine.State {
    // Without a copy of the whole state for each part that is read.
    _read { yield current }
  }

  @usableFromInline var current: Machine.State

  /// The engine of a bigger machine that this one is a part of: it reduces and runs all. What it makes of the state is
  /// copied at each of its steps.
  let host: (any PartHost<Machine.State, Machine.Action>)?

  /// Whether it is the engine of a part.
  @usableFromInline let isPart: Bool

  /// Called after each reduced action, ignored ones included. Costs nothing when nil.
  @exclusivity(unchecked) @usableFromInline package var onStep: ((StoreStep<Machine>) -> Void)?

  /// Starts an operation or timer and returns its task. The owner sets it.
  @exclusivity(unchecked) package var launch: ((WorkItem) -> Task<Void, Never>)?

  /// Whether ``stop()`` was called.
  @exclusivity(unchecked) @usableFromInline package private(set) var isStopped = false

  /// Whether the action that starts the machine has not been sent yet.
  @usableFromInline @exclusivity(unchecked) private(set) var isUnstarted = false

  /// How the machine starts, if it starts by itself; nil once it has. An action is large, and most stores have started.
  private var starter: Starter?

  /// The action that starts the machine, if it is still to start by itself.
  var start: Machine.Action? { starter?.action }

  /// An operation before that, whose action is reduced first.
  var opening: Work<Machine.Action>.Operation?

  /// Whether the opening is running. Actions that are sent meanwhile are queued.
  var isOpening = false

  /// Whether the opening is running, or will run at the first use.
  var isYetToOpen: Bool {
    !isStopped && (isOpening || opening != nil)
  }

  @usableFromInline let machine: Machine
  let work: (Machine.Effect) -> Work<Machine.Action>
  var deadlines: Deadlines?
  var attachments: [Task<Void, Never>] = []

  // No code of a user runs while one of these changes, so exclusive access need not be checked. (Not
  // even a deinitializer: values that are removed outlive the change.)
  @usableFromInline @exclusivity(unchecked) var isReducing = false
  @exclusivity(unchecked) var queue: [Queued] = []
  @exclusivity(unchecked) var observers: [Observer] = []
  @exclusivity(unchecked) var lastGroup = 0
  /// The groups that have not ended.
  @exclusivity(unchecked) var groups: [Group] = []
  /// The running work. An array, since it is short: scanning is faster than hashing.
  @exclusivity(unchecked) var running: [Running] = []
  @exclusivity(unchecked) var serial = 0
  /// The groups of work that the present step has cancelled.
  @exclusivity(unchecked) var orphans: [(group: GroupID, isTimer: Bool)] = []
  @exclusivity(unchecked) var waits: [Wait] = []
  /// The snapshots of parts that are being read.
  @exclusivity(unchecked) var openings: [Opening] = []

  /// Whether an action asks a feed for more; nil until one was asked.
  @exclusivity(unchecked) var isForMore: ((Machine.Action) -> Bool)?

  /// What notices in a test that nothing can go on.
  @exclusivity(unchecked) var party: Standstill.Party?
  /// Whether it was said that rows can't be edited, and that a part has another scope than its work.
  @exclusivity(unchecked) var hasNotedReadOnly = false
  @exclusivity(unchecked) var hasNotedScope = false

  struct Queued {
    let action: Machine.Action
    let cause: StoreStep<Machine>.Cause
    let group: GroupID
    /// What a part of the machine knows of the action, if it was sent to one.
    var part: PartAction<Machine.State>?
  }

  struct Running {
    let handle: WorkHandle
    let task: Task<Void, Never>
    /// When the operation has to end, if it has a deadline.
    let deadline: Duration?
    /// When the timer fires, if it is one.
    let fires: Duration?
    let group: GroupID
    /// The action of the timer or the deadline.
    let action: (() -> Machine.Action)?
    let isTimer: Bool
    /// What a test that waits is told of it.
    let work: Standstill.Work?
  }

  /// Creates an engine whose current state is `state`. Nothing runs before the first action.
  package init(
    _ machine: Machine, state: Machine.State,
    handler: some EffectHandler<Machine.Effect, Machine.Action>
  ) {
    self.machine = machine
    current = state
    host = nil
    isPart = false
    work = { handler.work(for: $0) }
  }

  /// Creates the engine of a part of a machine. It runs nothing: what is sent to it goes to the engine of the whole.
  init(part machine: Machine, of host: any PartHost<Machine.State, Machine.Action>) {
    self.machine = machine
    current = host.state
    self.host = host
    isPart = true
    work = { _ in .none }
  }

  deinit { end() }

  // MARK: - Actions

  /// Sets the action that ``startIfNeeded()`` sends, unless it is sent before.
  ///
  /// - Parameters:
  ///   - action: The action that starts the machine.
  ///   - opening: An operation to run first. Its action is reduced, then `action` (unless they are
  ///     equal), then the actions that were sent meanwhile.
  ///   - role: What another action means for the start, if it is sent before.
  func startLater(
    with action: Machine.Action, after opening: Work<Machine.Action>.Operation? = nil,
    role: @escaping (Machine.Action) -> StartRole
  ) {
    starter = Starter(action: action, role: role)
    self.opening = opening
    isUnstarted = true
  }

  /// The action that starts a machine, and what another one means for the start that is sent before.
  private final class Starter {
    let action: Machine.Action
    let role: (Machine.Action) -> StartRole

    init(action: Machine.Action, role: @escaping (Machine.Action) -> StartRole) {
      self.action = action
      self.role = role
    }
  }

  /// What an action that is sent before the start means for it.
  enum StartRole {
    /// It begins the opening, and is reduced after it. Without an opening it is reduced at once.
    case begins

    /// It is reduced at once. The start is still to come.
    case precedes

    /// It is reduced at once, and nothing starts by itself any more.
    case replaces
  }

  /// Starts the machine if it has not started. Every use of the state calls it first.
  func startIfNeeded() {
    if isUnstarted, let start { send(start) }
  }

  /// Reduces `action`, or queues it during a step. Does nothing once the engine has stopped.
  ///
  /// - Returns: The action with everything that it causes, to wait for. It does not retain the engine.
  @inlinable @discardableResult
  package func send(_ action: Machine.Action) -> Sent {
    if !isIdle { return submit(action) }
    // No observer is notified of an ignored action, so it ends here.
    let reaction = machine.reduce(into: &current, action)
    if case .ignored(let reason) = reaction { return refused(action, for: reason) }
    return performEffects(reaction, of: action)
  }

  /// Whether no action is being reduced.
  var isAtRest: Bool { !isReducing && !isStopped }

  /// Whether an action can be reduced at once, and nothing but an accepted one is reported.
  @inlinable var isIdle: Bool {
    !isReducing && !isStopped && !isUnstarted && onStep == nil && !isPart
  }

  /// Notifies the observers of a change that the owner made in the state directly.
  func announceChange() {
    isReducing = true
    notifyObservers()
    finishStep()
  }

  /// Cancels all work, ends all streams and waits, and ignores every further action.
  package func stop() {
    end()
    host?.endWaits(of: ObjectIdentifier(self))
  }

  /// The same, on any thread: the engine of a whole stays as it is.
  private func end() {
    isStopped = true
    queue = []
    for run in running {
      run.task.cancel()
      run.work?.end()
    }
    for task in attachments { task.cancel() }
    for group in groups {
      group.latch.refuse(for: Sent.stopped)
      group.latch.open()
    }
    party?.leave()
    party = nil
    for wait in waits { wait.latch.open() }
    let ending = observers
    (running, attachments, groups, waits, observers) = ([], [], [], [], [])
    openings = []
    deadlines?.cancel()
    for observer in ending { observer.finish() }
    onStep = nil
  }

  /// Reduces an action that was sent, or queues it.
  @usableFromInline func submit(_ action: Machine.Action) -> Sent { submit(action, to: nil) }

  /// Reduces an action that was sent to a part, or to the machine itself; or queues it.
  func submit(_ action: Machine.Action, to part: PartAction<Machine.State>?) -> Sent {
    if let host { return pass(action, of: part, to: host) }
    lastGroup += 1
    let entry = Queued(action: action, cause: .sent, group: lastGroup, part: part)
    if let sent = hold(entry) { return sent }
    if let reason = submit(entry) { return refused(entry, for: reason) }
    return isStopped ? .afterStop : sent(entry)
  }

  /// Returns why the action was ignored; nil if it was accepted, queued, or the engine has stopped.
  @discardableResult
  func submit(_ entry: Queued) -> Machine.Refusal? {
    if isStopped { return nil }
    prepareStart(for: entry.action)
    if isReducing {
      enter(entry.group)
      queue.append(entry)
      return nil
    }
    isReducing = true
    let refusal = step(entry)
    finishStep()
    return refusal
  }

  /// Starts the machine if an action needs that, or notes that it has started.
  func prepareStart(for action: Machine.Action) {
    guard isUnstarted, let starter else { return }
    switch starter.role(action) {
    case _ where action == starter.action:
      isUnstarted = false
      if opening == nil { self.starter = nil }
    case .begins: if opening != nil { startIfNeeded() }
    case .precedes: break
    case .replaces: (isUnstarted, opening, self.starter) = (false, nil, nil)
    }
  }

  /// Takes the action that starts the machine, since its opening has ended.
  func takeStart() -> Machine.Action? {
    defer { starter = nil }
    return start
  }

  /// Performs the effects of an action that was sent and has been reduced.
  @usableFromInline func performEffects(
    _ reaction: Reaction<Machine.Effect, Machine.Refusal>, of action: Machine.Action
  ) -> Sent {
    lastGroup += 1
    let entry = Queued(action: action, cause: .sent, group: lastGroup)
    isReducing = true
    perform(reaction, of: entry)
    finishStep()
    return sent(entry)
  }

  /// Reduces the queued actions, one after the other.
  func finishStep() {
    while !queue.isEmpty, !isOpening {
      let next = queue.removeFirst()
      if let reason = step(next), next.cause == .sent { refuse(next, for: reason) }
      leave(next.group)
    }
    isReducing = isOpening
    if !isOpening { endWaits() }
  }

  /// Returns why the action was ignored; nil if it was accepted.
  private func step(_ entry: Queued) -> Machine.Refusal? {
    if let opening, entry.action == start {
      (self.opening, isOpening) = (nil, true)
      perform(.run(id: .opening, operation: opening), group: entry.group)
      return nil
    }
    let reaction = machine.reduce(into: &current, entry.action)
    perform(reaction, of: entry)
    onStep?(
      StoreStep(
        machine: machine, action: entry.action, cause: entry.cause, reaction: reaction,
        state: current))
    return reaction.refusal
  }

  private func perform(
    _ reaction: Reaction<Machine.Effect, Machine.Refusal>, of entry: Queued
  ) {
    guard case .accepted(let effects) = reaction else { return }
    for effect in effects {
      // The name is for reports only, and an effect is large.
      perform(work(effect), group: entry.group) {
        (effect as? any NamedEffect)?.name ?? "\(effect)"
      }
    }
    if effects.isEmpty { waitForTurn(of: entry) }
    if let index = groups.lastIndex(where: { $0.id == entry.group }), groups[index].first == nil {
      groups[index].first = entry
    }
    if !orphans.isEmpty { leaveOrphans() }
    notifyObservers()
  }

  /// Notifies the observers, and removes those that ended.
  func notifyObservers() {
    // An observer that is added meanwhile comes after these. After a stop there are none.
    var gone: [Int] = []
    for (index, observer) in observers.enumerated() where !isStopped {
      if !observer.tell(state) { gone.append(index) }
    }
    for index in gone.reversed() where !isStopped { observers.remove(at: index).finish() }
  }
}
