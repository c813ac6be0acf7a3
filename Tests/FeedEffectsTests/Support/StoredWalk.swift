import FeedReducer
import Foundation

@testable import FeedEffects

/// A feed that does at random what changes a snapshot: it scrolls, loads at both ends and in gaps, refreshes and edits.
struct StoredWalk {
  struct Row: Identifiable, Hashable, Codable, Sendable {
    let id: Int
    var title: String
  }

  typealias Rows = Feed<Row, Int>

  private var loop: Loop<Rows>
  private var random: SplitMix64
  private var requests: [Rows.Request] = []
  private var sent: [Rows.Edit] = []
  private var lastID = 1_000_000
  private var start = 10_000
  private let title: String

  var state: Rows.State { loop.state }

  init(seed: UInt64, title: String = "") {
    random = SplitMix64(seed: seed)
    self.title = title
    let feed = Rows(
      pageSize: 10, refreshMode: .merge, maxItems: 200, edits: .optimistic, gaps: .manual)
    loop = Loop(feed, state: .init(seed: seed, identity: seed))
    send(.started)
    answer()
  }

  /// Returns the states of so many steps.
  static func states(_ count: Int, seed: UInt64, title: String = "") -> [Rows.State] {
    var walk = StoredWalk(seed: seed, title: title)
    return (0..<count).map { _ in
      walk.step()
      return walk.state
    }
  }

  /// Does something, and has the server answer what it asks for.
  mutating func step() {
    let index = state.items.isEmpty ? nil : Int.random(in: 0..<state.items.count, using: &random)
    let row = index.map { state.items[$0] }
    lastID += 1
    switch (Int.random(in: 0..<30, using: &random), index, row) {
    case (0, _, _):
      // More than a page is new now and then.
      if Bool.random(using: &random) { start -= 25 }
      send(.refreshPulled)
    case (1, _, _): send(.memoryWarning(keep: 100))
    case (2, _, _):
      send(.edit(change: .insert(item: Row(id: lastID, title: title), before: row?.id)))
    case (3, _, let row?): send(.edit(change: .remove(id: row.id)))
    case (4...6, _, let row?):
      send(.edit(change: .update(item: Row(id: row.id, title: "\(lastID)"))))
    case (7...9, _, _): answerEdit()
    case (10...13, _, _): send(.loadMore)
    case (14...15, _, _): send(.itemAppeared(index: 0))
    case (16...17, _, _):
      if let gap = state.gaps.first { send(.gapTapped(id: gap.id, from: .above)) }
    default: index.map { send(.itemAppeared(index: $0)) }
    }
    answer()
  }

  private mutating func send(_ action: Rows.Action) {
    guard case .accepted(let effects) = loop.send(action) else { return }
    for effect in effects {
      switch effect {
      case .load(let request): requests.append(request)
      case .send(let edit): sent.append(edit)
      default: break
      }
    }
  }

  /// Answers every request. The list begins in its middle.
  private mutating func answer() {
    while let request = requests.popLast() {
      let first =
        switch request.position {
        case .start: start
        case .after(let cursor): cursor
        case .before(let cursor): cursor - 10
        }
      let rows = (first..<first + 10).map { Row(id: $0, title: title) }
      send(
        .pageLoaded(
          ticket: request.ticket,
          page: .init(
            items: rows, next: first + 10, previous: first, total: request.ticket.rawValue)))
    }
  }

  private mutating func answerEdit() {
    guard let edit = sent.popLast() else { return }
    if Bool.random(using: &random) {
      send(.editCommitted(ticket: edit.ticket, item: nil))
    } else {
      send(.editFailed(ticket: edit.ticket, failure: FeedFailure(.refused, message: "no")))
    }
  }
}

// MARK: - How it is stored

extension StoredWalk {
  typealias Store = SnapshotStore<Row, Int>

  static func snapshot(_ found: Store.Found) -> Store.Snapshot? {
    if case .snapshot(let snapshot, _) = found { snapshot } else { nil }
  }

  /// A store that counts the bytes that it writes.
  static func store(
    _ file: URL, limit: Int = 64 << 20, written: Locked<Int> = Locked(0)
  ) -> Store {
    var system = SystemCalls()
    let write = system.write
    system.write = { file, bytes in
      written.use { $0 += bytes.count }
      return write(file, bytes)
    }
    return Store(SnapshotFile(url: file, limit: limit, system: system), report: { _ in })
  }

  /// The file after each of so many states.
  static func files(_ states: [Rows.State], in folder: Folder) async throws -> [Data] {
    let store = store(folder.file)
    var files: [Data] = []
    for state in states {
      store.keep(state)
      await store.flush()
      files.append(try Data(contentsOf: folder.file))
    }
    return files
  }
}
