import FeedModel
import FeedReducer
import FeedTesting

/// A row whose id is its index in the server's list.
struct Number: Identifiable, Equatable, Sendable {
  let id: Int
}

/// A reader who scrolls down a fixed list and, if a window bounds it, up again.
struct ReaderModel: Model {
  typealias Machine = Feed<Number, Int>

  struct State {
    var feed = Machine.State(seed: 1, identity: 1)
    var pending: [Machine.Request] = []

    /// The id of the row that the reader saw last.
    var reader: Int?
    var isGoingUp = false

    /// How many requests were answered with a page.
    var pages = 0
  }

  enum Step: Equatable {
    case start, answer, fail, retry, read, turn
  }

  let feed: Machine

  /// How many rows the server has. Its cursors are offsets.
  let count: Int

  /// The probability that a request fails, from 0 to 1.
  let failures: Double

  var start: State { State() }

  var preamble: [String] {
    ["# \(count) rows, pages of \(feed.pageSize), prefetch \(feed.prefetchDistance)"]
  }

  /// The first step leads to the end of the list.
  func steps(at state: State) -> [Step] {
    if !state.pending.isEmpty { return [.answer, .fail] }
    if state.feed.error != nil { return [.retry] }
    if state.feed.generation == 0 { return [.start] }
    if next(at: state) != nil { return [.read] }
    let isTurning = feed.maxItems != nil && !state.isGoingUp && count > 0
    return isTurning && state.feed.append.end != nil ? [.turn] : []
  }

  func draw(at state: State, using generator: inout some RandomNumberGenerator) -> Step? {
    let steps = steps(at: state)
    let isFailing = Double.random(in: 0..<1, using: &generator) < failures
    return isFailing ? steps.last : steps.first
  }

  func make(_ step: Step, at state: inout State) -> Exchange<Machine>? {
    guard let action = action(for: step, at: &state) else { return nil }
    let reaction = feed.reduce(into: &state.feed, action)
    for case .load(let request) in reaction.effects { state.pending.append(request) }
    return Exchange(action, reaction: reaction)
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    for number in [
      state.feed.lastTicket.rawValue, state.feed.items.count, state.reader ?? -1,
      state.pending.count, state.isGoingUp ? 1 : 0,
    ] {
      fingerprint.mix(number)
    }
    return fingerprint.value
  }

  func line(for step: Step, at state: State) -> String { "\(step)" }
}

extension ReaderModel {
  /// The index of the row that the reader sees next; nil at the end.
  func next(at state: State) -> Int? {
    let items = state.feed.items
    let row = state.reader.flatMap { items.index(id: $0) }
    let index = row.map { $0 + (state.isGoingUp ? -1 : 1) } ?? 0
    return items.indices.contains(index) ? index : nil
  }

  private func action(for step: Step, at state: inout State) -> Machine.Action? {
    switch step {
    case .start: return .started
    case .retry: return .retryTapped(kind: nil)
    case .answer:
      let request = state.pending.removeFirst()
      state.pages += 1
      return .pageLoaded(ticket: request.ticket, page: page(for: request))
    case .fail:
      return .failed(ticket: state.pending.removeFirst().ticket, failure: .server)
    case .read:
      guard let index = next(at: state) else { return nil }
      state.reader = state.feed.items[index].id
      return .itemAppeared(index: index)
    case .turn:
      state.isGoingUp = true
      return nil
    }
  }

  private func page(for request: Machine.Request) -> Machine.Page {
    let start = request.position.cursor ?? 0
    let end = min(start + request.size, count)
    return .init(
      items: (start..<end).map(Number.init), next: end < count ? end : nil, total: count)
  }
}

extension ReaderModel {
  var laws: [Law<ReaderModel>] {
    [
      .invariant(
        "every row, in order", says: "The rows are neighbours in the list.",
        rule: feed.maxItems == nil ? .uniqueRows : .window
      ) { state in
        let first = state.feed.items.first?.id ?? 0
        return state.feed.items.map(\.id).elementsEqual(first..<first + state.feed.items.count)
      },
      .invariant("no page twice", says: "As many pages are read as there are.", rule: .progress) {
        state in
        let pages = max(1, (count + feed.pageSize - 1) / feed.pageSize)
        return feed.maxItems != nil || state.pages <= pages
      },
      .invariant(
        "memory is bounded", says: "Few more rows are kept than are allowed.", rule: .window
      ) {
        state in
        feed.maxItems.map { state.feed.items.count <= $0 + 2 * feed.pageSize } ?? true
      },
      .liveness(
        "read to the end", says: "A reader who reads on sees every row once, and in order.",
        rule: .demand, by: { steps(at: $0).first.map { [$0] } ?? [] }
      ) { isFinished($0) },
    ]
  }

  private func isFinished(_ state: State) -> Bool {
    guard steps(at: state).isEmpty, state.feed.generation > 0 else { return false }
    if feed.maxItems != nil, count > 0 { return state.isGoingUp && state.reader == 0 }
    return state.feed.append == .ended(reason: .exhausted) && state.feed.items.count == count
      && state.reader == (count == 0 ? nil : count - 1)
  }
}
