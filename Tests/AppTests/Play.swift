import FeedEffects
import FeedReducer

/// Random things that happen to a feed: what its user, its server and the network do. The same seed, the same play.
struct Play<Item: Identifiable & Equatable, Cursor: Hashable> {
  typealias Rows = Feed<Item, Cursor>

  private(set) var loads: [Rows.Request] = []
  private var timers: [Ticket] = []
  private var random: SplitMix64
  private let row: (Int) -> Item
  private let cursor: (Int) -> Cursor
  private var pages = 0
  /// How many pages without rows come next: a list that stalls has met three of them.
  private var emptyPages = 0

  init(seed: UInt64, cursor: @escaping (Int) -> Cursor, row: @escaping (Int) -> Item) {
    random = SplitMix64(seed: seed)
    self.row = row
    self.cursor = cursor
  }

  mutating func note(_ effect: Rows.Effect) {
    switch effect {
    case .load(let request): loads.append(request)
    case .schedule(let ticket, _): timers.append(ticket)
    case .cancel(let ticket):
      loads.removeAll { $0.ticket == ticket }
      timers.removeAll { $0 == ticket }
    default: break
    }
  }

  /// What happens next in a list of `count` rows.
  mutating func action(in count: Int) -> Rows.Action {
    if let timer = timers.popLast(), draw(2) == 0 { return .timerFired(ticket: timer) }
    if !loads.isEmpty, draw(3) > 0 { return answer(loads.removeFirst(), in: count) }
    switch draw(8) {
    case 0: return .refreshPulled
    case 1: return .connectivityChanged(isOnline: false)
    case 2: return .connectivityChanged(isOnline: true)
    case 3: return .retryTapped(kind: nil)
    case 4: return .errorDismissed(kind: nil)
    case 5: return .loadMore
    default: return .itemAppeared(index: max(0, count - 1))
    }
  }

  private mutating func answer(_ request: Rows.Request, in count: Int) -> Rows.Action {
    pages += 1
    let next = draw(4) == 0 ? nil : cursor(pages)
    if emptyPages == 0, draw(6) == 0 { emptyPages = 3 }
    if emptyPages > 0 {
      emptyPages -= 1
      return .pageLoaded(ticket: request.ticket, page: .init(items: [], next: next))
    }
    switch draw(5) {
    case 0:
      let failure = FeedFailure(
        .http, message: "it is down", status: 503, isRetryable: draw(2) == 0)
      return .failed(ticket: request.ticket, failure: failure)
    case 1: return .cancelled(ticket: request.ticket)
    default:
      let items = (count..<count + 3).map(row)
      return .pageLoaded(ticket: request.ticket, page: .init(items: items, next: next, total: 40))
    }
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
