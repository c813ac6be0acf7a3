extension Feeds {
  /// The feeds that are open, and the closed ones that are kept.
  public struct State: Equatable {
    /// A feed that is open or kept.
    package struct Entry: Equatable {
      package let key: Key
      package internal(set) var feed: Feed<Item, Cursor>.State
      package internal(set) var isOpen = true
    }

    /// In the order in which they were opened or closed.
    package internal(set) var entries: [Entry] = []

    /// The last ticket of the feeds that have gone: a new one counts on from there.
    var lastTicket = Ticket(rawValue: 0)

    /// The source of the seeds of feeds.
    var seed: UInt64

    /// The source of the identities of feeds.
    var identity: UInt64

    /// Whether the device is online, by the last `connectivityChanged`; true before the first.
    public internal(set) var isOnline = true

    /// Creates a state without feeds.
    ///
    /// - Parameters:
    ///   - seed: As of a ``Feed/State``: any number, different in each program that runs.
    ///   - identity: As of a ``Feed/State``: at random, but in a test.
    public init(seed: UInt64, identity: UInt64) {
      self.seed = seed
      self.identity = identity
    }

    /// The feed of a key, open or kept; nil if there is none.
    ///
    /// - Complexity: O(*n*) in the feeds that are open or kept.
    public subscript(key: Key) -> Feed<Item, Cursor>.State? {
      index(of: key).map { entries[$0].feed }
    }

    /// The keys of the feeds that are open, the latest last.
    public var openKeys: [Key] { entries.filter { $0.isOpen }.map { $0.key } }

    /// The keys of the closed feeds that are kept, the latest last.
    public var closedKeys: [Key] { entries.filter { !$0.isOpen }.map { $0.key } }

    func index(of key: Key) -> Int? { entries.firstIndex { $0.key == key } }

    /// Makes the feed of a key, which has not started.
    mutating func add(_ key: Key) {
      var (seeds, identities) = (SplitMix64(seed: seed), SplitMix64(seed: identity))
      var feed = Feed<Item, Cursor>.State(seed: seeds.next(), identity: identities.next())
      (seed, identity) = (seeds.seed, identities.seed)
      feed.lastTicket = lastTicket
      feed.isOnline = isOnline
      entries.append(Entry(key: key, feed: feed))
    }

    /// Takes a feed away.
    mutating func remove(at index: Int) {
      lastTicket = max(lastTicket, entries.remove(at: index).feed.lastTicket)
    }
  }
}

extension Feeds.State: Sendable
where Key: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
extension Feeds.State.Entry: Sendable
where Key: Sendable, Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
