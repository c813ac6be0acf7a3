// Groups of work: what an action causes, to wait for, and what an action waits for that causes nothing.
public import FeedReducer

extension Engine {
  /// An action that was sent, with everything that it causes, until the last of that has ended.
  struct Group {
    let id: GroupID
    /// The action that was sent.
    var action: Machine.Action?
    /// How many queued actions, operations and timers the group has.
    var count = 1
    /// Opens when the group ends.
    let latch = Latch()
    /// The groups that end with this one: of actions that were refused because this one is under way.
    var joined: [GroupID] = []
    /// The actions that are sent again when this one has ended, and their groups.
    var followers: [(action: Machine.Action, group: GroupID)] = []
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
    // A group is large, and most stores are idle most of the time.
    if groups.isEmpty { groups = [] }
    for joined in group.joined { leave(joined) }
    for (action, group) in group.followers {
      queue.append(Queued(action: action, cause: .sent, group: group))
    }
  }

  // MARK: - What an action waits for

  /// What a refused action waits for: the work that it asks for, or its turn.
  @inlinable func refused(_ action: Machine.Action, for reason: Machine.Refusal) -> Sent {
    switch machine.awaited(by: action, after: .ignored(reason), in: current) {
    case .work(let ticket): joined(action, to: ticket) ?? refused(for: reason)
    case .turn(let ticket): turn(of: action, after: ticket) ?? refused(for: reason)
    case nil: refused(for: reason)
    }
  }

  /// Says once in a debug build that rows can't be edited: a button that does nothing looks like a fault of the view.
  private func noteReadOnly(_ reason: Machine.Refusal) {
    #if DEBUG
      if hasNotedReadOnly || !"\(reason)".contains("\(FeedRefusal.readOnly)") { return }
      hasNotedReadOnly = true
      Standstill.printError(
        "FeedEffects: an edit was refused: \(FeedRefusal.readOnly). (Debug builds say this once.)")
    #endif
  }

  @usableFromInline func refused(for reason: Machine.Refusal) -> Sent {
    noteReadOnly(reason)
    return Sent(nil, refusal: "\(reason)")
  }

  /// Lets an action that was refused for the work with this ticket wait for that, if it runs here.
  ///
  /// A request for more has a group of its own, to be judged by itself if the work is cancelled. Reports come by the
  /// hundred, and share that of the work.
  @usableFromInline func joined(_ action: Machine.Action, to ticket: Ticket) -> Sent? {
    guard let index = group(of: WorkID(ticket)) else { return nil }
    if action != requestForMore { return Sent(groups[index].latch) }
    lastGroup += 1
    groups[index].joined.append(lastGroup)
    enter(lastGroup)
    groups[groups.count - 1].action = action
    return sent(lastGroup, for: action)
  }

  /// Sends an action again when the work with this ticket has ended, if it runs here.
  @usableFromInline func turn(of action: Machine.Action, after ticket: Ticket) -> Sent? {
    lastGroup += 1
    return follow(lastGroup, with: action, after: ticket)
      ? sent(lastGroup, for: action) : nil
  }

  /// Lets a group wait for the turn of its action: when the group of the work with this ticket has ended.
  ///
  /// - Returns: Whether that is another group.
  private func follow(_ group: GroupID, with action: Machine.Action, after ticket: Ticket) -> Bool {
    guard let index = self.group(of: WorkID(ticket)), groups[index].id != group else {
      return false
    }
    groups[index].followers.append((action, group))
    enter(group)
    return true
  }

  /// Lets a queued action that was refused end with the work that it asks for, or wait for its turn; or notes its
  /// refusal.
  func refuse(_ entry: Queued, for reason: Machine.Refusal) {
    switch machine.awaited(by: entry.action, after: .ignored(reason), in: current) {
    case .work(let ticket) where join(group: entry.group, to: WorkID(ticket)): return
    case .turn(let ticket) where follow(entry.group, with: entry.action, after: ticket): return
    default: break
    }
    noteReadOnly(reason)
    latch(of: entry.group)?.refuse(for: "\(reason)")
  }

  /// Sends again what waited for the work of a group that has ended, though other work of that group goes on.
  func giveTurns(after id: GroupID) {
    guard let index = groups.lastIndex(where: { $0.id == id }) else { return }
    for follower in groups[index].followers where !waits(for: follower.action) {
      groups[index].followers.removeAll { $0.group == follower.group }
      queue.append(Queued(action: follower.action, cause: .sent, group: follower.group))
    }
  }

  /// Whether an action still has to wait for work that runs here.
  private func waits(for action: Machine.Action) -> Bool {
    guard case .turn(let ticket) = answer(to: action).awaited else { return false }
    return running.contains { $0.handle.id == WorkID(ticket) }
  }

  /// What the machine would say to an action now, and what the action would wait for. The state stays as it is.
  private func answer(
    to action: Machine.Action
  ) -> (reaction: Reaction<Machine.Effect, Machine.Refusal>, awaited: Awaited?) {
    let reaction = machine.reduce(current, action).reaction
    return (reaction, machine.awaited(by: action, after: reaction, in: current))
  }

  /// Lets an action that led to nothing wait for its turn, if it has to.
  func wait(_ group: GroupID, for action: Machine.Action) {
    if case .turn(let ticket) = machine.awaited(by: action, after: .accepted([]), in: current) {
      _ = follow(group, with: action, after: ticket)
    }
  }

  /// An action that was sent, with the group that it has begun.
  func sent(_ group: GroupID, for action: Machine.Action) -> Sent {
    let latch = latch(of: group)
    if let party { latch?.watch(by: party, as: "finish() of \(name(of: action))") }
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
    if let action = group.action { place(action, of: group, isTimer: isTimer) }
    for other in joined {
      placeOrphan(other, isTimer: isTimer)
      leave(other)
    }
  }

  /// Lets an action whose work was cancelled end with the work that does what it asked for, or notes that it was in
  /// vain: the machine is asked what it would say to it now.
  private func place(_ action: Machine.Action, of group: Group, isTimer: Bool) {
    let (reaction, awaited) = answer(to: action)
    switch awaited {
    case .work(let ticket) where join(group: group.id, to: WorkID(ticket)): break
    // Not asked again: who pulls wants the first page, and may not want what was under way before.
    case .turn: refuse(group.id, for: Sent.replaced)
    default:
      // An edit that waited is sent by another action, or given up by one.
      if !isTimer { refuse(group.id, for: reaction.refusal.map { "\($0)" } ?? Sent.replaced) }
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
private func name(of action: Any) -> String {
  guard let payload = Mirror(reflecting: action).children.first, let label = payload.label else {
    return "\(action)"
  }
  guard label == "feed", let inner = Mirror(reflecting: payload.value).children.first else {
    return label
  }
  return name(of: inner.value)
}
