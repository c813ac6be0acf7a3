package import FeedReducer

// Names and small parts.
extension SpecFeed {
  package typealias Machine = Feed<Row, Int>
  package typealias Action = Machine.Action
  package typealias Effect = Machine.Effect
  typealias Page = Machine.Page
  typealias Position = Machine.Position

  /// A row.
  package struct Row: Identifiable, Hashable, Codable, Sendable {
    /// The id, unique on the server.
    package let id: Int

    /// What the row says, in a number.
    package var value: Int

    /// Creates a row.
    package init(id: Int, value: Int = 0) { (self.id, self.value) = (id, value) }
  }

  static var ends: [LoadKind] { [.append, .prepend] }

  /// How the load of a kind stands. (A list of the specification has no gaps.)
  subscript(kind: LoadKind) -> LoadState {
    get {
      switch kind {
      case .refresh: refresh
      case .append: tail.load
      case .prepend: head.load
      case .gap: .idle
      }
    }
    set {
      switch kind {
      case .refresh: refresh = newValue
      case .append: tail.load = newValue
      case .prepend: head.load = newValue
      case .gap: break
      }
    }
  }

  subscript(end kind: LoadKind) -> End {
    get { kind == .append ? tail : head }
    set { if kind == .append { tail = newValue } else { head = newValue } }
  }

  func kind(where holds: (LoadState) -> Bool) -> LoadKind? {
    LoadKind.allCases.first { holds(self[$0]) }
  }

  /// An end whose next page is at a position, idle or without any.
  func end(at position: Position?, dropped: [Position] = []) -> End {
    let isOpen = position != nil || !dropped.isEmpty
    return End(load: isOpen ? .idle : .exhausted, position: position, dropped: dropped)
  }

  /// Clears a failure or a stall.
  mutating func reopen(_ kind: LoadKind) {
    (self[kind], self[end: kind].emptyPages) = (.idle, 0)
  }

  mutating func nextTicket() -> Ticket {
    lastTicket = Ticket(rawValue: lastTicket.rawValue + 1)
    return lastTicket
  }

  /// Where the page beyond `page` is at an end.
  static func next(in page: Page, at kind: LoadKind) -> Position? {
    kind == .append
      ? page.next.map { .after(cursor: $0) } : page.previous.map { .before(cursor: $0) }
  }

  /// After several attempts the failure has their number.
  static func final(_ failure: FeedFailure, attempt: Int) -> FeedFailure {
    var failure = failure
    if attempt > 0 { failure.attempts = attempt + 1 }
    return failure
  }

  var visibleIDs: [Int] { reader.map { shown[$0].map(\.id) } ?? [] }
}

extension LoadKind {
  var opposite: LoadKind { self == .append ? .prepend : .append }
}

extension LoadState {
  static var exhausted: LoadState { .ended(reason: .exhausted) }
  static var cycle: LoadState { .ended(reason: .cycle) }
  static var stalled: LoadState { .ended(reason: .stalled) }

  /// The number of attempts before a load that is under way or waits; nil for any other.
  var attempt: Int? {
    switch self {
    case .loading(_, let attempt), .waiting(_, let attempt), .offline(let attempt): attempt
    default: nil
    }
  }

  /// The number of attempts with which a retry starts; nil if there is nothing to retry.
  var attemptToRetry: Int? {
    switch self {
    case .failed, .stalled: 0
    default: request == nil ? attempt : nil
    }
  }
}
