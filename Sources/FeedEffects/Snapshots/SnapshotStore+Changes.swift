import FeedReducer
import Foundation

// A snapshot costs what changed: the file begins with a whole one, and changes follow.
extension SnapshotStore {
  /// What the file has, and where it goes on.
  struct Stored {
    /// Everything but the rows.
    var rest: Snapshot
    var rows: ItemList<Item>
    var log: SnapshotFile.Log

    /// Creates what a file with this snapshot has; nil if two of its rows have the same id.
    init?(_ snapshot: Snapshot, log: SnapshotFile.Log) {
      rows = ItemList(snapshot.items)
      if rows.count != snapshot.items.count { return nil }
      rest = snapshot
      rest.items = []
      self.log = log
    }

    init(rest: Snapshot, rows: ItemList<Item>, log: SnapshotFile.Log) {
      (self.rest, self.rows, self.log) = (rest, rows, log)
    }
  }

  /// What turns a snapshot into a later one.
  struct Change: Codable {
    /// The later one, without its lists.
    var rest: Snapshot
    var rows: [Splice<Item>]
    var pages: [Splice<Feed<Item, Cursor>.PageRecord>]
    var before: [Splice<Feed<Item, Cursor>.Position>]
    var after: [Splice<Feed<Item, Cursor>.Position>]
    var edits: [Splice<Feed<Item, Cursor>.Edit>]
    var refused: [Splice<Feed<Item, Cursor>.FailedEdit>]

    init(from old: Stored, to new: Snapshot, rows: ItemList<Item>) {
      rest = new.withoutLists
      self.rows = rows.splices(from: old.rows).map { splice in
        let added = rows[splice.index..<splice.index + splice.inserted]
        return Splice(at: splice.index, removed: splice.removed, added: Array(added))
      }
      pages = Splice.between(old.rest.pages, and: new.pages)
      before = Splice.between(old.rest.droppedBefore, and: new.droppedBefore)
      after = Splice.between(old.rest.droppedAfter, and: new.droppedAfter)
      edits = Splice.between(old.rest.edits, and: new.edits)
      refused = Splice.between(old.rest.refusedEdits, and: new.refusedEdits)
    }

    /// Whether only the reader may have moved.
    func isOfReader(since old: Stored) -> Bool {
      var last = old.rest.withoutLists
      last.firstVisible = rest.firstVisible
      return rows.isEmpty && pages.isEmpty && before.isEmpty && after.isEmpty && edits.isEmpty
        && refused.isEmpty && rest == last
    }
  }

  /// Writes a snapshot: what changed, or all of it where that is not longer, or what is there is not known.
  func write(_ snapshot: Snapshot, rows: ItemList<Item>) throws {
    if try append(snapshot, rows: rows) { return }
    var whole = snapshot
    whole.items = Array(rows)
    let body = try JSONEncoder().encode(whole)
    let log = try file.write(
      body, date: now(), keepsOld: isUnread, makesFolder: !hasFolder)
    hasFolder = true
    stored = log.map { Stored(rest: snapshot, rows: rows, log: $0) }
  }

  /// Adds what has changed to the file.
  ///
  /// - Returns: False, with nothing added, if the file has to be written as a whole.
  private func append(_ snapshot: Snapshot, rows: ItemList<Item>) throws -> Bool {
    guard var new = stored, !isUnread else { return false }
    let change = Change(from: new, to: snapshot, rows: rows)
    let isOfReader = change.isOfReader(since: new)
    let hasChanged = !isOfReader || snapshot.firstVisible != new.rest.firstVisible
    (new.rest, new.rows) = (snapshot, rows)
    if hasChanged {
      let body =
        try isOfReader
        ? JSONEncoder().encode([snapshot.firstVisible]) : JSONEncoder().encode(change)
      // If this fails, it is not known what the file has.
      stored = nil
      let kind: SnapshotFile.Kind = isOfReader ? .reader : .change
      guard try file.append(kind, body: body, date: now(), to: &new.log) else { return false }
    }
    stored = new
    return true
  }
}

// MARK: - Reading

extension SnapshotStore {
  /// Reads the bytes of a file.
  ///
  /// - Returns: What is in it, and where its log ends; nil if nothing can be added to it.
  static func read(_ data: Data, limit: Int, now: Date) -> (found: Found, end: SnapshotFile.LogEnd?)
  {
    do {
      let contents = try SnapshotFile.contents(of: data, limit: limit)
      var snapshot: Snapshot = try decode(contents.body)
      if !contents.changes.isEmpty {
        // At once: a decoder takes longer to begin than for a change.
        let list =
          Data("[".utf8) + Data(contents.changes.joined(separator: ",".utf8)) + Data("]".utf8)
        try snapshot.apply(decode(list) as [Change])
      }
      if let reader = contents.reader {
        snapshot.firstVisible = (try decode(reader) as [Item.ID?]).first ?? nil
      }
      if snapshot.pages.count > snapshot.items.count + maxEmptyPages {
        let (pages, rows) = (snapshot.pages.count, snapshot.items.count)
        throw SnapshotProblem.unfit(reason: "it has \(pages) pages of \(rows) rows")
      }
      let age = Duration.seconds(now.timeIntervalSince(contents.date))
      return (.snapshot(snapshot, age: age), contents.end)
    } catch {
      return (.damaged(SnapshotProblem(error, at: "")), nil)
    }
  }

  private static func decode<Value: Decodable>(_ body: Data) throws -> Value {
    // Whoever can write the file could keep the program busy by texts of combining marks.
    try JSONDecoder().decode(Value.self, from: Data([UInt8](body).streamSafe))
  }
}

/// How many more pages than rows a snapshot may have. A page has none once the user has removed them one by one;
/// a forged file could have millions, which are as many records in memory.
private let maxEmptyPages = 1_000

extension Feed.Snapshot {
  /// The snapshot without its lists, but for the gaps, which are few.
  fileprivate var withoutLists: Feed.Snapshot {
    Feed.Snapshot(
      version: version, identity: identity, items: [], pages: [], next: next, previous: previous,
      firstVisible: firstVisible, lastTicket: lastTicket, total: total, ending: ending,
      gaps: gaps)
  }

  /// Becomes the snapshot after the last one of these changes.
  fileprivate mutating func apply(_ changes: [SnapshotStore<Item, Cursor>.Change]) throws
  where Item: Codable & Sendable, Item.ID: Codable & Sendable, Cursor: Codable & Sendable {
    var rows = ChunkList(items)
    var pages = ChunkList(pages)
    var (before, after) = (ChunkList(droppedBefore), ChunkList(droppedAfter))
    var (edits, refused) = (ChunkList(edits), ChunkList(refusedEdits))
    for change in changes {
      try rows.apply(change.rows)
      try pages.apply(change.pages)
      try before.apply(change.before)
      try after.apply(change.after)
      try edits.apply(change.edits)
      try refused.apply(change.refused)
    }
    if let last = changes.last { self = last.rest }
    (items, self.pages) = (Array(rows), Array(pages))
    (droppedBefore, droppedAfter) = (Array(before), Array(after))
    (self.edits, refusedEdits) = (Array(edits), Array(refused))
  }
}
