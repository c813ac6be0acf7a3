import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A row whose id the server chooses among few.
private struct Numbered: Identifiable, Equatable, Sendable {
  let id: UInt8
  var version: UInt8
}

private typealias Rows = Feed<Numbered, PageCursor>

extension Data {
  /// Reads the bytes as what a reader and a hostile server do, two bytes for each of up to 2,000 steps.
  ///
  /// The server repeats rows on a page and on several pages, leads in circles, answers what was given up,
  /// and lies about totals.
  func runAsPages() throws(Finding) {
    var loop = Loop(Rows(pageSize: 2, maxItems: 12), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    var bytes = [UInt8](self)[...]
    for _ in 0..<2_000 {
      guard let kind = bytes.popFirst(), let value = bytes.popFirst() else { break }
      step(kind: kind, value: value, rest: &bytes, loop: &loop)
      var seen: Set<UInt8> = []
      for row in loop.state.items {
        try Finding.unless(seen.insert(row.id).inserted, "the row \(row.id) is there twice")
      }
    }
    try Self.checkSnapshot(of: loop.state)
  }

  private func step(
    kind: UInt8, value: UInt8, rest bytes: inout ArraySlice<UInt8>, loop: inout Loop<Rows>
  ) {
    let tickets = [loop.state.refresh, loop.state.append, loop.state.prepend]
      .compactMap(\.request)
    let ticket = tickets.isEmpty ? 1 : tickets[Int(value) % tickets.count]
    switch kind % 8 {
    case 0, 1, 2:
      let items = bytes.prefix(Int(value >> 2) * Int(value >> 2)).map {
        Numbered(id: $0 & 0x1F, version: $0 >> 5)
      }
      bytes = bytes.dropFirst(items.count)
      let page = Rows.Page(
        items: items, next: value & 1 == 0 ? nil : .number(Int(value & 3)),
        previous: value & 2 == 0 ? nil : .token(""), total: value & 4 == 0 ? nil : Int(value))
      loop.send(.pageLoaded(ticket: ticket, page: page))
    case 3: loop.send(.failed(ticket: ticket, failure: FeedFailure(.timeout, message: "no")))
    case 4: loop.send(.itemAppeared(index: Int(value) - 8))
    case 5: loop.send(.refreshPulled)
    case 6: loop.send(value & 1 == 0 ? .loadMore : .retryTapped(kind: nil))
    default: loop.send(value == 0 ? .reset : .connectivityChanged(isOnline: value & 1 == 0))
    }
  }

  private static func checkSnapshot(of state: Rows.State) throws(Finding) {
    guard let kept = state.snapshot else { return }
    var loop = Loop(Rows(pageSize: 2, maxItems: 12), state: .init(seed: 1, identity: 1))
    guard case .accepted = loop.send(.restored(snapshot: kept, age: .zero)) else {
      throw Finding(text: "what is kept of a feed can't be restored")
    }
    try Finding.unless(loop.state.items == state.items, "other rows are restored")
  }
}
