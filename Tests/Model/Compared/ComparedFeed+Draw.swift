import FeedReducer
import FeedSpec
import FeedTesting

// What can happen: every action, every code of a failure, every kind of page, for any work. The weights let
// lists grow and edits meet; a list that was just emptied shows little.
extension ComparedFeed {
  package func draw(
    at state: State, using generator: inout some RandomNumberGenerator
  ) -> ComparedStep? {
    step(drawKind(at: state, using: &generator), at: state, using: &generator)
  }

  /// Returns the kind of a random step.
  func drawKind(at state: State, using generator: inout some RandomNumberGenerator) -> Kind {
    // A second lost cursor counts only if the user has not acted since the first.
    if state.feed.hasLostCursor, Int.random(in: 0..<3, using: &generator) > 0 {
      let kinds: [Kind] = [.page, .page, .fail, .fail, .retry, .connect]
      return kinds[Int.random(in: 0..<kinds.count, using: &generator)]
    }
    let kinds = Self.weighted[state.feed.isStopped || state.feed.generation == 0 ? 1 : 0]
    return kinds[Int.random(in: 0..<kinds.count, using: &generator)]
  }

  /// A kind of step: the name of an action, or a restart.
  package enum Kind: CaseIterable {
    case start, appear, show, loadMore, pull, invalidate, reset, stop, retry, dismiss, page, fail,
      cancel, fire
    case connect, warn, edit, commit, failEdit, retryEdits, dismissEdits, restore, restart

    /// How often it is drawn, in a feed with a page and in one without.
    fileprivate var weights: (with: Int, without: Int) {
      switch self {
      case .page: (16, 12)
      case .appear, .edit: (8, 1)
      case .commit: (6, 1)
      case .fail, .fire, .connect: (4, 4)
      case .show, .pull, .failEdit, .loadMore: (3, 1)
      case .retry, .retryEdits, .dismissEdits, .invalidate: (2, 1)
      case .start, .restore: (1, 4)
      case .cancel, .dismiss, .warn, .reset, .stop, .restart: (1, 1)
      }
    }
  }

  private static let weighted: [[Kind]] = [
    Kind.allCases.flatMap { Array(repeating: $0, count: $0.weights.with) },
    Kind.allCases.flatMap { Array(repeating: $0, count: $0.weights.without) },
  ]

  /// Returns a step of a kind.
  package func step(
    _ kind: Kind, at state: State, using generator: inout some RandomNumberGenerator
  ) -> ComparedStep {
    var draw = Draw(state.feed, in: self, generator: generator)
    defer { generator = draw.generator }
    switch kind {
    case .start: return .action(.started)
    case .appear: return .action(.itemAppeared(index: draw.row))
    case .show:
      let first = draw.row
      return .action(.visible(range: first..<first + draw.below(4)))
    case .loadMore: return .action(.loadMore)
    case .pull: return .action(.refreshPulled)
    case .invalidate: return .action(.invalidated)
    case .reset: return .action(.reset)
    case .stop: return .action(.stopped)
    case .retry: return .action(.retryTapped(kind: draw.one(of: [nil] + LoadKind.allCases)))
    case .dismiss: return .action(.errorDismissed(kind: draw.one(of: [nil] + LoadKind.allCases)))
    case .page: return draw.answer(.page(draw.page))
    case .fail: return draw.answer(.failure(draw.failure))
    case .cancel: return draw.answer(.cancel)
    case .fire: return draw.answer(.timer)
    case .connect: return .action(.connectivityChanged(isOnline: draw.below(5) > 1))
    case .warn: return .action(.memoryWarning(keep: draw.below(7)))
    case .edit: return .action(.edit(change: draw.change))
    case .commit: return draw.commit
    case .failEdit: return draw.answer(.editFailure(draw.failure))
    case .retryEdits: return .action(.editRetried(id: draw.editedID))
    case .dismissEdits: return .action(.editDismissed(id: draw.editedID))
    case .restore: return draw.restore
    case .restart: return .restart
    }
  }
}

