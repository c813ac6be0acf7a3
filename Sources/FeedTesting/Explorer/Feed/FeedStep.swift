/// What can happen to the feed of a ``FeedPart``.
public struct FeedEvents: OptionSet, Sendable {
  /// One bit for each kind of event.
  public let rawValue: Int

  /// Creates the events with these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The feed is started.
  public static let starts = FeedEvents(rawValue: 1 << 0)

  /// Rows appear, one at a time.
  public static let rows = FeedEvents(rawValue: 1 << 1)

  /// The user asks for the next page.
  public static let loadMore = FeedEvents(rawValue: 1 << 2)

  /// The user pulls to refresh.
  public static let pulls = FeedEvents(rawValue: 1 << 3)

  /// The user retries what failed, or dismisses it.
  public static let retries = FeedEvents(rawValue: 1 << 4)

  /// The feed starts over.
  public static let resets = FeedEvents(rawValue: 1 << 5)

  /// The feed is stopped.
  public static let stops = FeedEvents(rawValue: 1 << 6)

  /// The device goes online and offline.
  public static let connectivity = FeedEvents(rawValue: 1 << 7)

  /// Requests are cancelled from outside.
  public static let cancels = FeedEvents(rawValue: 1 << 8)

  /// A start, rows, requests for more, pulls and retries. Answers and failures always happen.
  public static let usual: FeedEvents = [.starts, .rows, .loadMore, .pulls, .retries]

  static let gestures: [(event: FeedEvents, step: FeedStep)] = [
    (.loadMore, .loadMore), (.pulls, .pull), (.retries, .retry),
    (.retries, .dismissErrors), (.resets, .reset), (.stops, .stop),
  ]
}

/// A step of a ``FeedPart``. It names work by its index in ``FeedWork``.
@nonexhaustive
public enum FeedStep: Hashable, Sendable {
  /// The feed is started.
  case start

  /// The row at this index appears.
  case appear(Int)

  /// The user asks for the next page.
  case loadMore

  /// The user pulls to refresh.
  case pull

  /// The user retries what failed.
  case retry

  /// The user has read what failed.
  case dismissErrors

  /// The feed starts over.
  case reset

  /// The feed is stopped.
  case stop

  /// The device goes online or offline.
  case connect(Bool)

  /// The request, timer or edit in flight at this index is answered.
  case answer(Int)

  /// The request or edit in flight at this index fails, with the failure at this index.
  case fail(Int, failure: Int)

  /// The request or edit in flight at this index is cancelled from outside.
  case cancel(Int)

  /// The ended work at this index is answered.
  case answerLate(Int)
}
