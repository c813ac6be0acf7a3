import FeedHTTP
import FeedReducer

extension Session {
  /// The part of a session that undo and redo restore.
  struct State: Equatable {
    private var list: List

    /// The server, if it is a part of the session; nil over an API.
    @Shared var server: Server? = nil

    /// The work without an answer yet, oldest first.
    var pending: [Pending]

    /// When the server answers what was sent while it was slow.
    var arrivals: [Ticket: Duration] = [:]

    /// The virtual time since the feed began.
    var clock: Duration

    /// A feed, and from the first query on a search.
    private enum List: Equatable {
      case feed(JSONFeed.State)
      indirect case search(JSONSearch.State)
    }

    /// Creates the state of a list without a query.
    init(
      feed: JSONFeed.State, server: Server? = nil, pending: [Pending] = [],
      clock: Duration = .zero
    ) {
      list = .feed(feed)
      self.server = server
      self.pending = pending
      self.clock = clock
    }
  }
}

// MARK: - The list

extension Session.State {
  /// The feed; in a search, that of the query that is asked.
  var feed: JSONFeed.State {
    switch list {
    case .feed(let feed): feed
    case .search(let search): search.feed
    }
  }

  /// The search; nil before the first query.
  var search: JSONSearch.State? {
    if case .search(let search) = list { search } else { nil }
  }

  /// What the list shows. While another query loads, these are the rows of the one before.
  var display: any FeedDisplay<JSONRow, PageCursor> { search ?? feed }

  /// The rows that show.
  var items: ItemList<JSONRow> { search?.items ?? feed.items }

  /// The rows that were last reported as visible.
  var reader: Range<Int>? { search?.reader ?? feed.reader }

  /// Whether the rows that show are those of another query than the one that was typed.
  var isStale: Bool { search?.isStale ?? false }

  /// Makes an event happen to the list, the clock or the server.
  mutating func reduce(
    _ event: Entry.Event, with machine: JSONFeed
  ) -> Reaction<JSONFeed.Effect, SearchRefusal> {
    switch event {
    case .begun: break
    case .action(let action): return reduce(action, with: machine)
    case .typed(let query): return reduce(search: .typed(query: query), with: machine)
    case .submitted: return reduce(search: .submitted, with: machine)
    case .advanced(let duration): clock += duration
    case .server(let change): server = server.map(change.applied(to:))
    }
    return .accepted([])
  }

  /// Sends an action to the feed, through the search if there is one.
  private mutating func reduce(
    _ action: JSONFeed.Action, with machine: JSONFeed
  ) -> Reaction<JSONFeed.Effect, SearchRefusal> {
    guard let search else {
      var feed = feed
      let reaction = machine.reduce(into: &feed, action)
      if reaction.refusal == nil { list = .feed(feed) }
      return reaction.map(effect: { $0 }, refusal: { .feed(reason: $0) })
    }
    if case .timerFired(let ticket) = action, ticket == search.timer {
      return reduce(search: .timerFired(ticket: ticket), with: machine)
    }
    return reduce(search: .feed(action: action), with: machine)
  }

  /// Sends an action to the search. Before the first one the feed is the list without a query.
  private mutating func reduce(
    search action: JSONSearch.Action, with machine: JSONFeed
  ) -> Reaction<JSONFeed.Effect, SearchRefusal> {
    var search = search ?? JSONSearch.State(query: [:], of: feed)
    let reaction = JSONSearch(machine).reduce(into: &search, action)
    if reaction.refusal == nil { list = .search(search) }
    return reaction.map(effect: \.ofFeed, refusal: { $0 })
  }

  /// Why a load of `kind` would not start now by itself; nil if it would.
  func explain(_ kind: LoadKind, with machine: JSONFeed) -> SearchRefusal? {
    if let search { return JSONSearch(machine).explain(kind, in: search) }
    return machine.explain(kind, in: feed).map { .feed(reason: $0) }
  }
}

