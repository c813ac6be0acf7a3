/// Maps the hash of an id to the slots of a `ChunkList` where the row with that id may be.
///
/// The slots are *candidates*. Every row in the list has an entry, but an entry may also be stale,
/// because its row was removed, or belong to another row with the same hash. The caller compares the
/// id of the row in the slot. So removing a row changes nothing in the index, nor does moving rows.
///
/// The entries are in *runs*. Each run but the newest is sorted by hash. New entries go to the newest
/// run; when it is full it is sorted, and a run that is at least half as large as the one before is
/// merged with it. So there are O(log *n*) runs, an entry is moved O(log *n*) times, and copies of a
/// list share all runs but the newest. (A hash trie, the usual structure, copies a path of nodes for
/// each row of a page, from everywhere in memory.)
@usableFromInline struct HashIndex: Sendable {
  private var runs: [HashRun] = []

  /// Whether there are no entries.
  @usableFromInline var isEmpty: Bool { runs.isEmpty }

  /// How many entries there are, stale ones included.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds entries.
  ///
  /// - Complexity: O(*p* log *n*), amortised.
  mutating func insert(_ entries: [HashEntry]) {
    if runs.last?.isSorted ?? true { runs.append(HashRun()) }
    if runs[runs.count - 1].add(entries) { return }
    var newest = runs.removeLast().sorted()
    while let previous = runs.last, previous.count < 2 * newest.count {
      runs.removeLast()
      newest = HashRun(merging: previous, newest)
    }
    runs.append(newest)
  }

  /// Whether there is an entry with the hash of one of `entries`.
  ///
  /// - Complexity: O(*p* log *n*).
  func contains(anyOf entries: [HashEntry]) -> Bool {
    runs.contains { run in entries.contains { run.contains($0.hash) } }
  }

  /// The slots with this hash, those in the newest run first.
  @usableFromInline func slots(of hash: UInt32) -> Candidates {
    Candidates(runs: runs, hash: hash, run: runs.count)
  }

  /// Iterates over the slots with a hash.
  @usableFromInline struct Candidates {
    fileprivate let runs: [HashRun]
    fileprivate let hash: UInt32
    fileprivate var run: Int
    private var bucket: Int?

    fileprivate init(runs: [HashRun], hash: UInt32, run: Int) {
      self.runs = runs
      self.hash = hash
      self.run = run
    }

    /// Returns the next slot, or nil at the end.
    ///
    /// - Complexity: O(log *n*) where hashes differ.
    @usableFromInline mutating func next() -> Int? {
      while true {
        if let bucket, let found = runs[run].slot(of: hash, from: bucket) {
          self.bucket = found.bucket + 1
          return found.slot
        }
        if run == 0 { return nil }
        run -= 1
        bucket = runs[run].bucket(of: hash)
      }
    }
  }
}

/// A hash and the slot of a row with that hash, in 64 bits that sort by hash.
@usableFromInline struct HashEntry: Comparable, Sendable {
  private let bits: UInt64

  /// The sentinel in an empty bucket: it sorts behind every entry.
  static var empty: HashEntry { HashEntry(hash: .max, slot: 0) }

  /// Shortens a hash value of Swift's to the bits that an entry holds.
  @usableFromInline static func hash(_ value: Int) -> UInt32 {
    min(UInt32(truncatingIfNeeded: value), UInt32.max - 1)
  }

  /// Creates an entry.
  init(hash: UInt32, slot: Int) {
    bits = UInt64(hash) << 32 | UInt64(UInt32(bitPattern: Int32(slot)))
  }

  var hash: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  var slot: Int { Int(Int32(truncatingIfNeeded: bits)) }

  /// Sorts entries by hash: merges runs of one, two, four and so on.
  ///
  /// A sort of one's own, since that of the standard library is 3 KB of WebAssembly.
  @inline(never) static func sort(_ entries: inout [HashEntry]) {
    let count = entries.count
    var (merged, width) = (entries, 1)
    while width < count {
      var (place, start) = (0, 0)
      while place < count {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        var (left, right) = (start, middle)
        while place < end {
          let isLeft = right == end || left < middle && entries[left] < entries[right]
          merged[place] = entries[isLeft ? left : right]
          if isLeft { left += 1 } else { right += 1 }
          place += 1
        }
        start = end
      }
      swap(&entries, &merged)
      width *= 2
    }
  }

