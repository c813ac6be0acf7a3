import FeedReducer
package import FeedTesting

// MARK: - Random worlds

extension World {
  /// A user adds a row beside one that shows, and an answer that is made up is awaited by none. (All else may happen at
  /// any time.)
  package func has(_ step: Step, at state: State) -> Bool {
    if case .act(let list, .feed(let action)) = step, let ticket = action.answeredTicket {
      return !state.lists[list].awaited.all.contains(ticket)
    }
    guard case .act(let list, .feed(action: .edit(change: .insert(_, let before?)))) = step else {
      return true
    }
    return state.lists[list].items.contains(id: before)
  }

  package func draw(at state: State, using generator: inout some RandomNumberGenerator) -> Step? {
    var draw = Draw(state, in: self, generator: generator)
    defer { generator = draw.generator }
    return draw.step
  }

  /// A world with settings of its own: pages, a bound, retries, merges, a search, two lists.
  package static func random(seed: UInt64) -> World {
    var generator = SplitMix64(seed: seed)
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let feed = WorldFeed(
      pageSize: 1 + below(4), prefetchDistance: 1 + below(3),
      refreshMode: below(2) == 0 ? .merge : .firstPage, retry: RetryPolicy(attempts: below(3)),
      maxEmptyPages: 1 + below(2), maxItems: below(3) == 0 ? 3 + below(6) : nil,
      edits: below(8) == 0 ? nil : .optimistic, gaps: [nil, .manual, .automatic][Int(seed % 3)],
      snapshotAgeLimit: below(2) == 0 ? .seconds(3_600) : nil)
    let paging = [.after, .after, .both, .both, .page, .offset][below(6)] as WorldServer.Paging
    let isTwo = below(6) == 0
    let rows = below(8) == 0 ? below(3) : 4 + below(16)
    let isSearch = below(4) == 0
    var world = World(feed, paging: paging, rows: rows, lists: isTwo ? 2 : 1, isSearch: isSearch)
    // What rows that have moved blur says little of the others.
    world.movesRows = below(4) == 0
    return world
  }

  /// Lets the world of a seed happen. Returns what it breaks, and the number of steps.
  package static func walk(
    seed: UInt64, steps: Int = 150, excuses: [KnownDefect] = KnownDefect.all
  ) -> Trail<World> {
    var world = random(seed: seed)
    world.excuses = excuses
    return Walk(world, laws: world.laws, seed: seed, steps: steps).run()
  }
}

/// Draws a step. The weights let lists grow, and edits and pages meet.
private struct Draw<Generator: RandomNumberGenerator> {
  let state: World.State
  let world: World
  let list: Int
  var generator: Generator

  init(_ state: World.State, in world: World, generator: Generator) {
    self.state = state
    self.world = world
    self.generator = generator
    list = state.lists.count == 1 ? 0 : Int.random(in: 0..<2, using: &self.generator)
  }

  var feed: WorldFeed.State { state.lists[list].feed }
  var shown: WorldMachine.List { state.lists[list] }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// Once in a while.
  mutating func rarely(_ count: Int = 8) -> Bool { below(count) == 0 }

  var step: World.Step {
    mutating get {
      if state.outside[list].kept != nil, feed.generation == 0,
        below(feed.lastTicket == 0 ? 2 : 8) == 0
      {
        return .restore(list: list, isOld: rarely(3))
      }
      if feed.generation == 0, feed.snapshot != nil, rarely() { return .keep(list: list) }
      // Much happens while an answer is on its way.
      if state.outside[list].calls.contains(where: { $0.served != nil }), rarely() {
        return below(3) > 0 ? others : .act(list: list, .feed(action: .invalidated))
      }
      return switch below(64) {
      case 0...3: .serve(list: list, call: below(9), manner)
      case 4...23: .answer(list: list, call: below(9), manner)
      case 24...26: .fail(list: list, call: below(9), one(of: World.Failure.allCases))
      case 27: rarely(3) ? .cancel(list: list, call: below(9)) : .late(list: list, call: below(9))
      case 28...32: others
      case 33: rarely(6) ? .serverForgets : others
      case 34: rarely(16) ? .restore(list: list, isOld: false) : .keep(list: list)
      case 35:
        switch below(12) {
        case 0...5: .restart(list: list)
        case 6: .replaceFile(list: list, one(of: World.File.allCases))
        default: .keep(list: list)
        }
      default: .act(list: list, action)
      }
    }
  }

  private var manner: World.Manner {
    mutating get {
      var manner = World.Manner(namesRow: below(2) == 0, refuses: rarely())
      manner.namesAnother = rarely(12)
      if rarely(10) { manner.page = one(of: WorldServer.Manner.allCases) }
      return manner
    }
  }

