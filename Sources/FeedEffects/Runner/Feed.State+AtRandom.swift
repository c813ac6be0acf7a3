// The machine reads no random source, so its numbers at random are made here.
public import FeedReducer

extension Feed.State {
  /// Creates the state of a feed that has not started, with a seed and an identity at random.
  ///
  /// It is for a feed in a bigger machine. A store makes the state of its feed itself.
  public init() {
    self.init(seed: .random(in: 0 ... .max))
  }

  /// Creates the state of a feed that has not started, with an identity at random.
  init(seed: UInt64) {
    self.init(seed: seed, identity: .random(in: 0 ... .max))
  }
}

extension Search.State {
  /// Creates the state of a search, with a seed and an identity at random.
  ///
  /// - Parameter query: The query at the start. `submitted` asks it; nothing loads before.
  public init(query: Query? = nil) {
    self.init(query: query, seed: .random(in: 0 ... .max))
  }

  /// Creates the state of a search, with an identity at random.
  init(query: Query?, seed: UInt64) {
    self.init(query: query, seed: seed, identity: .random(in: 0 ... .max))
  }
}

extension Feeds.State {
  /// Creates a state without feeds, with a seed and an identity at random.
  public init() {
    self.init(seed: .random(in: 0 ... .max), identity: .random(in: 0 ... .max))
  }
}