  @usableFromInline static func < (lhs: HashEntry, rhs: HashEntry) -> Bool { lhs.bits < rhs.bits }
}

/// Entries sorted by hash, each in the bucket of its hash or the next free one; or a few unsorted ones.
///
/// A third of the buckets is empty, so an entry is found after a few steps.
struct HashRun: Sendable {
  private var buckets: [HashEntry]

  /// How many entries there are.
  private(set) var count: Int

  /// The number of buckets that hashes map to; 0 in an unsorted run.
  private let bucketCount: UInt64

  /// Runs up to this length stay unsorted and are scanned, since sorting a few costs more than it saves.
  static var maxUnsortedCount: Int { 32 }

  /// Creates a run without entries.
  init() {
    (buckets, count, bucketCount) = ([], 0, 0)
  }

  /// Whether the entries are sorted.
  var isSorted: Bool { bucketCount > 0 }

  /// Adds entries to an unsorted run.
  ///
  /// - Returns: Whether the run may stay unsorted.
  mutating func add(_ entries: [HashEntry]) -> Bool {
    buckets.append(contentsOf: entries)
    count = buckets.count
    return count <= Self.maxUnsortedCount
  }

  /// Returns the entries of an unsorted run as a sorted one.
  consuming func sorted() -> HashRun {
    var entries = buckets
    HashEntry.sort(&entries)
    var next = 0
    return HashRun(count: count) {
      defer { next += 1 }
      return next < entries.count ? entries[next] : .empty
    }
  }

  /// Creates a run of the entries of two.
  init(merging first: HashRun, _ second: HashRun) {
    let count = first.count + second.count
    self = first.buckets.withUnsafeBufferPointer { first in
      second.buckets.withUnsafeBufferPointer { second in
        var (i, j) = (0, 0)
        return HashRun(count: count) {
          while i < first.count, first[i] == .empty { i += 1 }
          while j < second.count, second[j] == .empty { j += 1 }
          let a = i < first.count ? first[i] : .empty
          let b = j < second.count ? second[j] : .empty
          if a < b { i += 1 } else { j += 1 }
          return min(a, b)
        }
      }
    }
  }

  /// Creates a run of `count` entries. `next` returns them sorted, then ``HashEntry/empty``.
  private init(count: Int, next: () -> HashEntry) {
    let bucketCount = UInt64(count + count / 2)
    // `Array(repeating:count:)` would allocate through unspecialised code.
    var buckets: [HashEntry] = []
    buckets.reserveCapacity(Int(bucketCount) + 4)
    buckets.append(contentsOf: repeatElement(.empty, count: Int(bucketCount) + 4))
    var overflow: [HashEntry] = []
    buckets.withUnsafeMutableBufferPointer { buckets in
      var end = 0
      var entry = next()
      while entry != .empty {
        let bucket = max(end, Self.bucket(of: entry.hash, count: bucketCount))
        if bucket < buckets.count { buckets[bucket] = entry } else { overflow.append(entry) }
        end = bucket + 1
        entry = next()
      }
    }
    // No more room than that: an array that grows doubles.
    if !overflow.isEmpty { buckets.reserveCapacity(buckets.count + overflow.count) }
    buckets += overflow
    (self.buckets, self.count, self.bucketCount) = (buckets, count, bucketCount)
  }
}

extension HashRun {
  /// Whether there is an entry with this hash.
  func contains(_ hash: UInt32) -> Bool {
    slot(of: hash, from: bucket(of: hash)) != nil
  }

  /// The first slot with this hash from `bucket` on, and its bucket.
  func slot(of hash: UInt32, from bucket: Int) -> (slot: Int, bucket: Int)? {
    var bucket = bucket
    let last = isSorted ? hash : .max
    while bucket < buckets.count, buckets[bucket].hash <= last {
      if buckets[bucket].hash == hash { return (buckets[bucket].slot, bucket) }
      bucket += 1
    }
    return nil
  }

  /// The first bucket in which an entry with this hash may be.
  func bucket(of hash: UInt32) -> Int {
    Self.bucket(of: hash, count: bucketCount)
  }

  private static func bucket(of hash: UInt32, count: UInt64) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* count) >> 32)
  }
}