/// Draws parts of steps for a feed.
private struct Draw<Generator: RandomNumberGenerator> {
  let feed: ModelFeed.State
  let model: ComparedFeed
  var generator: Generator

  init(_ feed: ModelFeed.State, in model: ComparedFeed, generator: Generator) {
    self.feed = feed
    self.model = model
    self.generator = generator
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }

  mutating func isRare() -> Bool { below(8) == 0 }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// The index of a row, often the first or the last, rarely one that is not there.
  var row: Int {
    mutating get {
      let count = feed.items.count
      switch below(8) {
      case 0, 1: return 0
      case 2, 3: return max(0, count - 1)
      case 4: return one(of: [-1, count, Int.max - 4])
      default: return below(count)
      }
    }
  }

  // MARK: Answers

  /// Mostly an answer to work that is in flight and of the right kind.
  mutating func answer(_ answer: ComparedAnswer) -> ComparedStep {
    if isRare() { return .answer(.past(below(6) - 1), answer) }
    let loads = LoadKind.allCases.filter { kind in
      switch answer {
      case .page, .failure: feed[kind].request != nil
      case .timer: feed[kind].timer != nil
      default: feed[kind].isUnderWay
      }
    }
    let edits = feed.pendingEdits.indices.filter { index in
      let state = feed.pendingEdits[index].state
      switch answer {
      case .commit, .editFailure: return state.isSending
      case .timer: return state.timer != nil
      default: return state.isSending || state.timer != nil
      }
    }
    let isOfLoad =
      switch answer {
      case .page, .failure: true
      case .commit, .editFailure: false
      default: below(2) == 0
      }
    if isOfLoad != isRare(), !loads.isEmpty { return .answer(.load(one(of: loads)), answer) }
    if !edits.isEmpty { return .answer(.edit(one(of: edits)), answer) }
    return .answer(.load(one(of: LoadKind.allCases)), answer)
  }

  /// Each code of a failure, and each thing that a server says of it.
  var failure: FeedFailure {
    mutating get {
      let isLost =
        feed.hasLostCursor && below(2) == 0
      return FeedFailure(
        isLost ? .invalidCursor : one(of: FeedFailure.Code.all), message: "m",
        isRetryable: below(3) > 0,
        retryAfter: one(of: [nil, nil, nil, .zero, .seconds(7), .seconds(86_400)]))
    }
  }

  /// A page: whole, short, empty, too long; with new rows, known ones, both, or one twice; with any cursors.
  var page: ModelFeed.Page {
    mutating get {
      let size = model.settings.pageSize
      let count = one(of: [size, size, size, 1, 0, size + 1])
      let isAbove = below(3) == 0
      var items = (0..<count).map { newRow(isAbove ? -1 - $0 : 1 + $0) }
      if isAbove { items.reverse() }
      // A first page that ends with a known row merges.
      switch below(feed.refresh.request == nil ? 8 : 4) {
      case 0: items = (0..<count).map { _ in knownRow }
      case 1: items.insert(knownRow, at: below(items.count + 1))
      case 2: items.append(knownRow)
      case 3 where isRare(): items += items
      default: break
      }
      let total = isRare() ? below(9) : nil
      return .init(items: items, next: cursor, previous: cursor, total: total)
    }
  }

  /// None, a new one, the one that was asked for, or any.
  private var cursor: Int? {
    mutating get {
      switch below(8) {
      case 0, 1: return nil
      case 2: return feed.page
      case 3: return feed.previousPosition?.cursor
      case 4: return below(6)
      default: return 10 + below(1_000)
      }
    }
  }

  private mutating func newRow(_ distance: Int) -> ModelRow {
    let ids = feed.items.map(\.id)
    let edge = distance > 0 ? max(0, ids.max() ?? 0) : min(0, ids.min() ?? 0)
    return ModelRow(id: edge + distance, value: below(2))
  }

  /// A row that is in the list, or was.
  private var knownRow: ModelRow {
    mutating get { ModelRow(id: knownID, value: below(10)) }
  }

