// The work of an engine: operations and timers, and their deadlines.
import FeedReducer

extension Engine {
  /// How many operations and timers are running.
  package var runningCount: Int { running.count }

  /// Reduces the action that an operation returned, unless the operation was cancelled meanwhile.
  func receive(_ action: Machine.Action, for handle: WorkHandle) {
    guard let index = running.firstIndex(where: { $0.handle == handle }) else { return }
    end(forget(index), with: action)
  }

  /// Reduces the action of a timer, unless the timer was cancelled meanwhile.
  package func wake(_ handle: WorkHandle) {
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
  package func keepDeadlines(
    clock: any Clock<Duration>, fire: @escaping @Sendable () async -> Void
  ) {
    party = clock.standstill?.join()
    keepDeadlines(by: clock.timers(of: party), fire: fire)
  }

  /// Sets the timers of the deadlines.
  package func keepDeadlines(by timers: TimerQueue, fire: @escaping @Sendable () async -> Void) {
    deadlines = Deadlines(timers, fire: fire)
  }

  /// Cancels the operations whose deadline has passed, and reduces the actions of the deadlines.
  package func checkDeadlines() {
    deadlines?.fired()
    guard let now = deadlines?.now else { return }
    let late = running.filter { run in run.deadline.map { $0 <= now } ?? false }
    for run in late {
      // It is looked up each time, since the action of one deadline may have cancelled the next operation.
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
    if isOpening, run.handle.id == .opening {
      open(with: answer)
    } else if !openPart(with: answer, of: run.handle.id) {
      submit(answer)
    }
    giveTurns(after: run.group)
    leave(run.group)
    // Actions that waited have their turn, since no other step would take them from the queue.
    if !queue.isEmpty, !isReducing {
      isReducing = true
      finishStep()
    }
    // Only now: else it would be said in between that all that is left is held back.
    run.work?.end()
  }

  /// Ends the opening: reduces its action, then the one that starts the machine, then the queue.
  private func open(with answer: Queued) {
    isOpening = false
    var first = [answer]
    if let start = takeStart(), answer.action != start {
      first.append(Queued(action: start, cause: .sent, group: answer.group))
    }
    for entry in first { enter(entry.group) }
    queue.insert(contentsOf: first, at: 0)
    finishStep()
  }

  /// Starts or cancels the work for an effect.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - group: The group that it belongs to.
  ///   - name: Names the work in a report.
  func perform(
    _ work: consuming Work<Machine.Action>, group: GroupID,
    named name: () -> String = { "reading the snapshot" }
  ) {
    switch consume work {
    case .run(let id, let operation, let deadline):
      if isUnderWay(id) {
        join(group: group, to: id)
        return
      }
      start(
        .run(operation), id: id, named: name, group: group, deadline: deadline?.after,
        action: deadline?.makeAction)
    case .schedule(let id, let after, let action):
      cancel(id)
      start(.sleep(after), id: id, named: name, group: group, deadline: nil) { action }
    case .cancel(let id): cancel(id)
    case .none: break
    }
  }

  /// How long it takes until the timer with this id fires; nil if none runs, or without a clock.
  package func timeLeft(of id: WorkID) -> Duration? {
    if let host { return host.timeLeft(of: id) }
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
  func join(group: GroupID, to id: WorkID) -> Bool {
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
    _ kind: consuming WorkItem.Kind, id: consuming WorkID, named name: () -> String,
    group: GroupID, deadline: Duration?, action: consuming (() -> Machine.Action)?
  ) {
    if isStopped { return }
    guard let launch else { preconditionFailure("an engine needs launch to run work") }
    serial += 1
    let handle = WorkHandle(id: id, serial: serial)
    let fires: Duration? =
      if case .sleep(let duration) = kind { deadlines.map { $0.now + duration.sleepable } } else {
        nil
      }
    let isTimer = if case .sleep = kind { true } else { false }
    let work = party?.begin(name())
    let item = WorkItem(kind: kind, handle: handle)
    // The task takes it along, so that a source in it can tell what it holds back.
    let task =
      work == nil ? launch(item) : Standstill.$inherited.withValue(work) { launch(item) }
    work?.belongs(to: task)
    let time = deadline.flatMap { deadlines?.wake(after: $0) }
    running.append(
      Running(
        handle: handle, task: task, deadline: time, fires: fires, group: group, action: action,
        isTimer: isTimer, work: work))
    enter(group)
  }

  /// Cancels work for an effect. What it was for is seen to when all effects of the step are carried out, since one of
  /// them may start what does the same.
  private func cancel(_ id: WorkID) {
    for entry in queue where entry.cause == .answer(id: id) { orphans.append((entry.group, false)) }
    queue = queue.filter { $0.cause != .answer(id: id) }
    guard let run = take(id) else { return }
    orphans.append((run.group, run.isTimer))
    run.work?.end()
  }

  /// Removes work from the table and cancels it.
  func take(_ id: WorkID) -> Running? {
    guard let index = running.firstIndex(where: { $0.handle.id == id }) else { return nil }
    let run = forget(index)
    run.task.cancel()
    return run
  }

  /// Cancels work of one scope, and the actions that wait for their turn after it.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - isChosen: Whether the work with this ticket is cancelled.
  ///   - cancelled: Called for each after it was cancelled.
  func cancelWork(
    in scope: WorkScope, where isChosen: (Ticket) -> Bool, cancelled: (Ticket) -> Void
  ) {
    if let host { return host.cancelWork(in: scope, where: isChosen, cancelled: cancelled) }
    func isOfScope(_ entry: Queued) -> Bool { (entry.part?.scope ?? []) == scope }
    let followers = groups.flatMap(\.followers).filter(isOfScope)
    for index in groups.indices { groups[index].followers.removeAll(where: isOfScope) }
    for follower in followers {
      refuse(follower.group, for: Sent.cancelled)
      leave(follower.group)
    }
    for id in running.map(\.handle.id) where id.scope == scope {
      guard isChosen(id.ticket), let run = take(id) else { continue }
      refuse(run.group, for: Sent.cancelled)
      leave(run.group)
      run.work?.end()
      cancelled(id.ticket)
    }
  }

  /// Cancels the loads under way, and the waits for their retries; edits go on.
  func cancelLoads() where Machine: FeedMachine {
    if isStopped { return }
    let edits = state.pendingEdits.flatMap { [$0.edit.ticket, $0.state.timer] }
    func cancelled(_ ticket: Ticket) -> Machine.Action {
      Machine.feed(action: .cancelled(ticket: ticket))
    }
    cancelWork(in: []) { ticket in
      // What is no load, such as the pause of a search or the reading of a snapshot, the machine refuses. It is asked
      // before, since an action that is sent during a step waits.
      !edits.contains(ticket) && machine.reduce(state, cancelled(ticket)).refusal == nil
    } cancelled: {
      send(cancelled($0))
    }
    for kind in LoadKind.allCases where state.error(of: kind)?.isOfNetwork == true {
      send(Machine.feed(action: .errorDismissed(kind: kind)))
    }
  }

  /// Removes work from the table. Memory goes back with the last, since most stores are idle most of the time, and an array
  /// never shrinks by itself.
  private func forget(_ index: Int) -> Running {
    let run = running.remove(at: index)
    if running.isEmpty { running = [] }
    if run.deadline != nil, !running.contains(where: { $0.deadline != nil }) {
      deadlines?.becameIdle()
    }
    return run
  }
}
