import FeedReducer

// What every feed obeys, whatever machine owns it.
extension FeedPart {
  /// The laws of the feed. Their names begin with the part's.
  public var laws: [Law<M>] { rowLaws + workLaws + ticketLaws + wayOnLaws }

  private func name(_ law: String) -> String { "\(name): \(law)" }

  private var rowLaws: [Law<M>] {
    [
      .invariant(name("the reader is at rows"), says: "The reader is at rows of the list.") {
        [state] model in
        let feed = state(model)
        return feed.reader.map { !$0.isEmpty && $0.upperBound <= feed.items.count } ?? true
      },
      .invariant(
        name("a stopped feed is empty"), says: "A stopped feed has no rows and no work."
      ) { [state, work] model in
        let feed = state(model)
        return !feed.isStopped || feed.items.isEmpty && work(model).inFlight.isEmpty
      },
    ]
  }

  private var workLaws: [Law<M>] {
    [
      .invariant(
        name("tracked is in flight"), says: "What the feed waits for is in flight."
      ) { [state, work, held] model in
        let tickets = Set(work(model).inFlight.compactMap { $0.startedTicket } + held(model))
        return Self.tracked(by: state(model)).allSatisfy(tickets.contains)
      },
      .invariant(name("nothing leaks"), says: "The feed waits for all of its work in flight.") {
        [state, work] model in
        let tracked = Self.tracked(by: state(model))
        return work(model).inFlight.compactMap { $0.startedTicket }
          .allSatisfy(tracked.contains)
      },
      .invariant(
        name("one request of a kind"), says: "Each kind has at most one request in flight."
      ) { [work] model in
        let kinds = work(model).inFlight.compactMap { effect -> LoadKind? in
          if case .load(let request) = effect { request.kind } else { nil }
        }
        return Set(kinds).count == kinds.count
      },
      .invariant(
        name("demand is not forgotten"),
        says: "A further page that the reader needs is loading, or there is a reason why not."
      ) { [state, feed] model in
        let now = state(model)
        // A refresh that waits for the network decides what there is to load.
        if case .offline = now.refresh { return true }
        return feed.explain(.append, in: now) != nil && feed.explain(.prepend, in: now) != nil
      },
    ]
  }

  private var ticketLaws: [Law<M>] {
    [
      .actionProperty(name("tickets only grow"), says: "The last ticket never falls.") {
        [state] step in
        state(step.before).lastTicket <= state(step.after).lastTicket
      },
      .actionProperty(
        name("late is ignored"), says: "An answer to work that is not in flight is ignored."
      ) { [work, unwrap] step in
        guard let exchange = step.exchange, let ticket = unwrap(exchange.action)?.answeredTicket
        else { return true }
        let isAwaited = work(step.before).effect(ticket) != nil
        return isAwaited == (exchange.reaction.refusal == nil)
      },
    ]
  }

  private var wayOnLaws: [Law<M>] {
    [
      .invariant(
        name("no screen is blank"),
        says:
          "A feed with a first page shows rows, a load, a failure, that it is empty, or stalled."
      ) { [state] model in
        let feed = state(model)
        return feed.generation == 0 || !feed.items.isEmpty || feed.refreshing
          || feed.isLoadingMore || feed.prepend.isUnderWay || feed.error != nil || feed.isEmpty
          || feed.isStalled
      }
    ]
  }

  /// The tickets for which the feed expects an answer.
  private static func tracked(by feed: ItemFeed.State) -> [Ticket] {
    [feed.refresh, feed.append, feed.prepend].compactMap { $0.request ?? $0.timer }
      + feed.pendingEdits.compactMap { $0.state.isSending ? $0.edit.ticket : $0.state.timer }
  }
}
