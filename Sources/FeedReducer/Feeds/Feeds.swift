/// Feeds by key that come and go, as a pure state machine: a chat app has one for each conversation.
///
/// A feed opens when a screen shows it, and closes when none does. A closed feed loads nothing. It keeps its rows, so
/// that its screen is there at once when it opens again, until more than ``maxClosed`` feeds are closed: then the one
/// that was closed first goes. Edits go on in a closed feed, and one whose edits have no answer, or have failed, stays.
///
/// ```swift
/// struct Message: Identifiable, Equatable {
///   let id: Int
/// }
///
/// let chats = Feeds<String, Message, Int>(Feed(pageSize: 50), maxClosed: 10)
/// var state = Feeds<String, Message, Int>.State(seed: 1, identity: 2)
/// chats.reduce(into: &state, .opened(key: "ada")).effects
/// // [.feed(key: "ada", effect: .load(request: ticket 1, refresh, start, size 50))]
/// state["ada"]?.isLoading  // true
/// ```
///
/// A screen sends `.opened(key:)` when it appears and `.closed(key:)` when it goes, and the actions of its feed as
/// `.feed(key:action:)`. The feeds' effects come out with the key that they are for. No ticket is given to two feeds
/// with the same key, so a late answer never reaches a newer feed.
///
/// - SeeAlso: `FeedHandler` in `FeedEffects`, which loads the pages of all of them.
public struct Feeds<Key: Hashable, Item: Identifiable & Equatable, Cursor: Hashable>: Equatable {
  /// The configuration of each feed.
  public let feed: Feed<Item, Cursor>

  /// How many closed feeds are kept, beside those with edits.
  public let maxClosed: Int

  /// Creates the machine.
  ///
  /// - Parameters:
  ///   - feed: The configuration of each feed.
  ///   - maxClosed: How many closed feeds are kept; a negative number counts as 0.
  public init(_ feed: Feed<Item, Cursor> = Feed(), maxClosed: Int = 8) {
    self.feed = feed
    self.maxClosed = max(0, maxClosed)
  }

  /// What can happen.
  @nonexhaustive
  public enum Action: Equatable {
    /// Something shows the feed: its first page loads, unless it has its rows. A load that was under way when it closed
    /// goes on with the next row that is reported.
    case opened(key: Key)

    /// Nothing shows the feed any more: its loads are cancelled.
    case closed(key: Key)

    /// Something happens to a feed. Of a closed one only edits, answers and what takes rows away are accepted.
    case feed(key: Key, action: Feed<Item, Cursor>.Action)

    /// The device went online or offline.
    case connectivityChanged(isOnline: Bool)

    /// The user logged out: all feeds go, and their edits are dropped, each with an effect.
    case stopped
  }

  /// What to do next.
  @nonexhaustive
  public enum Effect: Equatable {
    /// Carry out an effect of a feed.
    case feed(key: Key, effect: Feed<Item, Cursor>.Effect)
  }
}

extension Feeds: Sendable {}
extension Feeds.Action: Sendable
where Key: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Feeds.Effect: Sendable
where Key: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
