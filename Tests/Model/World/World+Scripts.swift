import FeedReducer

/// A world, and what happens there once the first page has come: the shortest way to a defect.
package struct WorldScript: Sendable {
  package let name: String
  private let feed: WorldFeed
  private let paging: WorldServer.Paging
  private let rows: Int
  package let steps: [World.Step]

  /// The law that it broke.
  package let law: String

  init(
    _ name: String, pages size: Int, _ mode: RefreshMode = .firstPage, most: Int? = nil,
    of rows: Int, by paging: WorldServer.Paging, gaps: WorldFeed.GapRules? = nil,
    breaks law: String, _ steps: [World.Step]
  ) {
    feed = WorldFeed(
      pageSize: size, prefetchDistance: 1, refreshMode: mode, maxItems: most, edits: .optimistic,
      gaps: gaps)
    let begun: [World.Step] = [
      .act(list: 0, .feed(action: .started)), .answer(list: 0, call: 0, .init()),
    ]
    (self.name, self.paging, self.rows) = (name, paging, rows)
    (self.law, self.steps) = (law, begun + steps)
  }

  package var world: World { World(feed, paging: paging, rows: rows) }
}

extension WorldScript {
  /// Ways to defects that were mended.
  package static let mended = [
    WorldScript(
      "An end that is asked once more after a restart",
      pages: 3, .merge, of: 6, by: .after, breaks: "in the server's order",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
        .keep(list: 0),
        .restart(list: 0),
        .restore(list: 0, isOld: false),
        .othersAdd(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .answer(list: 0, call: 0, .init()),
      ]),
    WorldScript(
      "A page that is read again from its far side overlaps the list",
      pages: 3, most: 7, of: 12, by: .after, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .othersAdd(1),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .answer(list: 0, call: 0, .init()),
        .othersAdd(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
      ]),
    WorldScript(
      "A row of the last page goes",
      pages: 4, .merge, of: 6, by: .after, breaks: "what has gone goes",
      [
        .act(list: 0, .feed(action: .loadMore)),
        .answer(list: 0, call: 0, .init()),
        .othersRemove(5),
        .act(list: 0, .feed(action: .itemAppeared(index: 5))),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
      ]),
    WorldScript(
      "A new row comes between two rows of the list",
      pages: 3, of: 6, by: .offset, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .othersAdd(2),
        .othersAdd(0),
        .answer(list: 0, call: 0, .init()),
      ]),
    WorldScript(
      "The row in front of a first page goes",
      pages: 3, .merge, of: 2, by: .both, breaks: "what has gone goes",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 0))),
        .answer(list: 0, call: 0, .init()),
        .othersRemove(0),
        .act(list: 0, .feed(action: .refreshPulled)),
        .answer(list: 0, call: 0, .init()),
      ]),
    WorldScript(
      "A list that ended in a cycle is restored",
      pages: 4, of: 8, by: .after, breaks: "nothing is missing",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 3))),
        .answer(list: 0, call: 0, .init(page: .emptyAgain)),
        .keep(list: 0),
        .restart(list: 0),
        .restore(list: 0, isOld: false),
      ]),
    WorldScript(
      "Rows are out of date after a cursor was forgotten",
      pages: 3, .merge, of: 9, by: .after, breaks: "a page shows as it was told",
      [
        .act(list: 0, .feed(action: .itemAppeared(index: 2))),
        .fail(list: 0, call: 0, .forgotten),
        .answer(list: 0, call: 0, .init()),
        .answer(list: 0, call: 0, .init()),
        .act(list: 0, .feed(action: .invalidated)),
        .answer(list: 0, call: 0, .init()),
      ]),
  ]
}
