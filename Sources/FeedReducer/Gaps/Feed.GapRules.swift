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

    /// Closures, so that nothing but their making refers to the code.
    let rules = GapHandlers()
  }

  /// How many gaps a list has at most. Where one more comes, the rows below the last one go.
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
  /// What a feed asks of the rules of gaps. One object, so that a feed stays small.
  ///
  /// The closures capture nothing, so any thread may call them.
  final class GapHandlers: @unchecked Sendable {
    /// Loads a page of a gap that the user has tapped.
    let tap: (Feed, inout State, Ticket, GapSide) throws(FeedRefusal) -> [Effect] = {
      (feed, state, id, side) throws(FeedRefusal) in
      try feed.gapTapped(&state, id: id, from: side)
    }

    /// Loads the gap again that has failed, stalled or waits.
    let reload: (Feed, inout State, Int, Bool) -> [Effect] = {
      $0.reloadGap(&$1, attempt: $2, byHand: $3)
    }

    /// Weaves a page in at the gap that was loading.
    let apply: (Feed, inout State, Page, Ticket) -> [Effect] = {
      $0.applyGapPage(&$1, page: $2, ticket: $3)
    }

    /// Why no gap would load now by itself.
    let explain: (Feed, State) -> FeedRefusal? = { $0.refusalOfGap(in: $1) }

    /// Weaves a first page in, above a gap if it does not lead to the rows below; nil if it takes the list's place.
    let merge: (Feed, inout State, Page) -> [Effect]? = { $0.mergeAboveGap(&$1, page: $2) }

    /// Opens a gap between the rest of the list and a page that never led into it, which stands at these rows.
    let part: (Feed, inout State, Page, Side, Range<Int>) -> [Effect] = {
      $0.part(&$1, beside: $4, after: $2, at: $3)
    }

    /// Stores how the load stands.
    let set: (inout State, LoadState) -> Void = { $0.setGapLoad($1) }

    /// Moves the gaps below rows that were replaced.
    let move: (inout State, Range<Int>, Int) -> Void = { state, rows, change in
      state.moveOpenGaps(below: rows, by: change)
    }

    /// Brings back the gaps of a snapshot.
    let restore: (Feed, inout State, Snapshot) -> Void = { feed, state, snapshot in
      if let rules = feed.gaps, !snapshot.gaps.isEmpty {
        state.gapList = GapList(all: snapshot.gaps, load: nil, rules: rules)
      }
    }

    /// Closes gaps that are no longer between two rows, and cancels the load of one that has gone.
    let close: (Feed, inout State) -> [Effect] = { $0.closeGaps(&$1) }

    /// Ends an action: the gaps that have gone are closed, and what is near the reader loads.
    let follow: (Feed, inout State, inout [Effect]) -> Void = { feed, state, effects in
      effects = feed.closeGaps(&state) + effects
      effects += feed.loadNearTheEnds(&state)
      effects += feed.loadNearGap(&state)
    }
  }
}
