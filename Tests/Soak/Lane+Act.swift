import FeedEffects
import FeedHTTP
import FeedReducer

// The random actions of a user.
extension Lane {
  mutating func act(on place: Int) async {
    let feed = slots[place].feed
    let state = await feed.look()
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: await send(.itemAppeared(index: row(state)), to: place)
    case ..<56: await send(.loadMore, to: place)
    case ..<60: await send(.started, to: place)
    case ..<68: await send(.retryTapped(kind: [nil, .append, .prepend].random(&random)), to: place)
    case ..<70: await send(.refreshPulled, to: place)
    case ..<72: slots[place].accompany(environment.tally) { await feed.refresh() }
    case ..<74: await send(.invalidated, to: place)
    case ..<82: await send(.edit(change: change(state)), to: place)
    case ..<84: await send(.pageLoaded(ticket: ticket(state), page: page()), to: place)
    case ..<85:
      // A feed that takes an edit for cancelled would not cancel it later. Its server may never answer.
      let ticket = ticket(state)
      let isOfEdit = state.pendingEdits.contains { $0.edit.ticket == ticket }
      if !isOfEdit { await send(.cancelled(ticket: ticket), to: place) }
    case ..<86: await send(.timerFired(ticket: ticket(state)), to: place)
    case ..<90: slots[place].connectivity.yield(Int.random(in: 0..<3, using: &random) > 0)
    case ..<91: await send(.memoryWarning(keep: Int.random(in: 0...40, using: &random)), to: place)
    case ..<94: slots[place].kept = state.snapshot ?? slots[place].kept
    case ..<95: await send(.reset, to: place)
    case ..<97: await send(.errorDismissed(kind: nil), to: place)
    case ..<98: await restore(place)
    default: await read(place)
    }
  }

  /// Sends an action. One in 20 starts a task that waits for all work it causes.
  mutating func send(_ action: Rows.Action, to place: Int) async {
    let sent = await slots[place].feed.send(action)
    guard Int.random(in: 0..<20, using: &random) == 0 else { return }
    slots[place].accompany(environment.tally) { await sent.finish() }
  }

  /// Restores the kept snapshot. In half of the cases it resets the feed before.
  mutating func restore(_ place: Int) async {
    guard let kept = slots[place].kept else { return }
    if Bool.random(using: &random) { await send(.reset, to: place) }
    let age = Duration.seconds(Int.random(in: -1...120, using: &random))
    await send(.restored(snapshot: kept, age: age), to: place)
  }

  /// Starts a task that reads up to 20 states, then stops.
  private mutating func read(_ place: Int) async {
    let states = await slots[place].feed.states
    let count = Int.random(in: 0...20, using: &random)
    slots[place].accompany(environment.tally) {
      var left = count
      for await _ in states where left > 0 { left -= 1 }
    }
  }

  /// The index of the last row, the first row or any row. It may be out of range.
  private mutating func row(_ state: Rows.State) -> Int {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: state.items.count - 1
    case 4: 0
    default: Int.random(in: -1...state.items.count, using: &random)
    }
  }

  /// A ticket near the last one: in flight, finished or never used.
  private mutating func ticket(_ state: Rows.State) -> Ticket {
    let last = state.lastTicket.rawValue
    return Ticket(rawValue: Int.random(in: max(0, last - 5)...last + 1, using: &random))
  }

  private mutating func page() -> Rows.Page {
    let id = Int.random(in: 0..<120, using: &random)
    return Rows.Page(
      items: [Row(id: id, name: "Row \(id), without a request")], next: .offset(id))
  }

  private mutating func change(_ state: Rows.State) -> Rows.Change {
    let id = state.items.randomElement(using: &random)?.id ?? 0
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let draft = -Int.random(in: 1...1_000, using: &random)
      return .insert(
        item: Row(id: draft, name: "A draft"), before: Bool.random(using: &random) ? id : nil)
    case 1: return .update(item: Row(id: id, name: "Row \(id) changed"))
    default: return .remove(id: id)
    }
  }
}

extension Array {
  fileprivate func random(_ random: inout SplitMix64) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
