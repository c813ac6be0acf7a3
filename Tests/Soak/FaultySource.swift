import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting

/// A server in memory with delays, failures and inconsistent pages. The seed and the ticket decide
/// them.
struct FaultySource: PageSource {
  let seed: UInt64
  let clock: ManualClock

  /// The number of rows. The first page starts in the middle.
  private let count = 120

  private struct Broken: Error {}

  func page(for request: Rows.Request) async throws -> Rows.Page {
    var random = SplitMix64(seed: seed, request.ticket)
    try await random.dawdle(on: clock)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: throw FeedFailure(.http, message: "It is not there; check the address.", status: 404)
    case 1...2:
      throw FeedFailure(.http, message: "Try again later.", status: 503, isRetryable: true)
    case 3:
      throw FeedFailure(
        .http, message: "Too much; try again.", status: 429, isRetryable: true,
        retryAfter: .seconds([0, 1, 3, 60].randomElement(using: &random) ?? 0))
    case 4: throw Broken()
    case 5: throw CancellationError()
    case 6 where request.position != .start:
      throw FeedFailure(.invalidCursor, message: "The page is not known any more; refresh.")
    default: return page(request, &random)
    }
  }

  private func page(_ request: Rows.Request, _ random: inout SplitMix64) -> Rows.Page {
    var start: Int
    switch request.position {
    case .after(.offset(let offset, _)): start = offset
    case .before(.offset(let offset, _)): start = offset - request.size
    default: start = count / 2
    }
    var next = PageCursor.offset(start + request.size)
    var size = request.size
    switch Int.random(in: 0..<12, using: &random) {
    case 0: start += Int.random(in: -3...3, using: &random)
    case 1: size = 0
    case 2: size = Int.random(in: 0...2 * size, using: &random)
    case 3: next = .offset(start)
    default: break
    }
    start = min(max(0, start), count)
    let end = min(start + size, count)
    let items = (start..<end).map { id in
      Row(id: id, name: "Row \(id) as request \(request.ticket) saw it")
    }
    return Rows.Page(
      items: items, next: end < count ? next : nil, previous: start > 0 ? .offset(start) : nil,
      total: count)
  }
}

/// A server that accepts edits, refuses them or never answers.
struct FaultySink: EditSink {
  let seed: UInt64
  let clock: ManualClock
  let tally: SharedTally

  func send(_ edit: Rows.Edit, key: EditKey) async throws -> Row? {
    try await tally.during(\.work) {
      var random = SplitMix64(seed: ~seed, key.ticket)
      try await random.dawdle(on: clock)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: throw FeedFailure(.http, message: "Another was faster; look again.", status: 409)
      case 3: throw FeedFailure(.http, message: "Try again later.", status: 503, isRetryable: true)
      case 4: throw CancellationError()
      case 1...2: return nil
      default: break
      }
      switch edit.change {
      // The server assigns its own id.
      case .insert(let row, _): return Row(id: 1_000 + key.ticket.rawValue, name: row.name)
      case .update(let row): return Row(id: edit.id, name: row.name + " as the server has it")
      default: return nil
      }
    }
  }
}

/// A source that counts the loads in progress of another source.
struct CountedSource: PageSource {
  let source: any PageSource<Row, PageCursor>
  let tally: SharedTally

  func page(for request: Rows.Request) async throws -> Rows.Page {
    try await tally.during(\.work) { try await source.page(for: request) }
  }
}

extension SplitMix64 {
  /// Creates the generator for the request or edit with this ticket.
  init(seed: UInt64, _ ticket: Ticket) {
    self.init(seed: seed &+ UInt64(ticket.rawValue) &* 0x9e37)
  }

  /// Delays an answer: not at all, by some yields, by some time, or until it is cancelled.
  ///
  /// A cancelled call may still return an answer.
  fileprivate mutating func dawdle(on clock: ManualClock) async throws {
    switch Int.random(in: 0..<20, using: &self) {
    case 0...7: return
    case 8...11: for _ in 0..<Int.random(in: 1...20, using: &self) { await Task.yield() }
    case 12...18:
      try? await clock.sleep(for: .milliseconds(Int.random(in: 0...6_000, using: &self)))
    default: for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    }
    if Bool.random(using: &self) { try Task.checkCancellation() }
  }
}
