package import FeedReducer

/// A row. Its value tells which version of the row it is: a server gives no value twice.
package struct WorldRow: Identifiable, Hashable, Sendable {
  package let id: Int
  package var value: Int

  package init(id: Int, value: Int) {
    self.id = id
    self.value = value
  }
}

package typealias WorldFeed = Feed<WorldRow, Int>
package typealias WorldSearch = Search<Int, WorldRow, Int>

/// The machine under test: one list or two, each a feed or a search. An action names the list.
///
/// A feed has the words of a search whose query is 0, so the world speaks to both in the same way.
package struct WorldMachine: StateMachine, Sendable {
  package enum List: Equatable, Sendable {
    case feed(WorldFeed.State)
    case search(WorldSearch.State)
  }

  package struct Action: Equatable, Sendable {
    package let list: Int
    package let action: WorldSearch.Action
  }

  package typealias State = [List]
  package typealias Effect = WorldSearch.Effect
  package typealias Refusal = SearchRefusal

  let search: WorldSearch

  package var feed: WorldFeed { search.feed }

  package func reduce(
    into state: inout State, _ action: Action
  ) -> Reaction<Effect, Refusal> {
    reduce(into: &state[action.list], action.action)
  }

  func reduce(
    into list: inout List, _ action: WorldSearch.Action
  ) -> Reaction<Effect, Refusal> {
    switch list {
    case .search(var state):
      let reaction = search.reduce(into: &state, action)
      list = .search(state)
      return reaction
    case .feed(var state):
      guard case .feed(let action) = action else { return .ignored(.sameQuery) }
      defer { list = .feed(state) }
      switch feed.reduce(into: &state, action) {
      case .accepted(let effects):
        return .accepted(effects.map { .feed(query: 0, effect: $0) })
      case .ignored(let reason): return .ignored(.feed(reason: reason))
      }
    }
  }

  func explain(_ kind: LoadKind, in list: List) -> SearchRefusal? {
    switch list {
    case .feed(let state): feed.explain(kind, in: state).map { .feed(reason: $0) }
    case .search(let state): search.explain(kind, in: state)
    }
  }
}

extension WorldFeed.State {
  /// The gaps that fewer rows than `distance` lie between and the reader.
  func gapsNearReader(within distance: Int) -> [WorldFeed.Gap] {
    gaps.filter { gap in
      reader.map { gap.index - $0.upperBound < distance && $0.lowerBound - gap.index < distance }
        ?? false
    }
  }
}

extension WorldMachine.List {
  /// The feed of the list, with the loads and the edits.
  package var feed: WorldFeed.State {
    switch self {
    case .feed(let state): state
    case .search(let state): state.feed
    }
  }

  /// The list as a front end sees it.
  private var display: any FeedDisplay<WorldRow, Int> {
    switch self {
    case .feed(let state): state
    case .search(let state): state
    }
  }

  package var items: ItemList<WorldRow> {
    switch self {
    case .feed(let state): state.items
    case .search(let state): state.items
    }
  }

  var reader: Range<Int>? {
    switch self {
    case .feed(let state): state.reader
    case .search(let state): state.reader
    }
  }

  var gaps: [WorldFeed.Gap] {
    switch self {
    case .feed(let state): state.gaps
    case .search(let state): state.gaps
    }
  }

  /// The ids of the rows as the server sent them.
  var serverRows: [Int] { feed.snapshot?.items.map(\.id) ?? [] }

  /// The rows with no gap between them, without those of users. An end that is asked once more tells whether what stands
  /// there follows.
  func neighbours(besides users: Set<Int>) -> Set<World.Neighbours> {
    guard let kept = feed.snapshot else { return [] }
    var gaps = Set(kept.gaps.map(\.row))
    if let last = kept.pages.last, last.position == kept.next {
      gaps.insert(kept.items.count - last.count)
    }
    if let first = kept.pages.first, first.position == kept.previous { gaps.insert(first.count) }
    var found: Set<World.Neighbours> = []
    var last: Int?
    for (index, row) in serverRows.enumerated() {
      if gaps.contains(index) { last = nil }
      // What a user put between two rows stands where the user wants it.
      if users.contains(row) {
        last = nil
        continue
      }
      if let last { found.insert(.init(above: last, below: row)) }
      last = row
    }
    return found
  }

  var words: FeedWords { display.words }
  var footer: ListEnd { display.footer }
  var header: ListEnd { display.header }
  var error: FeedFailure? { display.error }
  var completeness: Completeness { display.completeness }

  /// The search; nil if the list is a feed.
  var search: WorldSearch.State? { if case .search(let state) = self { state } else { nil } }

  /// The ids of the rows whose edits the server has not answered, under each name that they have.
  var edited: Set<Int> {
    let pending = feed.pendingEdits
    return pending.isEmpty ? [] : Set(pending.map(\.edit.id) + pending.map(\.edit.change.id))
  }

  /// The tickets of the edits that are pending or have failed.
  var editTickets: Set<Ticket> {
    Set(feed.pendingEdits.map(\.edit.ticket) + feed.failedEdits.map(\.edit.ticket))
  }
}
