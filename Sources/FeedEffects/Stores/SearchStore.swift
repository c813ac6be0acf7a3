public import FeedReducer

/// Runs a search on the main actor, for user interfaces: a search field, or a list with filters.
///
/// It has the properties and methods of ``FeedStore``, and a ``query`` that can be set. A view that reads
/// `items` is updated when the rows change, and not when anything else does.
///
/// ```swift
/// struct WordsView: View {
///   @State private var store = SearchStore { (text: String) in dictionary.words(startingWith: text) }
///
///   var body: some View {
///     List(store.items) { word in
///       Text(word.id).onAppear { store.appeared(word.id) }
///     }
///     .opacity(store.isStale ? 0.5 : 1)
///     .searchable(text: $store.text)
///     .onSubmit(of: .search) { store.submit() }
///   }
/// }
/// ```
///
/// **When it loads.** A query is asked when the user has stopped typing for the pause of the search (300
/// ms by default), or at once by ``submit()``. Nothing loads while the user types. A query that is given
/// at the start is asked at the first use. Without a query there are no rows, and nothing loads.
///
/// **What shows meanwhile.** The rows of the query before, until the first page of the new one arrives:
/// ``isStale`` is true and ``Store/refreshing`` too. If that page fails, they stay beside the error.
///
/// It belongs to the main actor. For a server or a tool use a ``StoreActor``.
public typealias SearchStore<
  Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable,
  Cursor: Hashable & Sendable
> = Store<Search<Query, Item, Cursor>>
where Item.ID: Sendable

extension Store {
  /// Creates a search whose pages come from a source for each query.
  ///
  /// - Parameters:
  ///   - feed: The feed of each query: page size, prefetch distance, retries.
  ///   - pause: How long the user must have stopped typing before the query is asked.
  ///   - query: The query at the start, which is asked at the first use; nil for none. With `""` a field that is cleared
  ///     asks that again: see ``text``.
  ///   - source: Returns the source of the pages of a query. It is called off the main actor, once for a query: the
  ///     sources of the last eight queries are kept.
  ///   - sink: Sends edits to the server, off the main actor; without one the rows are read only.
  ///   - seed: The seed of random delays.
  ///   - clock: The clock of the pause, of timers and timeouts.
  ///   - timeout: How long a load may take before it fails; nil for no limit.
  public convenience init<Query, Item, Cursor, Source: PageSource<Item, Cursor>>(
    _ feed: Feed<Item, Cursor> = Feed(), pause: Duration = .milliseconds(300),
    query: Query? = nil, source: @escaping @Sendable (Query) -> Source,
    sink: (any EditSink<Item, Cursor>)? = nil, seed: UInt64 = .random(in: 0 ... .max),
    clock: any Clock<Duration> = ContinuousClock(), timeout: Duration? = .seconds(60)
  )
  where
    Machine == Search<Query, Item, Cursor>, Query: Sendable, Item: Sendable, Item.ID: Sendable,
    Cursor: Sendable
  {
    self.init(
      Engine(
        Search(feed, pause: pause), query: query, seed: seed, source: source, sink: sink,
        timeout: timeout),
      clock: clock)
    asksEmptyText = query as? String == ""
  }
}

extension Store where Machine: QueryMachine {
  /// The query that the user wants; nil for none. Set it whenever the user types or chooses.
  ///
  /// It is asked after the pause. Nil cancels the loads and empties the list at once; edits go on.
  public var query: Machine.Query? {
    get {
      if queryChanges == nil {
        var last = Machine.query(of: engine.state)
        queryChanges = { [engine] in
          let query = Machine.query(of: engine.state)
          defer { last = query }
          return query == last ? [] : .query
        }
      }
      tracker.access(.query)
      return Machine.query(of: engine.state)
    }
    set { send(Machine.typed(query: newValue)) }
  }

  /// Whether rows show that are those of another query than ``query``.
  public var isStale: Bool { word(.isStale) }

  /// Whether the user types: the query is asked when the pause is over.
  public var isTyping: Bool { word(.isTyping) }

  /// Asks the query now, as with the return key. If it is asked already, what failed is tried again.
  @discardableResult
  public func submit() -> Sent { send(Machine.submitted) }
}

extension Store where Machine: QueryMachine, Machine.Query == String {
  /// ``query`` as the text of a search field. The empty text is no query, and the list is empty; in a store that was made
  /// with the query `""` it is one like any other, such as one that finds all rows.
  public var text: String {
    get { query ?? "" }
    set { query = newValue.isEmpty && !asksEmptyText ? nil : newValue }
  }
}
