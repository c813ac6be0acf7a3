// Groups of work: what an action causes, to wait for, and what an action waits for that causes nothing.
public import FeedReducer

extension Engine {
  /// An action that was sent, with everything that it causes, until the last of that has ended.
  struct Group {
    let id: GroupID
    /// The action that has begun it, since the machine is asked again what it waits for if its work is cancelled.
    var first: Queued?
    /// How many queued actions, operations and timers the group has.
    var count = 1
    /// Opens when the group ends.
    let latch = Latch()
    /// The groups that end with this one: of actions that were refused because this one is under way.
    var joined: [GroupID] = []
    /// The actions that are sent again when this one has ended.
    var followers: [Queued] = []
  }

  /// The latch of a group; nil if the group has ended.
  func latch(of group: GroupID) -> Latch? {
    groups.lastIndex { $0.id == group }.map { groups[$0].latch }
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
    // Memory goes back, since a group is large, and most stores are idle most of the time.
    if groups.isEmpty { groups = [] }
    for joined in group.joined { leave(joined) }
    queue += group.followers
  }

  // MARK: - What an action waits for

  /// What a refused action waits for: the work that it asks for, or its turn.
  @inlinable func refused(_ action: Machine.Action, for reason: Machine.Refusal) -> Sent {
    switch machine.awaited(by: action, after: .ignored(reason), in: current) {
    case let awaited?: refused(action, for: reason, waitingFor: awaited)
    case nil: refused(for: "\(reason)")
    }
  }

  @usableFromInline func refused(
    _ action: Machine.Action, for reason: Machine.Refusal, waitingFor awaited: Awaited
  ) -> Sent {
    lastGroup += 1
    let entry = Queued(action: action, cause: .sent, group: lastGroup)
    return wait(of: entry, for: awaited) ?? refused(for: "\(reason)")
  }

  /// The same for an action that may have been sent to a part.
  func refused(_ entry: Queued, for reason: Machine.Refusal) -> Sent {
    awaited(by: entry, after: .ignored(reason)).flatMap { wait(of: entry, for: $0) }
      ?? refused(for: text(of: reason, to: entry))
  }

  /// What an action waits for in the present state. Of one that was sent to a part the part knows, so that a machine need
  /// not pass the question on.
  private func awaited(
    by entry: Queued, after reaction: Reaction<Machine.Effect, Machine.Refusal>
  ) -> Awaited? {
    if let part = entry.part { return part.awaited(current, reaction.refusal == nil) }
    return machine.awaited(by: entry.action, after: reaction, in: current)
  }

  /// The sentence of a refusal. Where the machine has none, as an enumeration of its parts' refusals, the part has one.
  private func text(of reason: Machine.Refusal, to entry: Queued) -> String {
    if !(reason is any CustomStringConvertible), let sentence = entry.part?.refusal(current) {
      return sentence
    }
    return "\(reason)"
  }

  /// Says once in a debug build that rows can't be edited: a button that does nothing looks like a fault of the view.
  private func noteReadOnly(_ reason: String) {
    #if DEBUG
      if hasNotedReadOnly || !reason.contains("\(FeedRefusal.readOnly)") { return }
      hasNotedReadOnly = true
      Standstill.printError(
        "FeedEffects: an edit was refused: \(FeedRefusal.readOnly). (Debug builds say this once.)")
    #endif
  }

  @usableFromInline func refused(for reason: String) -> Sent {
    noteReadOnly(reason)
    return Sent(nil, refusal: .text(reason))
  }

  /// Lets an action wait for work that runs here, or for its turn after that.
  private func wait(of entry: Queued, for awaited: Awaited) -> Sent? {
    switch awaited {
    case .work(let ticket): joined(entry, to: id(of: ticket, for: entry))
    case .turn(let ticket): turn(of: entry, after: id(of: ticket, for: entry))
    }
  }

  /// The id of the work with a ticket of the machine, or of the part that an action was sent to.
  private func id(of ticket: Ticket, for entry: Queued) -> WorkID {
    entry.part?.id(of: WorkID(ticket)) ?? WorkID(ticket)
  }

  /// Lets an action that was refused for some work wait for that, if it runs here.
  ///
  /// A request for more has a group of its own, to be judged by itself if the work is cancelled. Reports come by the
  /// hundred, and share that of the work.
  private func joined(_ entry: Queued, to id: WorkID) -> Sent? {
    guard let index = group(of: id) else { return nil }
    let isForMore = entry.part?.isForMore ?? isForMore?(entry.action) ?? false
    if !isForMore { return Sent(groups[index].latch) }
    groups[index].joined.append(entry.group)
    enter(entry.group)
    groups[groups.count - 1].first = entry
    return sent(entry)
  }

  /// Sends an action again when the work with this id has ended, if it runs here.
  func turn(of entry: Queued, after id: WorkID) -> Sent? {
    follow(id, with: entry) ? sent(entry) : nil
  }

  /// Lets an action wait for its turn: when the group of the work with this id has ended.
  ///
  /// - Returns: Whether that is another group than the action's.
  private func follow(_ id: WorkID, with entry: Queued) -> Bool {
    guard let index = group(of: id), groups[index].id != entry.group else { return false }
    groups[index].followers.append(entry)
    enter(entry.group)
    return true
  }

