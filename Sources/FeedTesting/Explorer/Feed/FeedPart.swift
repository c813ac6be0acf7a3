public import FeedReducer

/// A feed in the model of a bigger machine: its server, its work in flight and its reader.
///
/// A machine that owns feeds is explored with one part for each. A part looks through a lens: key paths
/// find the feed and its ``FeedWork`` in the model's state, closures find the feed's actions and effects
/// in those of the machine. It lists the steps of the feed, makes their actions, tracks what is in flight,
/// and has the laws that every feed obeys.
///
/// ```swift
/// let home = FeedPart(
///   "home", of: AppModel.self, feed: App.feed, state: \.app.home, work: \.home,
///   action: App.Action.home, effect: { if case .home(let effect) = $0 { effect } else { nil } },
///   unwrap: { if case .home(let action) = $0 { action } else { nil } }
/// ) { request, _ in
///   .init(items: [Row(id: "a")], next: nil)
/// }
/// ```
///
/// The model's `steps` contains `home.steps(at: state)`, its `make` calls ``action(for:at:)`` before the
/// machine reduces and ``note(_:reaction:in:)`` afterwards, its `fingerprint` calls ``mix(_:into:)``, and
/// the explorer gets ``laws``. `Docs/Search.md` shows the whole.
public struct FeedPart<
  M: Model, Item: Identifiable & Hashable & Sendable, Cursor: Hashable & Sendable
