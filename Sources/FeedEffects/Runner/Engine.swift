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

  /// An action and all that it causes, as something to wait for.
  public typealias Chain = Int

  /// The chain of an action that caused nothing.
  @usableFromInline static var over: Chain { 0 }

  /// The current state.
  @inlinable public var state: Machine.State { current }

  @usableFromInline var current: Machine.State

  /// Called after each action that was reduced, ignored ones too. Free when nil.
  public var onStep: ((Step<Machine>) -> Void)?

  /// Starts a piece of work on behalf of the engine and returns its task. The owner sets it.
  public var launch: ((Launch) -> Task<Void, Never>)?

  /// Whether ``stop()`` was called.
  public private(set) var isStopped = false

  @usableFromInline let machine: Machine
  private let work: (Machine.Effect) -> Work<Machine.Action>
  private var queue: [Queued] = []
  @usableFromInline var isReducing = false
  var running: [WorkID: Running] = [:]
  private var serial = 0
  private var lastChain = 0
  /// How many queued actions and pieces of work a chain still has; absent when it is finished.
  var open: [Chain: Int] = [:]
  var observers: [(tell: (Machine.State) -> Bool, finish: () -> Void)] = []
  var waits: [Wait] = []
  var attachments: [Task<Void, Never>] = []

  private struct Queued {
    let action: Machine.Action
    let cause: Cause
    let chain: Chain
  }

  struct Running {
    let serial: Int
    let task: Task<Void, Never>
    /// What waits for the deadline of the work, if it has one.
    let deadline: Task<Void, Never>?
    let chain: Chain
    /// What is reduced when the time is over: that of a timer, or of a deadline.
    let action: Machine.Action?

    func cancel() {
      task.cancel()
      deadline?.cancel()
    }
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

  /// Reduces `action`, or queues it if one is being reduced. Ignored once the engine is stopped.
  ///
  /// - Returns: What to give to ``finish(_:)`` to wait for all that the action causes.
  @inlinable @discardableResult
  public func send(_ action: Machine.Action) -> Chain {
    if isReducing || isStopped || onStep != nil { return submit(action) }
    // Nobody hears of what is ignored, so that is all there is to do then.
    let reaction = machine.reduce(into: &current, action)
    if case .ignored = reaction { return Self.over }
    return carryOn(reaction)
  }

  /// Reduces what a piece of work ended in, unless it was cancelled meanwhile.
  public func receive(_ action: Machine.Action, for receipt: Receipt) {
    guard let run = running(receipt) else { return }
    run.deadline?.cancel()
    end(run, receipt.id, with: action)
  }

  /// Reduces the action of a timer or a deadline, unless it was cancelled or answered meanwhile.
  public func wake(_ receipt: Receipt) {
    guard let run = running(receipt), let action = run.action else { return }
    // A timer is the task that calls; only what is late has to be stopped.
    if run.deadline != nil { run.task.cancel() }
    end(run, receipt.id, with: action)
  }

  private func running(_ receipt: Receipt) -> Running? {
    running[receipt.id].flatMap { $0.serial == receipt.serial ? $0 : nil }
  }

  private func end(_ run: Running, _ id: WorkID, with action: Machine.Action) {
    forget(id)
    submit(Queued(action: action, cause: .answer(id: id), chain: run.chain))
    release(run.chain)
  }

  /// Cancels all work, ends all streams and waits, and ignores every further action.
  public func stop() {
    isStopped = true
    queue = []
    for run in running.values { run.cancel() }
    for task in attachments { task.cancel() }
    running = [:]
    attachments = []
    open = [:]
    for observer in observers { observer.finish() }
    observers = []
    for wait in waits { wait.end() }
    waits = []
    onStep = nil
  }

  /// Reduces an action that was sent, or queues it.
  @usableFromInline func submit(_ action: Machine.Action) -> Chain {
    lastChain += 1
    submit(Queued(action: action, cause: .sent, chain: lastChain))
    return lastChain
  }

  private func submit(_ entry: Queued) {
    if isStopped { return }
    if isReducing {
      open[entry.chain, default: 0] += 1
      queue.append(entry)
      return
    }
    isReducing = true
    step(entry)
    finishStep()
  }

  /// Does what an action demands that was sent and has been reduced.
  @usableFromInline func carryOn(_ reaction: Reaction<Machine.Effect, Machine.Refusal>) -> Chain {
    lastChain += 1
    let chain = lastChain
    isReducing = true
    perform(reaction, chain)
    finishStep()
    return chain
  }

  /// Takes the queued actions, one after the other.
  private func finishStep() {
    while !queue.isEmpty {
      let next = queue.removeFirst()
      step(next)
      release(next.chain)
    }
    isReducing = false
    endWaits()
  }

  private func step(_ entry: Queued) {
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
    var gone: [Int] = []
    for (index, observer) in observers.enumerated() where !isStopped {
      if !observer.tell(state) { gone.append(index) }
    }
    // One that was added meanwhile stands behind these; all are gone after a stop.
    for index in gone.reversed() where !isStopped { observers.remove(at: index) }
  }

  // MARK: - Work

  private func perform(_ work: Work<Machine.Action>, chain: Chain) {
    switch work {
    case .run(let id, let operation, let deadline):
      start(.run(operation), id, chain, deadline: deadline?.after, action: deadline?.action)
    case .schedule(let id, let after, let action):
      start(.sleep(after), id, chain, deadline: nil, action: action)
    case .cancel(let id): cancel(id)
    case .none: break
    }
  }

  private func start(
    _ job: Job, _ id: WorkID, _ chain: Chain, deadline: Duration?, action: Machine.Action?
  ) {
    if isStopped { return }
    guard let launch else { preconditionFailure("an engine needs launch to run work") }
    cancel(id)
    serial += 1
    let receipt = Receipt(id: id, serial: serial)
    running[id] = Running(
      serial: serial, task: launch(Launch(job: job, receipt: receipt)),
      deadline: deadline.map { launch(Launch(job: .sleep($0), receipt: receipt)) },
      chain: chain, action: action)
    open[chain, default: 0] += 1
  }

  private func cancel(_ id: WorkID) {
    dropAnswers(of: id)
    guard let run = forget(id) else { return }
    run.cancel()
    release(run.chain)
  }

  /// Takes work out of the table, which goes with the last: an idle store holds none.
  @discardableResult
  private func forget(_ id: WorkID) -> Running? {
    let run = running.removeValue(forKey: id)
    if running.isEmpty { running = [:] }
    return run
  }

  /// Drops the answers that came before the cancel but wait behind its action.
  private func dropAnswers(of id: WorkID) {
    for entry in queue where entry.cause == .answer(id: id) { release(entry.chain) }
    queue.removeAll { $0.cause == .answer(id: id) }
  }

  private func release(_ chain: Chain) {
    guard let count = open[chain] else { return }
    open[chain] = count > 1 ? count - 1 : nil
    if open.isEmpty { open = [:] }
    if count == 1, !isReducing { endWaits() }
  }

  /// How many pieces of work and timers are live.
  public var runningCount: Int { running.count }
}
