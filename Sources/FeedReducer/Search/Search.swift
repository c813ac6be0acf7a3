/// A feed that follows a query: a search field, or a list with filters, as a pure state machine.
///
/// It owns a ``Feed`` and decides when the feed starts over. A user types; when the user has stopped
/// for ``pause``, or submits, the query is *asked*: the loads in flight for the query before are
/// cancelled, and the first page of the new one loads. The rows of the query before stay until that page
/// arrives, and are marked as stale.
///
/// ```swift
/// struct Repository: Identifiable, Equatable {
///   let id: Int
/// }
///
/// let search = Search<String, Repository, Int>(Feed(pageSize: 2), pause: .milliseconds(300))
/// var state = Search<String, Repository, Int>.State(
///   seed: .random(in: 0 ... .max), identity: .random(in: 0 ... .max))
///
/// search.reduce(into: &state, .typed(query: "sw")).effects
/// // [.schedule(ticket: 1, after: .milliseconds(300))]
/// search.reduce(into: &state, .typed(query: "swift")).effects
/// // [.cancel(ticket: 1), .schedule(ticket: 2, after: .milliseconds(300))]
/// search.reduce(into: &state, .timerFired(ticket: 2)).effects
/// // [.feed(query: "swift", effect: .load(request: ticket 3, refresh, start, size 2))]
/// ```
///
/// The actions of the feed go through it, as `.feed(action: .itemAppeared(index: 1))`, and the feed's
/// effects come out with the query that they are for. The timer takes its ticket from the feed, so a
/// ticket names one piece of work among those of both.
///
/// `Query` is whatever a server is asked with: a text, or a struct with a text and filters. Use it by
/// itself as any machine. In an app on Swift concurrency use `SearchStore` or `StoreActor` from
/// `FeedEffects`.
public struct Search<Query: Equatable, Item: Identifiable & Equatable, Cursor: Hashable>: Equatable
{
  /// The feed of each query: page size, prefetch distance, retries.
  public let feed: Feed<Item, Cursor>

  /// How long the user must have stopped typing before the query is asked.
  public let pause: Duration

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - feed: The feed of each query.
  ///   - pause: How long the user must have stopped typing before the query is asked. A negative
  ///     one counts as zero.
  public init(_ feed: Feed<Item, Cursor> = Feed(), pause: Duration = .milliseconds(300)) {
    self.feed = feed
    self.pause = max(.zero, pause)
  }
}

extension Search: Sendable {}