extension JSONSearch.Effect {
  /// The same effect of a feed. A load is always of the query that is asked.
  fileprivate var ofFeed: JSONFeed.Effect {
    switch self {
    case .feed(_, let effect): effect
    case .schedule(let ticket, let after): .schedule(ticket: ticket, after: after)
    case .cancel(let ticket): .cancel(ticket: ticket)
    }
  }
}

// MARK: - Pending work

/// A request, timer or edit that waits for its answer.
enum Pending: Equatable {
  case load(Load)
  case timer(Ticket, due: Duration)
  case edit(JSONFeed.Edit)

  /// The ticket, which the answer repeats.
  var ticket: Ticket {
    switch self {
    case .load(let load): load.request.ticket
    case .timer(let ticket, _): ticket
    case .edit(let edit): edit.ticket
    }
  }

  /// The request and its query; nil for a timer or an edit.
  var load: Load? {
    if case .load(let load) = self { load } else { nil }
  }

  /// Whether it waits for the clock, and has no answer.
  var isTimer: Bool {
    if case .timer = self { true } else { false }
  }

  /// The action that says that the request or the edit failed.
  func failed(_ failure: FeedFailure) -> JSONFeed.Action {
    if case .edit = self { return .editFailed(ticket: ticket, failure: failure) }
    return .failed(ticket: ticket, failure: failure)
  }

  /// The time at which the timer fires; nil for a request or an edit.
  var due: Duration? {
    if case .timer(_, let due) = self { due } else { nil }
  }
}

extension Session.State {
  /// Updates the server and the pending work after an accepted event. `action` ends work, if the event is
  /// one of the feed; `effects` start or cancel it.
  mutating func follow(_ action: JSONFeed.Action?, effects: [JSONFeed.Effect]) {
    if case .editCommitted(let ticket, let row)? = action,
      case .edit(let edit)? = pending.first(where: { $0.ticket == ticket })
    {
      server?.take(edit, as: row)
    }
    if let ticket = action?.answeredTicket { remove(ticket) }
    for effect in effects {
      if case .cancel(let ticket) = effect { remove(ticket) }
      guard let work = work(for: effect) else { continue }
      pending.append(work)
      if let server, server.latency > .zero, !work.isTimer {
        arrivals[work.ticket] = clock + server.latency
      }
    }
  }

  /// The work that an effect of the last event starts; nil if it starts none.
  func work(for effect: JSONFeed.Effect) -> Pending? {
    switch effect {
    case .load(let request): .load(load(of: request))
    case .schedule(let ticket, let after): .timer(ticket, due: clock + after)
    case .send(let edit): .edit(edit)
    case .cancel, .drop: nil
    }
  }

  /// A request that the last event has sent, with its query.
  func load(of request: JSONFeed.Request) -> Load {
    Load(request: request, query: search?.asked ?? [:])
  }

  private mutating func remove(_ ticket: Ticket) {
    pending.removeAll { $0.ticket == ticket }
    arrivals[ticket] = nil
  }

  /// The time at which the clock ends the work; nil if it does not.
  func due(of work: Pending) -> Duration? { work.due ?? arrivals[work.ticket] }

  /// How long it takes until the clock ends the first of what it ends; nil if it ends nothing.
  var pause: Duration? { pending.compactMap(due).min().map { max(.zero, $0 - clock) } }
}

/// The names of parameters and their values; empty for the whole list.
typealias Query = [String: String]

typealias JSONSearch = Search<Query, JSONRow, PageCursor>

extension Query {
  /// The parameters as words: `name=luke`.
  var text: String {
    sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.asWord)" }.joined(separator: " ")
  }

  /// The line that types the query: `query name=luke`.
  var command: String { isEmpty ? "query" : "query \(text)" }

  var json: JSONValue { .object(mapValues { .string($0) }) }
}

/// A request for a page, and the query that it is for.
struct Load: Equatable {
  let request: JSONFeed.Request
  var query: Query = [:]

  var ticket: Ticket { request.ticket }

  /// The request as text, with its query: `load 4 refresh start name=luke`.
  var text: String { request.text + (query.isEmpty ? "" : " \(query.text)") }
}