>: Sendable
where Item.ID: Sendable {
  /// The feed of the part.
  public typealias ItemFeed = Feed<Item, Cursor>

  /// The name that its laws and lines begin with.
  public let name: String

  /// What can happen to the feed.
  public var events: FeedEvents

  /// How many rows the user interface shows: a reader reports their indices.
  let shownCount: @Sendable (M.State) -> Int

  /// The tickets of loads that the machine holds back, and that are not in flight.
  @usableFromInline let held: @Sendable (M.State) -> [Ticket]

  /// The failures that requests and edits may have: by default one of each class that makes a difference.
  ///
  /// One may pass, one is of the network, one is final, and one is of a cursor that the server has forgotten.
  public var failures = [
    FeedFailure(.http, message: "the server answered 503", status: 503, isRetryable: true),
    FeedFailure(.unreachable, message: "the server was not reached", isRetryable: true),
    FeedFailure(.http, message: "the server answered 404", status: 404),
    FeedFailure(.invalidCursor, message: "the server no longer knows the cursor"),
  ]

  /// How many ended requests and timers may still get a late answer.
  public var lateAnswers = 1

  let feed: ItemFeed
  // Closures in place of key paths: the compiler specialises no function that opens an existential key path.
  @usableFromInline let state: @Sendable (M.State) -> ItemFeed.State
  @usableFromInline let work: @Sendable (M.State) -> FeedWork<Item, Cursor>
  private let setWork: @Sendable (inout M.State, FeedWork<Item, Cursor>) -> Void
  let unwrap: @Sendable (M.Machine.Action) -> ItemFeed.Action?
  private let action: @Sendable (ItemFeed.Action) -> M.Machine.Action
  private let effect: @Sendable (M.Machine.Effect) -> ItemFeed.Effect?
  private let page: @Sendable (ItemFeed.Request, M.State) -> ItemFeed.Page

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name that its laws and lines begin with.
  ///   - model: The type of the model.
  ///   - feed: The feed's configuration.
  ///   - state: Where the model's state has the feed's.
  ///   - work: Where the model's state has the feed's work in flight.
  ///   - events: What can happen to the feed.
  ///   - action: Wraps an action of the feed in one of the machine.
  ///   - effect: The feed's effect in one of the machine; nil if that is of another part.
  ///   - unwrap: The feed's action in one of the machine; nil if that is of another part.
  ///   - page: The server: the page for a request, which must depend on nothing else.
  public init(
    _ name: String, of model: M.Type = M.self, feed: ItemFeed,
    state: any KeyPath<M.State, ItemFeed.State> & Sendable,
    work: any WritableKeyPath<M.State, FeedWork<Item, Cursor>> & Sendable,
    events: FeedEvents = .usual,
    action: @escaping @Sendable (ItemFeed.Action) -> M.Machine.Action,
    effect: @escaping @Sendable (M.Machine.Effect) -> ItemFeed.Effect?,
    unwrap: @escaping @Sendable (M.Machine.Action) -> ItemFeed.Action?,
    page: @escaping @Sendable (ItemFeed.Request, M.State) -> ItemFeed.Page
  ) {
    self.name = name
    self.feed = feed
    self.state = { $0[keyPath: state] }
    self.work = { $0[keyPath: work] }
    setWork = { $0[keyPath: work] = $1 }
    self.events = events
    self.action = action
    self.effect = effect
    self.unwrap = unwrap
    self.page = page
    shownCount = { $0[keyPath: state].items.count }
    held = { _ in [] }
  }

  /// Creates the part of a feed in a ``Search``. The user reports the rows that show, also stale ones.
  ///
  /// What the user types, and the end of the pause, are steps of the model.
  ///
  /// - Parameters:
  ///   - name: The name that its laws and lines begin with.
  ///   - model: The type of the model.
  ///   - feed: The feed's configuration.
  ///   - search: Where the model's state has the search's.
  ///   - work: Where the model's state has the feed's work in flight.
  ///   - events: What can happen to the feed.
  ///   - action: Wraps an action of the search in one of the machine.
  ///   - effect: The search's effect in one of the machine; nil if that is of another part.
  ///   - unwrap: The search's action in one of the machine; nil if that is of another part.
  ///   - page: The server: the page for a request, which must depend on nothing else.
  public init<Query: SendableMetatype>(
    _ name: String, of model: M.Type = M.self, feed: ItemFeed,
    search: any KeyPath<M.State, Search<Query, Item, Cursor>.State> & Sendable,
    work: any WritableKeyPath<M.State, FeedWork<Item, Cursor>> & Sendable,
    events: FeedEvents = [.rows, .loadMore, .pulls, .retries],
    action: @escaping @Sendable (Search<Query, Item, Cursor>.Action) -> M.Machine.Action,
    effect: @escaping @Sendable (M.Machine.Effect) -> Search<Query, Item, Cursor>.Effect?,
    unwrap: @escaping @Sendable (M.Machine.Action) -> Search<Query, Item, Cursor>.Action?,
    page: @escaping @Sendable (ItemFeed.Request, M.State) -> ItemFeed.Page
  ) {
    self.name = name
    self.feed = feed
    self.state = { $0[keyPath: search].feed }
    self.work = { $0[keyPath: work] }
    setWork = { $0[keyPath: work] = $1 }
    self.events = events
    self.action = { action(.feed(action: $0)) }
    self.effect = { if case .feed(_, let effect)? = effect($0) { effect } else { nil } }
    self.unwrap = { if case .feed(let action)? = unwrap($0) { action } else { nil } }
    self.page = page
    shownCount = { $0[keyPath: search].items.count }
    held = { $0[keyPath: search].heldLoads.map { $0.ticket } }
  }

  /// Returns the steps of the feed in a state: answers, failures, and what the reader does.
  public func steps(at state: M.State) -> [FeedStep] {
    let work = work(state)
    var steps: [FeedStep] = events.contains(.starts) ? [.start] : []
    for (index, effect) in work.inFlight.enumerated() {
      steps.append(.answer(index))
      if case .schedule = effect { continue }
      steps += failures.indices.map { .fail(index, failure: $0) }
      if events.contains(.cancels) { steps.append(.cancel(index)) }
    }
    steps += work.ended.indices.map { .answerLate($0) }
    // One row past the end, because front ends do report rows that are gone.
    if events.contains(.rows) { steps += (0...shownCount(state)).map { .appear($0) } }
    steps += FeedEvents.gestures.filter { events.contains($0.event) }.map(\.step)
    if events.contains(.connectivity) {
      steps.append(.connect(!self.state(state).isOnline))
    }
    return steps
  }

  /// Returns the machine's action for a step; nil if the step is not possible in the state.
  public func action(for step: FeedStep, at state: M.State) -> M.Machine.Action? {
    let work = work(state)
    let inner: ItemFeed.Action? =
      switch step {
      case .start: .started
      case .appear(let index): .itemAppeared(index: index)
      case .loadMore: .loadMore
      case .pull: .refreshPulled
      case .retry: .retryTapped(kind: nil)
      case .dismissErrors: .errorDismissed(kind: nil)
      case .reset: .reset
      case .stop: .stopped
      case .connect(let isOnline): .connectivityChanged(isOnline: isOnline)
      case .answer(let index): work.inFlight.at(index).flatMap { answer(to: $0, at: state) }
      case .answerLate(let index): work.ended.at(index).flatMap { answer(to: $0, at: state) }
      case .fail(let index, let failure):
        work.inFlight.at(index).flatMap { fail($0, with: failures.at(failure)) }
      case .cancel(let index):
        work.inFlight.at(index)?.startedTicket.map { .cancelled(ticket: $0) }
      }
    return inner.map(action)
  }

  private func answer(to effect: ItemFeed.Effect, at state: M.State) -> ItemFeed.Action? {
    switch effect {
    case .load(let request): .pageLoaded(ticket: request.ticket, page: page(request, state))
    case .schedule(let ticket, _): .timerFired(ticket: ticket)
    case .send(let edit): .editCommitted(ticket: edit.ticket, item: nil)
    default: nil
    }
  }

  private func fail(_ effect: ItemFeed.Effect, with failure: FeedFailure?) -> ItemFeed.Action? {
    guard let failure else { return nil }
    switch effect {
    case .load(let request): return .failed(ticket: request.ticket, failure: failure)
    case .send(let edit): return .editFailed(ticket: edit.ticket, failure: failure)
    default: return nil
    }
  }

  /// Tracks the feed's work after the machine has reduced an action. Actions of other parts change
  /// nothing.
  ///
  /// - Parameters:
  ///   - action: The machine's action.
  ///   - reaction: The machine's reaction.
  ///   - state: The model's state.
  public func note(
    _ action: M.Machine.Action, reaction: Reaction<M.Machine.Effect, M.Machine.Refusal>,
    in state: inout M.State
  ) {
    let effects = reaction.effects.compactMap(effect)
    let ticket = unwrap(action)?.answeredTicket
    if ticket == nil, effects.isEmpty { return }
    var work = work(state)
    if let ticket { work.end(ticket, keeping: lateAnswers) }
    for effect in effects { work.note(effect, keeping: lateAnswers) }
    setWork(&state, work)
  }

  /// Adds the feed and its work to a fingerprint, in canonical form.
  @inlinable public func mix(_ state: M.State, into fingerprint: inout Fingerprint) {
    let (feed, work) = (self.state(state), self.work(state))
    // Key paths of generic types are made again with each call.
    let edits = feed.pendingEdits.map { $0.edit.ticket } + feed.refusedEdits.map { $0.edit.ticket }
    let ranks = (work.tickets + edits + held(state)).sorted()
    fingerprint.mix(feed, tickets: ranks)
    for effects in [work.inFlight, work.ended] {
      fingerprint.mix(effects.count)
      for effect in effects { fingerprint.mix(effect, ranks: ranks) }
    }
  }
}
