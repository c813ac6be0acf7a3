import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

extension Data {
  private typealias Store = SnapshotStore<JSONRow, PageCursor>
  private typealias Rows = Feed<JSONRow, PageCursor>

  /// Reads the bytes as a snapshot file. Then builds others from them: the first line is the date, the rest is the
  /// body, or a line with the body and lines with changes. Their checksums are correct, which random bytes would
  /// never have.
  func readAsSnapshot() throws(Finding) {
    _ = try Self.found(in: self)
    let lines = split(separator: UInt8(ascii: "\n")).dropFirst().map { Data($0) }
    let changed = SnapshotFile.bytes(
      of: lines.first ?? Data(), changes: Array(lines.dropFirst()), date: Date())
    if case .snapshot(let snapshot, let age) = try Self.found(in: changed) {
      try Self.restore(snapshot, age)
    }
    let seconds = prefix { $0 != UInt8(ascii: "\n") }
    let body = Data(self[seconds.endIndex...].dropFirst())
    let file = SnapshotFile.bytes(of: body, seconds: String(decoding: seconds, as: UTF8.self))
    guard case .snapshot(let snapshot, let age) = try Self.found(in: file) else { return }
    let written: Data
    do {
      written = try JSONEncoder().encode(snapshot)
    } catch {
      throw Finding(text: "a snapshot that was read can't be written: \(error)")
    }
    let again = try Self.found(in: SnapshotFile.bytes(of: written, seconds: "1000"))
    guard again == .snapshot(snapshot, age: .zero) else {
      throw Finding(text: "a snapshot that was read is another when it is written")
    }
    try Self.restore(snapshot, age)
  }

  private static func found(in file: Data) throws(Finding) -> Store.Found {
    let found = Store.found(in: file, limit: 1 << 20, now: Date(timeIntervalSince1970: 1_000))
    if case .damaged(let problem) = found { try Finding.unlessShown("\(problem)") }
    return found
  }

  /// Restores a feed from the snapshot, loads some pages and resets the feed.
  private static func restore(_ snapshot: Rows.Snapshot, _ age: Duration) throws(Finding) {
    var loop = Loop(Rows(pageSize: 2, maxItems: 4), state: .init(seed: 1, identity: 1))
    guard case .accepted = loop.send(.restored(snapshot: snapshot, age: age)) else { return }
    let kept = loop.state.snapshot
    try Finding.unless(
      kept?.items == snapshot.items && kept?.pages == snapshot.pages
        && kept?.next == snapshot.next && kept?.previous == snapshot.previous
        && kept?.droppedBefore == snapshot.droppedBefore
        && kept?.droppedAfter == snapshot.droppedAfter && kept?.edits == snapshot.edits,
      "a snapshot that was restored is not what is kept")
    for _ in 0..<3 {
      loop.send(.itemAppeared(index: loop.state.items.count - 1))
      loop.send(.itemAppeared(index: 0))
      for ticket in loop.state.requests {
        let rows = (0..<2).map { JSONRow(id: "\(ticket.rawValue) \($0)") }
        loop.send(.pageLoaded(ticket: ticket, page: .init(items: rows, next: .number(3))))
      }
    }
    loop.send(.refreshPulled)
    loop.send(.reset)
    try Finding.unless(loop.state.items.isEmpty, "a reset leaves rows")
  }
}

extension Feed.State {
  /// The tickets of the requests in flight.
  fileprivate var requests: [Ticket] { [refresh, append, prepend].compactMap(\.request) }
}
