// The work of an engine: operations and timers, their deadlines, and groups to wait for.
public import FeedReducer

extension Engine {
  /// How many operations and timers are running.
  public var runningCount: Int { running.count }

  /// Reduces the action that an operation returned, unless the operation was cancelled meanwhile.
  public func receive(_ action: Machine.Action, for handle: WorkHandle) {
    guard let index = running.firstIndex(where: { $0.handle == handle }) else { return }
    end(forget(index), with: action)
  }

  /// Reduces the action of a timer, unless the timer was cancelled meanwhile.
  public func wake(_ handle: WorkHandle) {
    guard let index = running.firstIndex(where: { $0.handle == handle }),
      let action = running[index].action
    else { return }
    end(forget(index), with: action())
  }

  /// Sets the clock of the deadlines. Without a clock work has no deadline.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - fire: Must call ``checkDeadlines()`` on the owner's actor.
  public func keepDeadlines(
    clock: any Clock<Duration>, fire: @escaping @Sendable () async -> Void
  ) {
    keepDeadlines(by: clock.timers, fire: fire)
  }

  /// Sets the timers of the deadlines.
  package func keepDeadlines(by timers: TimerQueue, fire: @escaping @Sendable () async -> Void) {
    deadlines = Deadlines(timers, fire: fire)
  }

  /// Cancels the operations whose deadline has passed, and reduces the actions of the deadlines.
  public func checkDeadlines() {
    deadlines?.fired()
    guard let now = deadlines?.now else { return }
    let late = running.filter { run in run.deadline.map { $0 <= now } ?? false }
    for run in late {
      // The action of one deadline may have cancelled the next operation.
      guard let index = running.firstIndex(where: { $0.handle == run.handle }),
        let action = run.action
      else { continue }
      run.task.cancel()
      end(forget(index), with: action())
    }
    if let next = running.lazy.compactMap(\.deadline).min() { deadlines?.wake(at: next) }
  }

  private func end(_ run: Running, with action: Machine.Action) {
    let answer = Queued(action: action, cause: .answer(id: run.handle.id), group: run.group)
    if isOpening, run.handle.id == .opening { open(with: answer) } else { submit(answer) }
    leave(run.group)
  }

  /// Ends the opening: reduces its action, then the one that starts the machine, then the queue.
  private func open(with answer: Queued) {
    isOpening = false
    var first = [answer]
    if let start, answer.action != start {
      first.append(Queued(action: start, cause: .sent, group: answer.group))
    }
    for entry in first { enter(entry.group) }
    queue.insert(contentsOf: first, at: 0)
    finishStep()
  }

  /// Starts or cancels the work for an effect.
  func perform(_ work: consuming Work<Machine.Action>, group: GroupID) {
    switch consume work {
    case .run(let id, let operation, let deadline):
      if isUnderWay(id) {
        join(group: group, to: id)
        return
      }
      start(
        .run(operation), id: id, group: group, deadline: deadline?.after,
        action: deadline?.makeAction)
    case .schedule(let id, let after, let action):
      cancel(id)
      start(.sleep(after), id: id, group: group, deadline: nil) { action }
    case .cancel(let id): cancel(id)
    case .none: break
    }
  }

  /// How long it takes until the timer with this id fires; nil if none runs, or without a clock.
  public func timeLeft(of id: WorkID) -> Duration? {
    guard let fires = running.first(where: { $0.handle.id == id })?.fires, let deadlines else {
      return nil
    }
    return max(.zero, fires - deadlines.now)
  }

  /// Whether an operation or timer with this id is running, or its answer waits to be reduced.
  private func isUnderWay(_ id: WorkID) -> Bool {
    running.contains { $0.handle.id == id } || queue.contains { $0.cause == .answer(id: id) }
  }

