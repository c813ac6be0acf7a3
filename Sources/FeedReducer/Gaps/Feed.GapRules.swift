extension Feed {
  /// The rules of gaps, which a feed has or has not: `Feed(gaps: .automatic)`.
  ///
  /// With them a first page that does not lead to the rows that are there leaves these below a gap, if the refresh
  /// merges: by its mode, or since it is that of `invalidated`. Else it takes their place.
  ///
  /// A feed reaches the code of this folder that changes a state only through this value. So in a program that makes
  /// none the linker drops it.
  public struct GapRules: Sendable {
    /// Whether a gap near the reader loads by itself.
    public let isAutomatic: Bool

    /// An object, so that a feed stays small.
    let rules: GapHandlers = KeptGaps()
  }

  /// How many gaps a list has at most. Where one more comes, the rows below the last one go: each is a refresh that the
  /// reader did not follow, and eight refreshes ago is older than anyone scrolls for.
  package static var maxGaps: Int { 8 }
}

extension Feed.GapRules {
  /// A gap loads when it is tapped.
  public static var manual: Feed.GapRules { Feed.GapRules(isAutomatic: false) }

  /// A gap loads when fewer than `prefetchDistance` rows lie between it and the reader, and when it is tapped.
  public static var automatic: Feed.GapRules { Feed.GapRules(isAutomatic: true) }
}

extension Feed.GapRules: Equatable {
  /// Whether gaps load by themselves in both or in neither.
  public static func == (lhs: Feed.GapRules, rhs: Feed.GapRules) -> Bool {
    lhs.isAutomatic == rhs.isAutomatic
  }
}

extension Feed.GapRules: CustomStringConvertible {
  /// `automatic` or `manual`.
  public var description: String { isAutomatic ? "automatic" : "manual" }
}

extension Feed {
  /// What a feed asks of the rules of gaps. By itself it does nothing.
  ///
  /// It has no stored property, so any thread may use it.
  class GapHandlers: @unchecked Sendable {
    /// Loads a page of a gap that the user has tapped.
    func tap(
      _ state: inout State, of feed: Feed, id: Ticket, from side: GapSide
    ) throws(FeedRefusal) -> [Effect] { [] }

    /// Loads the gap again that has failed, stalled or waits.
    func reload(_ state: inout State, of feed: Feed, attempt: Int, byHand: Bool) -> [Effect] { [] }

    /// Weaves a page in at the gap that was loading.
    func apply(_ state: inout State, of feed: Feed, page: Page, ticket: Ticket) -> [Effect] { [] }

    /// Why no gap would load now by itself.
    func explain(_ state: State, of feed: Feed) -> FeedRefusal? { nil }

    /// Weaves a first page in, above a gap if it does not lead to the rows below; nil if it takes the list's place.
    func merge(_ state: inout State, of feed: Feed, page: Page) -> [Effect]? { nil }

    /// Opens a gap between the rest of the list and a page that never led into it, which stands at these rows.
    func part(
      _ state: inout State, of feed: Feed, beside page: Page, at side: Side, where run: Range<Int>
    ) -> [Effect] { [] }

    /// Stores how the load stands.
    func set(_ state: inout State, to load: LoadState) {}

    /// Moves the gaps below rows that were replaced.
    func move(_ state: inout State, below rows: Range<Int>, by change: Int) {}

    /// Brings back the gaps of a snapshot.
    func restore(_ state: inout State, of feed: Feed, from snapshot: Snapshot) {}

    /// Closes gaps that are no longer between two rows, and cancels the load of one that has gone.
    func close(_ state: inout State, of feed: Feed) -> [Effect] { [] }

    /// Ends an action: the gaps that have gone are closed, and what is near the reader loads.
    func follow(_ state: inout State, of feed: Feed, effects: inout [Effect]) {}
  }

  /// The rules of gaps, as a subclass: a call of the class above does not refer to it, so the linker keeps it only where
  /// one is made.
  final class KeptGaps: GapHandlers, @unchecked Sendable {
    override func tap(
      _ state: inout State, of feed: Feed, id: Ticket, from side: GapSide
    ) throws(FeedRefusal) -> [Effect] {
      try feed.gapTapped(&state, id: id, from: side)
    }

    override func reload(
      _ state: inout State, of feed: Feed, attempt: Int, byHand: Bool
    ) -> [Effect] {
      feed.reloadGap(&state, attempt: attempt, byHand: byHand)
    }

    override func apply(
      _ state: inout State, of feed: Feed, page: Page, ticket: Ticket
    ) -> [Effect] {
      feed.applyGapPage(&state, page: page, ticket: ticket)
    }

    override func explain(_ state: State, of feed: Feed) -> FeedRefusal? {
      feed.refusalOfGap(in: state)
    }

    override func merge(_ state: inout State, of feed: Feed, page: Page) -> [Effect]? {
      feed.mergeAboveGap(&state, page: page)
    }

    override func part(
      _ state: inout State, of feed: Feed, beside page: Page, at side: Side, where run: Range<Int>
    ) -> [Effect] {
      feed.part(&state, beside: run, after: page, at: side)
    }

    override func set(_ state: inout State, to load: LoadState) { state.setGapLoad(load) }

    override func move(_ state: inout State, below rows: Range<Int>, by change: Int) {
      state.moveOpenGaps(below: rows, by: change)
    }

    override func restore(_ state: inout State, of feed: Feed, from snapshot: Snapshot) {
      if let rules = feed.gaps, !snapshot.gaps.isEmpty {
        state.gapList = GapList(all: snapshot.gaps, load: nil, rules: rules)
      }
    }

    override func close(_ state: inout State, of feed: Feed) -> [Effect] { feed.closeGaps(&state) }

    override func follow(_ state: inout State, of feed: Feed, effects: inout [Effect]) {
      effects = feed.closeGaps(&state) + effects
      effects += feed.loadNearTheEnds(&state)
      effects += feed.loadNearGap(&state)
    }
  }
}
