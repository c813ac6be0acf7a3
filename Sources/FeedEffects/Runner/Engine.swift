public import FeedReducer

/// Runs a machine: reduces actions one at a time and turns effects into work.
///
/// It has no lock and is not `Sendable`: the actor that makes it owns it and calls it. It starts
/// no task by itself either; it asks its owner to, through ``launch``, so that the answer comes
/// back on the owner's actor. `Store`, `StoreActor`, `FeedStore` and `FeedActor` are such owners.
///
/// What it promises:
/// 1. Actions are reduced one at a time, first in, first out. One sent meanwhile is queued.
/// 2. Per accepted action the state is committed, the effects start in order and the observers
///    are told once. An ignored action tells no one.
/// 3. The answer of cancelled work is dropped.
/// 4. An answer is reduced after the current step, never inside it.
public final class Engine<Machine: StateMachine> {
  /// A piece of work that the owner is to start.
  public struct Launch: Sendable {
    /// What to do.
    public let job: Job

    /// What the answer is to be given back with.
    public let receipt: Receipt
  }

  /// Something that takes time.
  public enum Job: Sendable {
    /// Run it and call ``Engine/receive(_:for:)`` with what it returns.
    case run(Operation<Machine.Action>)

    /// Wait so long and call ``Engine/wake(_:)``.
    case sleep(Duration)
  }

  /// Which piece of work an answer belongs to.
  public struct Receipt: Hashable, Sendable {
    let id: WorkID
    let serial: Int
  }

  /// The number of an action that was sent, for itself and all that it causes.
  typealias Chain = Int

  /// The current state.
  @inlinable public var state: Machine.State { current }

  @usableFromInline var current: Machine.State

  /// Called after each action that was reduced, ignored ones too. Free when nil.
  @exclusivity(unchecked) public var onStep: ((Step<Machine>) -> Void)?

  /// Starts a piece of work on behalf of the engine and returns its task. The owner sets it.
  @exclusivity(unchecked) public var launch: ((Launch) -> Task<Void, Never>)?

  /// Whether ``stop()`` was called.
  @exclusivity(unchecked) public private(set) var isStopped = false

  /// Whether the action that starts the machine waits for the first who uses the state.
  @usableFromInline @exclusivity(unchecked) private(set) var isUnstarted = false

  /// What starts the machine, if it starts by itself.
  var start: Machine.Action?

  /// What is done before that, and ends in what is reduced first.
  private var opening: Operation<Machine.Action>?

  /// Whether an action may be reduced before that.
  private var isNoUse: (Machine.Action) -> Bool = { _ in true }

  /// Whether that is under way. All that is sent meanwhile waits behind it.
  var isOpening = false

  @usableFromInline let machine: Machine
  let work: (Machine.Effect) -> Work<Machine.Action>
  var deadlines: Deadlines?
  var attachments: [Task<Void, Never>] = []

  // Nothing of a user's runs while one of these changes (not even the end of an object, as what is
  // taken out outlives the change), so that need not be watched for.
  @usableFromInline @exclusivity(unchecked) var isReducing = false
  @exclusivity(unchecked) var queue: [Queued] = []
  @exclusivity(unchecked) var observers: [Observer] = []
  @exclusivity(unchecked) var lastChain = 0
  /// The chains that are not over.
  @exclusivity(unchecked) var chains: [OpenChain] = []
  /// The work that is live: a handful, and sooner searched than hashed.
  @exclusivity(unchecked) var running: [Running] = []
  @exclusivity(unchecked) var serial = 0
  @exclusivity(unchecked) var waits: [Wait] = []

  struct Queued {
    let action: Machine.Action
    let cause: Cause
    let chain: Chain
  }

  struct Running {
    let receipt: Receipt
    let task: Task<Void, Never>
    /// When the work is late, if it has a deadline.
    let deadline: Duration?
    let chain: Chain
    /// What is reduced when the time is over: that of a timer, or of a deadline.
    let action: (() -> Machine.Action)?
  }

  /// Creates an engine that stands at `state`. Nothing runs until the first action.
  public init(
    _ machine: Machine, state: Machine.State,
    handler: some EffectHandler<Machine.Effect, Machine.Action>
  ) {
    self.machine = machine
    current = state
    work = { handler.work(for: $0) }
  }

  deinit { stop() }

  // MARK: - Actions