  /// Lets an action end with the work that it asks for, if that is of another action that does not wait for it.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  private func join(group: GroupID, to id: WorkID) -> Bool {
    guard let index = self.group(of: id), groups[index].id != group,
      !isJoined(groups[index].id, to: group)
    else { return false }
    groups[index].joined.append(group)
    enter(group)
    return true
  }

  /// Whether a group ends with another one.
  private func isJoined(_ group: GroupID, to other: GroupID) -> Bool {
    groups.first { $0.id == other }?.joined
      .contains { $0 == group || isJoined(group, to: $0) } ?? false
  }

  private func start(
    _ kind: consuming WorkItem.Kind, id: consuming WorkID, group: GroupID, deadline: Duration?,
    action: consuming (() -> Machine.Action)?
  ) {
    if isStopped { return }
    guard let launch else { preconditionFailure("an engine needs launch to run work") }
    serial += 1
    let handle = WorkHandle(id: id, serial: serial)
    let fires: Duration? =
      if case .sleep(let duration) = kind { deadlines.map { $0.now + duration.sleepable } } else {
        nil
      }
    let task = launch(WorkItem(kind: kind, handle: handle))
    let time = deadline.flatMap { deadlines?.wake(after: $0) }
    running.append(
      Running(
        handle: handle, task: task, deadline: time, fires: fires, group: group, action: action))
    enter(group)
  }

  private func cancel(_ id: WorkID) {
    dropAnswers(of: id)
    guard let index = running.firstIndex(where: { $0.handle.id == id }) else { return }
    let run = forget(index)
    run.task.cancel()
    leave(run.group)
  }

  /// Removes work from the table, and gives memory back after much work at once.
  private func forget(_ index: Int) -> Running {
    let run = running.remove(at: index)
    if running.isEmpty, running.capacity > 10 { running = [] }
    if run.deadline != nil, !running.contains(where: { $0.deadline != nil }) {
      deadlines?.becameIdle()
    }
    return run
  }

  /// Drops actions of cancelled work that are still in the queue.
  private func dropAnswers(of id: WorkID) {
    if queue.isEmpty { return }
    for entry in queue where entry.cause == .answer(id: id) { leave(entry.group) }
    queue = queue.filter { $0.cause != .answer(id: id) }
  }

  // MARK: - Groups

  /// An action that was sent, with everything that it causes, until the last of that has ended.
  struct Group {
    let id: GroupID
    /// How many queued actions, operations and timers the group has.
    var count = 1
    /// Opens when the group ends.
    let latch = Latch()
    /// The groups that end with this one: of actions that were refused because this one is under way.
    var joined: [GroupID] = []
  }

  /// The latch of a group; nil if the group has ended.
  func latch(of group: GroupID) -> Latch? {
    groups.last { $0.id == group }?.latch
  }

  /// Adds a queued action, an operation or a timer to a group.
  func enter(_ group: GroupID) {
    if let index = groups.lastIndex(where: { $0.id == group }) {
      groups[index].count += 1
    } else {
      groups.append(Group(id: group))
    }
  }

  /// Removes one from a group, which ends with the last.
  func leave(_ group: GroupID) {
    guard let index = groups.firstIndex(where: { $0.id == group }) else { return }
    groups[index].count -= 1
    if groups[index].count > 0 { return }
    let group = groups.remove(at: index)
    group.latch.open()
    if groups.isEmpty, groups.capacity > 10 { groups = [] }
    for joined in group.joined { leave(joined) }
  }

  // MARK: - Refused actions

  /// What a refused action waits for: the work that it asks for, if that is under way.
  @inlinable func refused(for reason: Machine.Refusal) -> Sent {
    machine.ticketUnderWay(for: reason, in: current).flatMap { joined($0) }
      ?? Sent(nil, refusal: "\(reason)")
  }

  /// Lets an action that was refused for the work with this ticket wait for that, if it runs here.
  @usableFromInline func joined(_ ticket: Ticket) -> Sent? {
    group(of: WorkID(ticket)).map { Sent(groups[$0].latch) }
  }

  /// Lets a queued action that was refused end with the work that it asks for, or notes its refusal.
  func refuse(_ id: GroupID, for reason: Machine.Refusal) {
    if let ticket = machine.ticketUnderWay(for: reason, in: current),
      join(group: id, to: WorkID(ticket))
    {
      return
    }
    latch(of: id)?.refuse(for: "\(reason)")
  }

  /// The index of the group of the work with this id.
  private func group(of id: WorkID) -> Int? {
    guard let run = running.first(where: { $0.handle.id == id }) else { return nil }
    return groups.lastIndex { $0.id == run.group }
  }
}
