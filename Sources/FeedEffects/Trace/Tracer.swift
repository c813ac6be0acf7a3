import FeedReducer

/// The feed in which a trace writes actions.
///
/// Its JSON is that of a feed of JSON rows, so that tools which know such a feed can read it.
typealias TracedFeed = Feed<TraceRow, TraceCursor>
typealias TracedSearch = Search<String, TraceRow, TraceCursor>

/// A row in a trace: what a user sees of it.
struct TraceRow: Identifiable, Equatable, Codable {
  let id: String
  let title: String?

  /// Tells apart rows with the same id and title that differ elsewhere; nil for the first one.
  let value: Int?

  /// The value is there also if it is `null`, as in a JSON row.
  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(id, forKey: .id)
    try row.encodeIfPresent(title, forKey: .title)
    try row.encode(value, forKey: .value)
  }
}

/// A cursor in a trace: a text for people, with secrets masked. It leads nowhere.
struct TraceCursor: Hashable, Codable {
  let token: String
}

/// A machine that can be traced.
protocol TracedMachine: FeedMachine where State: Equatable {
  /// The machine's configuration.
  var traced: TraceConfiguration { get }

  /// What leads from a fresh feed to the state of a step, and whether the action of the step comes behind it.
  /// Nil if nothing does: then a trace can't begin with this step.
  func start(of step: StoreStep<Self>, by names: TraceNames) -> (TraceStart, hasAction: Bool)?

  /// Describes an action in a line.
  static func describe(_ action: Action, in line: inout TraceLine, by names: TraceNames)
}

extension TracedMachine {
  /// Whether these actions lead from a state to that of a step.
  fileprivate func leads(from start: State, by actions: [Action], to state: State) -> Bool {
    var copy = start
    for action in actions { _ = reduce(into: &copy, action) }
    return copy == state
  }
}

extension Feed: TracedMachine {
  var traced: TraceConfiguration { TraceConfiguration(self) }

  func start(of step: StoreStep<Self>, by names: TraceNames) -> (TraceStart, hasAction: Bool)? {
    for seed in step.state.seedsBefore {
      let fresh = State(seed: seed, identity: step.state.identity)
      for opening in [[], [.started]] as [[Action]]
      where leads(from: fresh, by: opening + [step.action], to: step.state) {
        return (start(seed: seed, actions: opening, by: names), true)
      }
    }
    return start(at: step.state, by: names).map { ($0, false) }
  }

  static func describe(_ action: Action, in line: inout TraceLine, by names: TraceNames) {
    line.action = names.mapping().action(action)
  }

  fileprivate func start(seed: UInt64, actions: [Action], by names: TraceNames) -> TraceStart {
    TraceStart(feed: traced, seed: seed, actions: actions.map { names.mapping().action($0) })
  }

  /// A snapshot, and what makes a load that is in flight.
  ///
  /// - Complexity: O(*n*) in the rows.
  fileprivate func start(at state: State, by names: TraceNames) -> TraceStart? {
    guard var snapshot = state.snapshot else { return nil }
    let reader: [Action] = state.reader.map { [.visible(range: $0)] } ?? []
    let device: [Action] = state.isOnline ? [] : [.connectivityChanged(isOnline: false)]
    for ticket in [state.lastTicket.rawValue, state.lastTicket.rawValue - 1] {
      snapshot.lastTicket = Ticket(rawValue: ticket)
      for last in [[], [.refreshPulled], [.loadMore], [.stopped]] as [[Action]] {
        let actions =
          device + [.restored(snapshot: snapshot, age: .zero)] + reader + last
        var copy = State(seed: state.seed, identity: state.identity)
        for action in actions { _ = reduce(into: &copy, action) }
        if copy.goesOn(as: state) { return start(seed: state.seed, actions: actions, by: names) }
      }
    }
    return nil
  }
}

extension Feed.State {
  /// The seeds that the state before an action may have had: the action drew one delay, or none.
  fileprivate var seedsBefore: [UInt64] { [seed, seed &- SplitMix64.step] }

  /// Whether it answers what comes as the other does, as far as loads, rows and edits tell.
  fileprivate func goesOn(as other: Self) -> Bool {
    items == other.items && refresh == other.refresh && append == other.append
      && prepend == other.prepend && reader == other.reader && lastTicket == other.lastTicket
      && isOnline == other.isOnline && isStopped == other.isStopped
      && gapList == other.gapList && pendingEdits == other.pendingEdits
      && failedEdits == other.failedEdits
  }
}

extension Search: TracedMachine {
  var traced: TraceConfiguration { TraceConfiguration(feed) }