  private var knownID: Int {
    mutating get {
      feed.items.isEmpty || isRare() ? below(9) : feed.items[below(feed.items.count)].id
    }
  }

  // MARK: Edits

  /// A change: of a row that shows, rarely of another; new rows with temporary ids.
  var change: ModelFeed.Change {
    mutating get {
      switch below(5) {
      case 0: return .remove(id: knownID)
      case 1, 2: return .update(item: ModelRow(id: knownID, value: 10 + below(40)))
      default:
        let id = isRare() ? knownID : -1_000 - below(4)
        let before = below(3) == 0 ? nil : knownID
        return .insert(item: ModelRow(id: id, value: 7), before: before)
      }
    }
  }

  /// The server takes an edit: without a row, with the same id, a new one, rarely a known one.
  var commit: ComparedStep {
    mutating get {
      let sending = feed.pendingEdits.indices.filter { feed.pendingEdits[$0].state.isSending }
      guard !sending.isEmpty, !isRare() else { return answer(.commit(isRare() ? knownRow : nil)) }
      let index = one(of: sending)
      let edit = feed.pendingEdits[index].edit
      let isNew = if case .insert = edit.change { true } else { false }
      let value = 50 + below(10)
      let row: ModelRow? =
        switch below(isNew ? 8 : 12) {
        case 0: ModelRow(id: knownID, value: value)
        case 1, 2, 3: newRow(1)
        case 4, 5: ModelRow(id: edit.id, value: value)
        default: nil
        }
      return .answer(.edit(index), .commit(row))
    }
  }

  /// The id of a row with an edit that failed or waits, rarely of another.
  var editedID: Int {
    mutating get {
      let ids = feed.failedEdits.map(\.edit.id) + feed.pendingEdits.map(\.edit.change.id)
      return ids.isEmpty || isRare() ? knownID : one(of: ids)
    }
  }

  // MARK: Snapshots

  /// The snapshot that was kept, or one that a program made up.
  var restore: ComparedStep {
    mutating get {
      let age: Duration = one(of: [.zero, .seconds(10), .seconds(86_400), .seconds(-1)])
      if below(2) == 0 { return .restoreKept(age: age) }
      return .action(.restored(snapshot: snapshot, age: age))
    }
  }

  private var snapshot: ModelFeed.Snapshot {
    mutating get {
      let counts = (0..<below(4)).map { _ in 1 + below(2) }
      let first = below(max(1, counts.count))
      let pages = counts.indices.map { page in
        ModelFeed.PageRecord(
          count: counts[page],
          position: page == first
            ? .start : page < first ? .before(cursor: page) : .after(cursor: page))
      }
      let count = counts.reduce(0, +) + (isRare() ? 1 : 0)
      let items = (0..<count).map { ModelRow(id: isRare() ? 1 : $0 + 1) }
      let edits = (0..<below(3)).map { number in
        ModelFeed.Edit(
          feed: UInt64(below(2)), ticket: Ticket(rawValue: 1 + number + (isRare() ? -1 : 0)),
          change: change, id: isRare() ? knownID : nil)
      }
      let refused = (0..<below(3)).map { number in
        ModelFeed.FailedEdit(
          edit: .init(feed: 1, ticket: Ticket(rawValue: 4 + number), change: change),
          failure: failure)
      }
      func end(_ make: (Int) -> ModelFeed.Position) -> ModelFeed.Position? {
        isRare() ? .start : cursor.map(make)
      }
      return ModelFeed.Snapshot(
        version: isRare() ? 2 : 1, identity: 9, items: items, pages: pages,
        next: end { .after(cursor: $0) }, previous: end { .before(cursor: $0) },
        droppedBefore: isRare() ? [.after(cursor: 5)] : [],
        droppedAfter: isRare() ? [.before(cursor: 6)] : [],
        firstVisible: below(2) == 0 ? nil : 1 + below(3), edits: edits,
        refusedEdits: isRare() ? refused : [], lastTicket: Ticket(rawValue: below(4) == 0 ? 0 : 6),
        total: isRare() ? (count == 2 ? -2 : 5) : nil)
    }
  }
}
