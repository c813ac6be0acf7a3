public import FeedReducer

extension StoreActor {
  /// Creates a search whose pages come from a source for each query.
  ///
  /// - Parameters:
  ///   - feed: The feed of each query: page size, prefetch distance, retries.
  ///   - pause: How long the user must have stopped typing before the query is asked.
  ///   - query: The query at the start, which is asked at the first use; nil for none.
  ///   - source: Returns the source of the pages of a query. It is called off this actor, once for a query: the
  ///     sources of the last eight queries are kept.
  ///   - sink: Sends edits to the server; without one the rows are read only.
  ///   - seed: The seed of random delays.
  ///   - clock: The clock of the pause, of timers and timeouts.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  public init<Query, Item, Cursor, Source: PageSource<Item, Cursor>>(
    _ feed: Feed<Item, Cursor> = Feed(), pause: Duration = .milliseconds(300),
    query: Query? = nil, source: @escaping @Sendable (Query) -> Source,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(), timeout: Duration? = .seconds(60)
  )
  where
    Machine == Search<Query, Item, Cursor>, Query: Sendable, Item: Sendable, Item.ID: Sendable,
    Cursor: Sendable
  {
    let engine = Engine(
      Search(feed, pause: pause), query: query, seed: seed, source: source, sink: sink,
      timeout: timeout)
    self.init(engine, clock: clock)
  }
}

extension StoreActor where Machine: QueryMachine {
  /// Sets the query that the user wants; nil for none. It is asked after the pause.
  ///
  /// An empty text is a query like any other, and so is one with blanks around it.
  @discardableResult
  public func type(_ query: Machine.Query?) -> Sent {
    send(Machine.typed(query: query))
  }

  /// Asks the query now. If it is asked already, what failed is tried again.
  @discardableResult
  public func submit() -> Sent { send(Machine.submitted) }
}