  private var others: World.Step {
    mutating get {
      let count = state.server.rows.count
      return switch below(8) {
      case 0...2: .othersAdd(rarely(3) ? one(of: [0, count]) : below(count + 1))
      case 3, 4: .othersRemove(rarely(3) ? count - 1 : below(count))
      case 5, 6: .othersChange(below(count))
      default:
        world.movesRows
          ? .othersMove(below(count), below(count + 1)) : .othersAdd(below(count + 1))
      }
    }
  }

  /// The index of a row, often the last, rarely one that is not there.
  private var row: Int {
    mutating get {
      let count = shown.items.count
      return switch below(8) {
      case 0...2: max(0, count - 1)
      case 3: 0
      case 4: rarely() ? one(of: [-1, count, Int.max - 4]) : below(count)
      default: below(count)
      }
    }
  }

  private var action: WorldSearch.Action {
    mutating get {
      if shown.search != nil, rarely(5) {
        return rarely(3) ? .submitted : .typed(query: one(of: [nil, 1, 1, 2, 3]))
      }
      return .feed(action: feedAction)
    }
  }

  private var feedAction: WorldFeed.Action {
    mutating get {
      if feed.generation == 0, below(3) > 0 { return .started }
      return switch below(40) {
      case 0...13: .itemAppeared(index: row)
      case 14, 15: visible
      case 16: .loadMore
      case 17, 18: .refreshPulled
      case 19: .invalidated
      case 20: rarely(3) ? .reset : .started
      case 21, 22: .retryTapped(kind: one(of: [nil] + LoadKind.allCases))
      case 23: .errorDismissed(kind: one(of: [nil] + LoadKind.allCases))
      case 24, 25: .connectivityChanged(isOnline: !feed.isOnline || below(3) == 0)
      case 26: .memoryWarning(keep: below(7))
      case 27: rarely() ? .stopped : .started
      case 28, 29: failedEdit
      case 30: rarely(3) ? wrongAnswer : .loadMore
      case 31, 32: gapTapped
      default: .edit(change: change)
      }
    }
  }

  /// A tap on a gap, rarely on one that has gone.
  private var gapTapped: WorldFeed.Action {
    mutating get {
      let gaps = feed.gaps
      let id =
        gaps.isEmpty || rarely()
        ? Ticket(rawValue: below(feed.lastTicket.rawValue + 1)) : gaps[below(gaps.count)].id
      return .gapTapped(id: id, from: one(of: GapSide.allCases))
    }
  }

  private var visible: WorldFeed.Action {
    mutating get {
      let first = row
      return .visible(range: first..<first + below(4))
    }
  }

  private var failedEdit: WorldFeed.Action {
    mutating get {
      let ids = feed.failedEdits.map(\.edit.id) + feed.pendingEdits.map(\.edit.id)
      let id = ids.isEmpty || rarely() ? below(5) : ids[below(ids.count)]
      return below(3) > 0 ? .editRetried(id: id) : .editDismissed(id: id)
    }
  }

  /// An answer to a ticket that may be of another kind, or never was.
  private var wrongAnswer: WorldFeed.Action {
    mutating get {
      let awaited = state.lists[list].awaited.all
      let ticket = Ticket(rawValue: below(feed.lastTicket.rawValue + 3))
      if awaited.contains(ticket) { return .loadMore }
      let page = WorldFeed.Page(items: [WorldRow(id: -9, value: -9)], next: nil)
      return switch below(6) {
      case 0: .pageLoaded(ticket: ticket, page: page)
      case 1: .failed(ticket: ticket, failure: World.Failure.unreachable.failure)
      case 2: .cancelled(ticket: ticket)
      case 3: .timerFired(ticket: ticket)
      case 4: .editCommitted(ticket: ticket, item: nil)
      default: .editFailed(ticket: ticket, failure: World.Failure.refused.failure)
      }
    }
  }

  /// A change of a row, mostly of one that is there. Drafts have values and ids of their own.
  private var change: WorldFeed.Change {
    mutating get {
      let draft = 1_000_000 + below(1_000_000_000)
      let row = below(shown.items.count)
      let drafts = feed.pendingEdits.map(\.edit.change.id).filter { $0 < 0 }
      var before: Int?
      if !drafts.isEmpty, rarely(4) {
        before = one(of: drafts)
      } else if !shown.items.isEmpty, !rarely(4) {
        before = shown.items[row].id
      }
      let id = shown.items.isEmpty || rarely(16) ? below(9) : shown.items[row].id
      return switch below(8) {
      case 0, 1: .remove(id: id)
      case 2...4: .insert(item: WorldRow(id: -draft, value: draft), before: before)
      default: .update(item: WorldRow(id: id, value: draft))
      }
    }
  }
}