  /// Lets a queued action that was refused end with the work that it asks for, or wait for its turn; or notes its
  /// refusal.
  func refuse(_ entry: Queued, for reason: Machine.Refusal) {
    switch awaited(by: entry, after: .ignored(reason)) {
    case .work(let ticket) where join(group: entry.group, to: id(of: ticket, for: entry)): return
    case .turn(let ticket) where follow(id(of: ticket, for: entry), with: entry): return
    default: break
    }
    let reason = text(of: reason, to: entry)
    noteReadOnly(reason)
    latch(of: entry.group)?.refuse(for: reason)
  }

  /// Sends again what waited for the work of a group that has ended, though other work of that group goes on: an edit that
  /// takes long would hold the next page back.
  func giveTurns(after id: GroupID) {
    guard let index = groups.lastIndex(where: { $0.id == id }) else { return }
    for follower in groups[index].followers where !isToWait(follower) {
      groups[index].followers.removeAll { $0.group == follower.group }
      queue.append(follower)
    }
  }

  /// Whether an action still has to wait for work that runs here.
  private func isToWait(_ entry: Queued) -> Bool {
    guard case .turn(let ticket) = answer(to: entry).awaited else { return false }
    return isRunning(id(of: ticket, for: entry))
  }

  /// Whether work with this id is running.
  func isRunning(_ id: WorkID) -> Bool {
    if let host { return host.isRunning(id) }
    return running.contains { $0.handle.id == id }
  }

  /// What the machine would say to an action now, and what the action would wait for. The state stays as it is.
  private func answer(
    to entry: Queued
  ) -> (reaction: Reaction<Machine.Effect, Machine.Refusal>, awaited: Awaited?) {
    let reaction = machine.reduce(current, entry.action).reaction
    return (reaction, awaited(by: entry, after: reaction))
  }

  /// Lets an action that led to nothing wait for its turn, if it has to.
  func waitForTurn(of entry: Queued) {
    if case .turn(let ticket) = awaited(by: entry, after: .accepted([])) {
      _ = follow(id(of: ticket, for: entry), with: entry)
    }
  }

  /// An action that was sent, with the group that it has begun.
  func sent(_ entry: Queued) -> Sent {
    let latch = latch(of: entry.group)
    if let party {
      latch?.watch(
        by: party, as: "finish() of \(entry.part?.name() ?? nameOfAction(entry.action))")
    }
    return Sent(latch)
  }

  /// The index of the group of the work with this id.
  func group(of id: WorkID) -> Int? {
    guard let run = running.first(where: { $0.handle.id == id }) else { return nil }
    return groups.lastIndex { $0.id == run.group }
  }

  // MARK: - Work that was cancelled

  /// Ends the groups whose last work was cancelled, unless the action of one has a place at the work that came instead.
  func leaveOrphans() {
    let left = orphans
    orphans = []
    for (id, isTimer) in left {
      placeOrphan(id, isTimer: isTimer)
      leave(id)
    }
  }

  /// Sees to a group whose last work was cancelled, and to those that were to end with it, each by its own action.
  private func placeOrphan(_ id: GroupID, isTimer: Bool) {
    guard let index = groups.lastIndex(where: { $0.id == id }), groups[index].count == 1 else {
      return
    }
    let joined = groups[index].joined
    groups[index].joined = []
    let group = groups[index]
    if let first = group.first { place(first, of: group, isTimer: isTimer) }
    for other in joined {
      placeOrphan(other, isTimer: isTimer)
      leave(other)
    }
  }

  /// Lets an action whose work was cancelled end with the work that does what it asked for, or notes that it was in
  /// vain: the machine is asked what it would say to it now.
  private func place(_ entry: Queued, of group: Group, isTimer: Bool) {
    let (reaction, awaited) = answer(to: entry)
    switch awaited {
    case .work(let ticket) where join(group: group.id, to: id(of: ticket, for: entry)): break
    // Not asked again: who pulls wants the first page, and may not want what was under way before.
    case .turn: refuse(group.id, for: Sent.replaced)
    default:
      // An edit that waited is sent by another action, or given up by one, so nothing is to be said for it here.
      let refusal = reaction.refusal.map { text(of: $0, to: entry) }
      if !isTimer { refuse(group.id, for: refusal ?? Sent.replaced) }
    }
  }

  /// Notes why the last of a group has not come, for all that end with it.
  func refuse(_ id: GroupID, for reason: String) {
    guard let group = groups.last(where: { $0.id == id }), group.count == 1 else { return }
    group.latch.refuse(for: reason)
    for joined in group.joined { refuse(joined, for: reason) }
  }
}

/// The name of an action's case, and of that of the action in it.
func nameOfAction(_ action: Any) -> String {
  guard let payload = Mirror(reflecting: action).children.first, let label = payload.label else {
    return "\(action)"
  }
  guard label == "feed", let inner = Mirror(reflecting: payload.value).children.first else {
    return label
  }
  return nameOfAction(inner.value)
}
