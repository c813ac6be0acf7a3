import FeedModel
import FeedReducer
import FeedTesting

/// A row of a list that is counted through.
struct Number: Identifiable, Equatable, Sendable {
  let id: Int
}

/// A reader who goes down a list that stands still, and up again where a window bounds it.
struct ReaderWorld: World {
  typealias Machine = Feed<Number, Int>

  struct Moment {
    var state = Machine.State(seed: 1)
    var pending: [Machine.Request] = []

    /// The row that the reader saw last.
    var reader: Int?
    var isGoingUp = false

    /// How many requests were answered with a page.
    var pages = 0
  }

  enum Move: Equatable {
    case start, answer, fail, retry, read, turn
  }

  let feed: Machine

  /// How many rows the server has; its cursors are offsets.
  let count: Int

  /// How likely it is that a request fails.
  let failures: Double

  var start: Moment { Moment() }

  var preamble: [String] {
    ["# \(count) rows, pages of \(feed.pageSize), prefetch \(feed.prefetchDistance)"]
  }

  /// The first one leads on.
  func moves(at moment: Moment) -> [Move] {
    if !moment.pending.isEmpty { return [.answer, .fail] }
    if moment.state.error != nil { return [.retry] }
    if moment.state.generation == 0 { return [.start] }
    if next(at: moment) != nil { return [.read] }
    let isTurning = feed.maxItems != nil && !moment.isGoingUp && count > 0
    return isTurning && moment.state.append.end != nil ? [.turn] : []
  }

  func draw(at moment: Moment, using generator: inout some RandomNumberGenerator) -> Move? {
    let moves = moves(at: moment)
    let isFailing = Double.random(in: 0..<1, using: &generator) < failures
    return isFailing ? moves.last : moves.first
  }

  func make(_ move: Move, at moment: inout Moment) -> Exchange<Machine>? {
    guard let action = action(for: move, at: &moment) else { return nil }
    let reaction = feed.reduce(into: &moment.state, action)
    for case .load(let request) in reaction.effects { moment.pending.append(request) }
    return Exchange(action, reaction)
  }

  func fingerprint(of moment: Moment) -> UInt64 {
    var fingerprint = Fingerprint()
    for number in [
      moment.state.lastTicket.rawValue, moment.state.items.count, moment.reader ?? -1,
      moment.pending.count, moment.isGoingUp ? 1 : 0,
    ] {
      fingerprint.mix(number)
    }
    return fingerprint.value
  }

  func line(for move: Move, at moment: Moment) -> String { "\(move)" }
}

extension ReaderWorld {
  /// Where the row is that the reader comes to next; nil where there is none.
  func next(at moment: Moment) -> Int? {
    let items = moment.state.items
    let row = moment.reader.flatMap { items.index(id: $0) }
    let index = row.map { $0 + (moment.isGoingUp ? -1 : 1) } ?? 0
    return items.indices.contains(index) ? index : nil
  }

  private func action(for move: Move, at moment: inout Moment) -> Machine.Action? {
    switch move {
    case .start: return .started
    case .retry: return .retryTapped(kind: nil)
    case .answer:
      let request = moment.pending.removeFirst()
      moment.pages += 1
      return .pageLoaded(ticket: request.ticket, page: page(for: request))
    case .fail:
      return .failed(ticket: moment.pending.removeFirst().ticket, failure: .server)
    case .read:
      guard let index = next(at: moment) else { return nil }
      moment.reader = moment.state.items[index].id
      return .itemAppeared(index: index)
    case .turn:
      moment.isGoingUp = true
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

extension ReaderWorld {
  var laws: [Law<ReaderWorld>] {
    [
      .always(
        "every row, in order", "The rows are neighbours in the list.",
        rule: feed.maxItems == nil ? .uniqueRows : .window
      ) { moment in
        let first = moment.state.items.first?.id ?? 0
        return moment.state.items.map(\.id).elementsEqual(first..<first + moment.state.items.count)
      },
      .always("no page twice", "As many pages are read as there are.", rule: .progress) { moment in
        let pages = max(1, (count + feed.pageSize - 1) / feed.pageSize)
        return feed.maxItems != nil || moment.pages <= pages
      },
      .always("memory is bounded", "Few more rows are kept than are allowed.", rule: .window) {
        moment in
        feed.maxItems.map { moment.state.items.count <= $0 + 2 * feed.pageSize } ?? true
      },
      .canStillFinish(
        "read to the end", "A reader who reads on sees every row once, and in order.",
        rule: .demand, by: { moves(at: $0).first.map { [$0] } ?? [] }
      ) { isFinished($0) },
    ]
  }

  private func isFinished(_ moment: Moment) -> Bool {
    guard moves(at: moment).isEmpty, moment.state.generation > 0 else { return false }
    if feed.maxItems != nil, count > 0 { return moment.isGoingUp && moment.reader == 0 }
    return moment.state.append == .ended(reason: .exhausted) && moment.state.items.count == count
      && moment.reader == (count == 0 ? nil : count - 1)
  }
}
