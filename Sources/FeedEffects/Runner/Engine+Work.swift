extension Engine {
  /// How many pieces of work and timers are live.
  public var runningCount: Int { running.count }

  /// Reduces what a piece of work ended in, unless it was cancelled meanwhile.
  public func receive(_ action: Machine.Action, for receipt: Receipt) {
    guard let index = running.firstIndex(where: { $0.receipt == receipt }) else { return }
    end(forget(index), with: action)
  }

  /// Reduces the action of a timer, unless it was cancelled meanwhile.
  public func wake(_ receipt: Receipt) {
    guard let index = running.firstIndex(where: { $0.receipt == receipt }),
      let action = running[index].action
    else { return }
    end(forget(index), with: action())
  }

  /// Has `clock` tell when work is late. Without it work has as long as it likes.
  ///
  /// - Parameter ring: Calls ``ring()`` on the owner's actor.
  public func keepDeadlines(
    clock: any Clock<Duration>, ring: @escaping @Sendable () async -> Void
  ) {
    keepDeadlines(by: clock.alarms, ring: ring)
  }

  /// Has alarms that are shared tell when work is late.
  package func keepDeadlines(by alarms: Alarms, ring: @escaping @Sendable () async -> Void) {
    deadlines = Deadlines(alarms, ring: ring)
  }

  /// Stops the work that is late, and reduces the actions of its deadlines in place of its answers.
  public func ring() {
    deadlines?.rang()
    guard let now = deadlines?.now else { return }
    let late = running.filter { run in run.deadline.map { $0 <= now } ?? false }
    for run in late {
      // What one of them leads to may have stopped the next.
      guard let index = running.firstIndex(where: { $0.receipt == run.receipt }),
        let action = run.action
      else { continue }
      run.task.cancel()
      end(forget(index), with: action())
    }
    if let next = running.lazy.compactMap(\.deadline).min() { deadlines?.wake(at: next) }
  }

  private func end(_ run: Running, with action: Machine.Action) {
    let answer = Queued(action: action, cause: .answer(id: run.receipt.id), chain: run.chain)
    if isOpening, run.receipt.id == .opening { open(with: answer) } else { submit(answer) }
    release(run.chain)
  }

  /// Reduces what was done first, then the action that starts the machine, then what waits.
  private func open(with answer: Queued) {
    isOpening = false
    var first = [answer]
    if let start, answer.action != start {
      first.append(Queued(action: start, cause: .sent, chain: answer.chain))
    }
    for entry in first { hold(entry.chain) }
    queue.insert(contentsOf: first, at: 0)
    finishStep()
  }

  /// Does the work for an effect.
  func perform(_ work: consuming Work<Machine.Action>, chain: Chain) {
    switch consume work {
    case .run(let id, let operation, let deadline):
      start(.run(operation), id, chain, deadline: deadline?.after, action: deadline?.makeAction)
    case .schedule(let id, let after, let action):
      start(.sleep(after), id, chain, deadline: nil) { action }
    case .cancel(let id): cancel(id)
    case .none: break
    }
  }

  private func start(
    _ job: consuming Job, _ id: consuming WorkID, _ chain: Chain, deadline: Duration?,
    action: consuming (() -> Machine.Action)?
  ) {
    if isStopped { return }
    guard let launch else { preconditionFailure("an engine needs launch to run work") }
    cancel(id)
    serial += 1
    let receipt = Receipt(id: id, serial: serial)
    let task = launch(Launch(job: job, receipt: receipt))
    let time = deadline.flatMap { deadlines?.wake(after: $0) }
    running.append(
      Running(receipt: receipt, task: task, deadline: time, chain: chain, action: action))
    hold(chain)
  }

  private func cancel(_ id: WorkID) {
    dropAnswers(of: id)
    guard let index = running.firstIndex(where: { $0.receipt.id == id }) else { return }
    let run = forget(index)
    run.task.cancel()
    release(run.chain)
  }

  /// Takes work out of the table. Its room is kept for the next, unless it is for many.
  private func forget(_ index: Int) -> Running {
    let run = running.remove(at: index)
    if running.isEmpty, running.capacity > 10 { running = [] }
    if run.deadline != nil, !running.contains(where: { $0.deadline != nil }) { deadlines?.rest() }
    return run
  }

  /// Drops the answers that came before the cancel but wait behind its action.
  private func dropAnswers(of id: WorkID) {
    if queue.isEmpty { return }
    for entry in queue where entry.cause == .answer(id: id) { release(entry.chain) }
    queue = queue.filter { $0.cause != .answer(id: id) }
  }

  // MARK: - Chains

  /// An action that was sent, while something that it caused is queued or live.
  struct OpenChain {
    let id: Chain
    /// How many queued actions and pieces of work it has.
    var count = 1
    /// Where those wait who wait for its end.
    let gate = Gate()
  }

  /// Where to wait for the end of a chain, unless it is over.
  func gate(of chain: Chain) -> Gate? {
    chains.last { $0.id == chain }?.gate
  }

  /// Counts one more queued action or piece of work of a chain.
  func hold(_ chain: Chain) {
    if let index = chains.lastIndex(where: { $0.id == chain }) {
      chains[index].count += 1
    } else {
      chains.append(OpenChain(id: chain))
    }
  }

  /// Counts one less; the chain ends with the last.
  func release(_ chain: Chain) {
    guard let index = chains.firstIndex(where: { $0.id == chain }) else { return }
    chains[index].count -= 1
    if chains[index].count > 0 { return }
    chains.remove(at: index).gate.open()
    if chains.isEmpty, chains.capacity > 10 { chains = [] }
  }
}
