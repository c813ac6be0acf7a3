/// What a user interface shows of a feed beside its rows: a set of words, each true or false.
///
/// All are computed from the load states, so that no two contradict each other. ``FeedDisplay`` has a property for
/// each, and a store observes each by itself.
public struct FeedWords: OptionSet, Hashable, Sendable {
  /// A bit for each word.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The first page is under way.
  public static let isLoading = FeedWords(rawValue: 1 << 0)

  /// The next page is under way.
  public static let isLoadingMore = FeedWords(rawValue: 1 << 1)

  /// A first page is under way over rows that are there.
  public static let refreshing = FeedWords(rawValue: 1 << 2)

  /// There are no rows, and no more can come.
  public static let isEmpty = FeedWords(rawValue: 1 << 3)

  /// Several pages in a row added no row.
  public static let isStalled = FeedWords(rawValue: 1 << 4)

  /// The list may still grow at its end.
  public static let canLoadNextPage = FeedWords(rawValue: 1 << 5)

  /// The rows are of another query.
  public static let isStale = FeedWords(rawValue: 1 << 6)

  /// The query is asked after a pause.
  public static let isTyping = FeedWords(rawValue: 1 << 7)

  /// The previous page is under way.
  public static let isLoadingPrevious = FeedWords(rawValue: 1 << 8)

  /// Every word with its name, and what it says.
  package static let all: [(word: FeedWords, name: String, meaning: String)] = [
    (.isLoading, "isLoading", "whether the first page is under way"),
    (.isLoadingMore, "isLoadingMore", "whether the next page is under way"),
    (.isLoadingPrevious, "isLoadingPrevious", "whether the previous page is under way"),
    (.refreshing, "refreshing", "whether a refresh is under way over rows that are there"),
    (.isEmpty, "isEmpty", "whether there are no rows and no more can come"),
    (.isStalled, "isStalled", "whether several pages in a row added no row"),
    (.canLoadNextPage, "canLoadNextPage", "whether the list may still grow at its end"),
    (.isStale, "isStale", "whether the rows are of another query"),
    (.isTyping, "isTyping", "whether the query is asked after a pause"),
  ]

  /// The names of the words that are true.
  package var names: [String] { Self.all.filter { contains($0.word) }.map { $0.name } }

  /// Sets a word.
  package subscript(word: FeedWords) -> Bool {
    get { contains(word) }
    set { self = newValue ? union(word) : subtracting(word) }
  }
}

extension FeedDisplay {
  /// Whether the first page is loading, or waits for its retry, and no rows show.
  public var isLoading: Bool { words.contains(.isLoading) }

  /// Whether the next page is loading, or waits for its retry.
  public var isLoadingMore: Bool { words.contains(.isLoadingMore) }

  /// Whether the previous page is loading, or waits for its retry.
  public var isLoadingPrevious: Bool { words.contains(.isLoadingPrevious) }

  /// Whether a first page is loading, or waits for its retry, while rows show: those of a query before, too.
  public var refreshing: Bool { words.contains(.refreshing) }

  /// Whether there are no rows and no more can come: a page arrived, and both ends have ended. Of a search it is
  /// false while another query is typed.
  public var isEmpty: Bool { words.contains(.isEmpty) }

  /// Whether loading stopped because too many pages in a row added no row.
  ///
  /// Scrolling loads no more then; `loadMore` goes on.
  public var isStalled: Bool { words.contains(.isStalled) }

  /// Whether the list may still grow at its end.
  ///
  /// True for a fresh feed, and after a failure or a stall, since a retry can go on. False for a search without a
  /// query.
  public var canLoadNextPage: Bool { words.contains(.canLoadNextPage) }

  /// Whether rows show that are those of another query than the one that the user wants. False for a feed.
  public var isStale: Bool { words.contains(.isStale) }

  /// Whether the user types: the query is asked when the pause is over. False for a feed.
  public var isTyping: Bool { words.contains(.isTyping) }
}

// MARK: - From a state

extension Feed.State {
  /// What user interfaces show beside the rows.
  ///
  /// - Complexity: O(1).
  public var words: FeedWords {
    var words: FeedWords = []
    words[hasFirstPage ? .refreshing : .isLoading] = refresh.isUnderWay
    words[.isLoadingMore] = append.isUnderWay
    words[.isLoadingPrevious] = prepend.isUnderWay
    words[.isEmpty] = hasFirstPage && items.isEmpty && append.isOver && prepend.isOver
    words[.isStalled] = append.end == .stalled || prepend.end == .stalled
    words[.canLoadNextPage] = append.end == nil || append.end == .stalled
    return words
  }
}

extension Search.State {
  /// What user interfaces show beside the rows.
  ///
  /// - Complexity: O(1), and that of comparing two queries.
  public var words: FeedWords {
    var words = current.words
    if hasStaleRows, words.contains(.isLoading) {
      words.remove(.isLoading)
      words.insert(.refreshing)
    }
    if query != asked { words.remove(.isEmpty) }
    if asked == nil { words.remove(.canLoadNextPage) }
    words[.isStale] = !items.isEmpty && query != shownQuery
    words[.isTyping] = timer != nil
    return words
  }
}

extension LoadState {
  /// Whether nothing more can come of this kind, whatever is tried.
  fileprivate var isOver: Bool { end != nil && end != .stalled }
}
