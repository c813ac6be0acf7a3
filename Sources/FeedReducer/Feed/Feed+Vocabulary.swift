// The words that user interfaces bind to. All of them are computed.
extension Feed.State {
  /// The cursor of the next page; nil before the first page landed and at the end.
  public var page: Cursor? { nextPosition?.cursor }

  /// Whether the list may still grow at its end.
  ///
  /// True for a fresh feed, and after a failure or a stall, since a retry can go on.
  public var canLoadNextPage: Bool {
    append.end == nil || append.end == .stalled
  }

  /// Whether the first page is under way and none has landed before.
  public var isLoading: Bool { refresh.isUnderWay && !hasLanded }

  /// Whether the next page is under way.
  public var isLoadingMore: Bool { append.isUnderWay }

  /// Whether a refresh is under way over a page that landed before.
  public var refreshing: Bool { refresh.isUnderWay && hasLanded }

  /// The failure of refresh, else of append, else of prepend.
  public var error: FeedFailure? { refresh.failure ?? append.failure ?? prepend.failure }

  /// Whether there are no rows and no more can come: a page landed, and both ends have ended.
  public var isEmpty: Bool {
    hasLanded && items.isEmpty && append.isOver && prepend.isOver
  }

  /// Whether several pages in a row brought no new row, so that scrolling asks for no more there.
  ///
  /// `loadMore` goes on from there.
  public var isStalled: Bool { append.end == .stalled || prepend.end == .stalled }
}

extension LoadState {
  /// Whether nothing more can come of this kind, whatever is tried.
  fileprivate var isOver: Bool { end != nil && end != .stalled }
}
