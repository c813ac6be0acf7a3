import FeedReducer

/// The feed in which a trace writes actions and effects.
///
/// Its JSON is that of a feed of JSON rows, so that tools which know such a feed can read it.
typealias TracedFeed = Feed<TraceRow, TraceCursor>

/// A row in a trace: what a user sees of it. Its contents are `null`.
struct TraceRow: Identifiable, Equatable, Codable {
  let id: String
  let title: String?
  var value = TraceNull()
}

/// `null` in JSON.
struct TraceNull: Equatable, Codable {
  init() {}
  init(from decoder: any Decoder) {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// A cursor in a trace: a text for people, with secrets masked. It leads nowhere.
struct TraceCursor: Hashable, Codable {
  let token: String
}

/// A machine that can be traced.
protocol TracedMachine: FeedMachine {
  /// The machine's configuration.
  var traced: TraceConfiguration { get }

  /// Describes a state.
  func traced(_ state: State) -> TraceState

  /// Describes the action of a step, and the effects, in a line.
  static func describe(
    _ action: Action, effects: [Effect], in line: inout TraceLine, by tracer: Tracer)
}

extension Feed: TracedMachine {
  var traced: TraceConfiguration { TraceConfiguration(self) }

  func traced(_ state: State) -> TraceState {
    TraceState(display: state, feed: state, reader: state.reader) {
      explain($0, in: state)?.description
    }
  }

  static func describe(
    _ action: Action, effects: [Effect], in line: inout TraceLine, by tracer: Tracer
  ) {
    line.action = tracer.action(action)
    line.effects = effects.map(tracer.effect)
  }
}

extension Search: TracedMachine {
  var traced: TraceConfiguration { TraceConfiguration(feed, pause: pause) }

  func traced(_ state: State) -> TraceState {
    var traced = TraceState(display: state, feed: state.feed, reader: state.reader) {
      explain($0, in: state)?.description
    }
    traced.query = state.query.map { TraceText.query($0) }
    traced.asked = state.asked.map { TraceText.query($0) }
    traced.typing = state.timer?.rawValue
    return traced
  }

  static func describe(
    _ action: Action, effects: [Effect], in line: inout TraceLine, by tracer: Tracer
  ) {
    switch action {
    case .typed(let query): line.search = .typed(query: query.map { TraceText.query($0) })
    case .submitted: line.search = .submitted
    case .timerFired(let ticket): line.search = .timerFired(ticket: ticket)
    case .feed(let action): line.action = tracer.action(action)
    }
    line.effects = effects.map { effect in
      switch effect {
      case .feed(_, let effect): tracer.effect(effect)
      case .schedule(let ticket, let after): .schedule(ticket: ticket, after: after)
      case .cancel(let ticket): .cancel(ticket: ticket)
      }
    }
  }
}

/// Describes steps for a trace, each by what has changed since the one before.
struct Tracer {
  /// Returns the title of a row.
  let title: @Sendable (Any) -> String?

  /// How many rows a line has at most. Those nearest the reader are written.
  let maxRows: Int

  /// The rows of the last line; nil if the next one has to be complete.
  var last: Any?

  /// The most rows of one action: the response of a server may have any number.
  static let maxRowsOfAction = 1_000

  /// Describes a step.
  mutating func line<Machine: TracedMachine>(
    of step: StoreStep<Machine>, number: Int, time: Int, dropped: Int
  ) -> TraceLine {
    var line = TraceLine(
      step: number, time: time, dropped: dropped == 0 ? nil : dropped,
      cause: step.cause == .sent ? "sent" : "answer")
    let items = step.state.items
    switch step.reaction {
    case .accepted(let effects):
      Machine.describe(step.action, effects: effects, in: &line, by: self)
    case .ignored(let refusal):
      Machine.describe(step.action, effects: [], in: &line, by: self)
      line.refusal = TraceText.sentence("\(refusal)")
      line.effects = nil
    }
    guard let last = last as? ItemList<Machine.Item> else {
      line.feed = step.machine.traced
      line.state = step.machine.traced(step.state)
      line.rows = allRows(of: items, reader: line.state?.reader)
      self.last = items
      return line
    }
    // An ignored action changes nothing, but those before it may have been dropped.
    if line.refusal != nil, dropped == 0 { return line }
    line.state = step.machine.traced(step.state)
    line.rows = change(from: last, to: items)
    self.last = items
    return line
  }
}

// MARK: - Rows

extension Tracer {
  private func row<Item: Identifiable>(_ item: Item) -> TraceRow {
    TraceRow(id: TraceText.id(item.id), title: title(item)?.shown(100))
  }

  /// All rows; of a list that is too long, those around the reader.
  private func allRows<Item>(
    of items: ItemList<Item>, reader: Range<Int>?
  ) -> TraceRows<TraceRow> {
    let count = min(items.count, maxRows)
    let first = min(max(0, (reader?.lowerBound ?? 0) - maxRows / 2), items.count - count)
    let rest = items.count - first - count
    return TraceRows(
      at: 0, unknownBefore: first == 0 ? nil : first,
      rows: items[first..<first + count].map(row), unknownAfter: rest == 0 ? nil : rest)
  }

  /// What has changed from `old` to `new`; nil if nothing has.
  private func change<Item: Equatable>(
    from old: ItemList<Item>, to new: ItemList<Item>
  ) -> TraceRows<TraceRow>? {
    let difference = new.difference(from: old)
    if difference.isEmpty { return nil }
    let (before, after) = difference.unchanged(from: old.count, to: new.count)
    let inserted = before..<new.count - after
    let shown = inserted.prefix(maxRows)
    let removed = old.count - before - after
    let rest = inserted.count - shown.count
    return TraceRows(
      at: before, removed: removed == 0 ? nil : removed, rows: shown.map { row(new[$0]) },
      unknownAfter: rest == 0 ? nil : rest)
  }
}

extension ItemList.Difference {
  /// How many rows are the same at the start of both lists, and at the end.
  fileprivate func unchanged(from old: Int, to new: Int) -> (before: Int, after: Int) {
    let inOld = removals + moves.map(\.from)
    let inNew = insertions + updates + moves.map(\.to)
    let before = min(old, new, inOld.min() ?? old, inNew.min() ?? new)
    let after = min(
      old - 1 - (inOld.max() ?? -1), new - 1 - (inNew.max() ?? -1), min(old, new) - before)
    return (before, after)
  }
}

// MARK: - Actions and effects

extension Tracer {
  func effect<Item, Cursor>(_ effect: Feed<Item, Cursor>.Effect) -> TracedFeed.Effect {
    mapping().effect(effect)
  }

  /// The action, with a limit to its rows. The edits and pages of a snapshot are left out.
  func action<Item, Cursor>(_ action: Feed<Item, Cursor>.Action) -> TracedFeed.Action {
    switch action {
    case .pageLoaded(let ticket, var page):
      page.items = Array(page.items.prefix(Self.maxRowsOfAction))
      return mapping().action(.pageLoaded(ticket: ticket, page: page))
    case .restored(let snapshot, let age):
      let short = Feed<Item, Cursor>.Snapshot(
        version: snapshot.version, identity: snapshot.identity,
        items: Array(snapshot.items.prefix(Self.maxRowsOfAction)), pages: [], next: snapshot.next,
        previous: snapshot.previous, lastTicket: snapshot.lastTicket, total: snapshot.total)
      return mapping().action(.restored(snapshot: short, age: age))
    default: return mapping().action(action)
    }
  }

  private func mapping<Item, Cursor>() -> FeedMapping<Item, Cursor, TraceRow, TraceCursor, Never> {
    FeedMapping(
      row: row, id: { TraceText.id($0) }, cursor: { TraceCursor(token: TraceText.cursor($0)) },
      failure: TraceText.failure)
  }
}