  /// Has ``startIfNeeded()`` send `action`, unless it is sent before.
  ///
  /// - Parameter opening: What is done first, if anything is. What it ends in is reduced, then
  ///   `action`, unless that is what it ended in, and then what was sent meanwhile.
  ///   Whatever is sent begins it, unless `isNoUse` says that this is no use of the machine.
  func startLater(
    with action: Machine.Action, after opening: Operation<Machine.Action>? = nil,
    unless isNoUse: @escaping (Machine.Action) -> Bool = { _ in true }
  ) {
    start = action
    self.opening = opening
    self.isNoUse = isNoUse
    isUnstarted = true
  }

  /// Starts a machine of which nothing was used yet. Every use of the state calls it first.
  func startIfNeeded() {
    if isUnstarted, let start { send(start) }
  }

  /// Reduces `action`, or queues it if one is being reduced. Ignored once the engine is stopped.
  ///
  /// - Returns: All that the action causes, to wait for. It does not keep the engine.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Sent {
    if !isIdle { return submit(action) }
    // Nobody hears of what is ignored, so that is all there is to do then.
    let reaction = machine.reduce(into: &current, action)
    if case .ignored = reaction { return Sent(nil) }
    return carryOn(reaction)
  }

  /// Whether an action may be reduced on the spot, and nobody is to hear of it unless it counts.
  @inlinable var isIdle: Bool { !isReducing && !isStopped && !isUnstarted && onStep == nil }

  /// Tells of a change that its owner made in the state, which leads to nothing else.
  func announceChange() {
    isReducing = true
    tellObservers()
    finishStep()
  }

  /// Cancels all work, ends all streams and waits, and ignores every further action.
  public func stop() {
    isStopped = true
    queue = []
    for run in running { run.task.cancel() }
    for task in attachments { task.cancel() }
    for chain in chains { chain.gate.open() }
    for wait in waits { wait.gate.open() }
    let audience = observers
    (running, attachments, chains, waits, observers) = ([], [], [], [], [])
    deadlines?.end()
    for observer in audience { observer.finish() }
    onStep = nil
  }

  /// Reduces an action that was sent, or queues it.
  @usableFromInline func submit(_ action: Machine.Action) -> Sent {
    lastChain += 1
    let chain = lastChain
    submit(Queued(action: action, cause: .sent, chain: chain))
    return Sent(gate(of: chain))
  }

  func submit(_ entry: Queued) {
    if isStopped { return }
    if isUnstarted {
      if entry.action == start {
        isUnstarted = false
      } else if opening != nil, !isNoUse(entry.action) {
        startIfNeeded()
      }
    }
    if isReducing {
      hold(entry.chain)
      queue.append(entry)
      return
    }
    isReducing = true
    step(entry)
    finishStep()
  }

  /// Does what an action demands that was sent and has been reduced.
  @usableFromInline func carryOn(_ reaction: Reaction<Machine.Effect, Machine.Refusal>) -> Sent {
    lastChain += 1
    let chain = lastChain
    isReducing = true
    perform(reaction, chain)
    finishStep()
    return Sent(gate(of: chain))
  }

  /// Takes the queued actions, one after the other.
  func finishStep() {
    while !queue.isEmpty, !isOpening {
      let next = queue.removeFirst()
      step(next)
      release(next.chain)
    }
    isReducing = isOpening
    if !isOpening { endWaits() }
  }

  private func step(_ entry: Queued) {
    if let opening, entry.action == start {
      (self.opening, isOpening) = (nil, true)
      return perform(.run(id: .opening, operation: opening), chain: entry.chain)
    }
    let reaction = machine.reduce(into: &current, entry.action)
    perform(reaction, entry.chain)
    onStep?(Step(action: entry.action, cause: entry.cause, reaction: reaction))
  }

  private func perform(_ reaction: Reaction<Machine.Effect, Machine.Refusal>, _ chain: Chain) {
    guard case .accepted(let effects) = reaction else { return }
    for effect in effects { perform(work(effect), chain: chain) }
    tellObservers()
  }

  /// Tells the observers, and lets go of those that are no longer there.
  private func tellObservers() {
    // One that is added meanwhile stands behind these; all are gone after a stop.
    var gone: [Int] = []
    for (index, observer) in observers.enumerated() where !isStopped {
      if !observer.tell(state) { gone.append(index) }
    }
    for index in gone.reversed() where !isStopped { _ = observers.remove(at: index) }
  }
}