  func start(of step: StoreStep<Self>, by names: TraceNames) -> (TraceStart, hasAction: Bool)? {
    let state = step.state
    for seed in state.feed.seedsBefore {
      for query in [nil, state.query] {
        for opening in [[], [.submitted]] as [[Action]]
        where leads(
          from: State(query: query, seed: seed, identity: state.feed.identity),
          by: opening + [step.action], to: state)
        {
          names.whole = query
          var start = feed.start(seed: seed, actions: [], by: names)
          start.search =
            (query == nil ? [.typed(query: nil)] : []) + (opening.isEmpty ? [] : [.submitted])
          return (start, true)
        }
      }
    }
    // The list of the query that is asked is one without a query from then on.
    guard state.timer == nil, !state.isStale, state.query == state.asked, state.query != nil
    else { return nil }
    names.whole = state.query
    return feed.start(at: state.feed, by: names).map { ($0, false) }
  }

  static func describe(_ action: Action, in line: inout TraceLine, by names: TraceNames) {
    switch action {
    case .typed(let query): line.search = .typed(query: query.map { names.query($0) })
    case .submitted: line.search = .submitted
    case .timerFired(let ticket): line.search = .timerFired(ticket: ticket)
    case .feed(let action): line.action = names.mapping().action(action)
    }
  }
}

/// Describes steps for a trace.
struct Tracer {
  /// Returns the title of a row.
  let title: @Sendable (Any) -> String?

  private var names: TraceNames

  /// Whether a follower knows the state before the next step.
  private(set) var hasBegun = false

  /// How many steps before the next one are not in the trace.
  private var missed = 0

  init(title: @escaping @Sendable (Any) -> String?) {
    self.title = title
    names = TraceNames(title: title)
  }

  /// Forgets what was written: the next line is one to begin with.
  mutating func forget() { hasBegun = false }

  /// Describes a step. Nil if a follower could not go on with it: it counts as dropped.
  ///
  /// - Parameter restarts: Whether the line should be one to begin with, if it can be.
  mutating func line<Machine: TracedMachine>(
    of step: StoreStep<Machine>, number: Int, time: Int, dropped: Int, restarts: Bool
  ) -> TraceLine? {
    missed += dropped
    if missed > 0 { hasBegun = false }
    var line = TraceLine(step: number, time: time, rows: step.state.items.count)
    var hasAction = true
    if restarts || !hasBegun {
      let names = TraceNames(title: title)
      if let (start, isBefore) = step.machine.start(of: step, by: names) {
        line.start = start
        line.dropped = missed == 0 ? nil : missed
        (self.names, hasBegun, missed, hasAction) = (names, true, 0, isBefore)
      } else if !hasBegun {
        missed += 1
        return nil
      }
    }
    if hasAction {
      Machine.describe(step.action, in: &line, by: names)
      if step.reaction.refusal != nil { line.ignored = true }
    }
    return line
  }
}

/// The texts of a trace for rows, cursors and queries. What is not equal has another text, also where a secret
/// is masked or a long text is cut.
final class TraceNames {
  /// The query that is the whole list for a follower; nil if there is none.
  var whole: Any?

  private let title: @Sendable (Any) -> String?
  private var versions: [String: Any] = [:]
  private var numbers: [String: Int] = [:]

  init(title: @escaping @Sendable (Any) -> String?) { self.title = title }

  func mapping<Item, Cursor>() -> FeedMapping<Item, Cursor, TraceRow, TraceCursor, Never> {
    FeedMapping(
      row: { [self] in row($0) }, id: { [self] in id($0) },
      cursor: { [self] in TraceCursor(token: text("\($0)", shown: TraceText.cursor($0))) },
      failure: TraceText.failure)
  }

  func query(_ query: some Equatable) -> String {
    let text = text("\(query)", shown: TraceText.query(query))
    guard isWhole(query) else { return text.isEmpty && whole != nil ? "(empty)" : text }
    return ""
  }

  private func isWhole<Query: Equatable>(_ query: Query) -> Bool { whole as? Query == query }

  private func id(_ id: some Any) -> String { text("\(id)", shown: TraceText.id(id)) }

  private func row<Item: Identifiable & Equatable>(_ item: Item) -> TraceRow {
    let id = id(item.id)
    var known = versions[id] as? [Item] ?? []
    let version = known.firstIndex(of: item) ?? known.count
    if version == known.count {
      known.append(item)
      versions[id] = known
    }
    return TraceRow(id: id, title: title(item)?.shown(100), value: version == 0 ? nil : version)
  }

  /// The text that shows, with a number if it is not the whole text.
  private func text(_ text: String, shown: String) -> String {
    guard text != shown else { return text }
    let number = numbers[text] ?? numbers.count + 1
    numbers[text] = number
    return "\(shown)#\(number)"
  }
}
