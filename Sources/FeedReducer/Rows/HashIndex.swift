/// Where the rows with a hash may be.
///
/// The index gives *hints*. Every row that is there has an entry that leads to its place, but an
/// entry may also be left over from a row that has gone, or be that of a row whose hash is the
/// same; whoever follows a hint looks whether the row is the right one. So nothing has to be
/// taken out of the index when a row goes, and nothing in it changes when rows move.
///
/// The entries lie in *runs*, each sorted by hash but the newest, to which pages are added until it
/// is worth sorting. A sorted run that has grown half as large as the one before it is merged with
/// that one, as digits are carried in counting. So there are at most about log *n* runs, an entry
/// is moved log *n* times in all, and copies share all runs but the newest. A hash trie, the usual structure for this, copies for each of
/// the page's rows a path of nodes from all over the memory.
@usableFromInline struct HashIndex: Sendable {
  private var runs: [HashRun] = []

  /// Whether there are no entries.
  @usableFromInline var isEmpty: Bool { runs.isEmpty }

  /// How many entries there are, left over ones included.
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

  /// The places with this hash, those in the newest run first.
  @usableFromInline func places(_ hash: UInt32) -> Places {
    Places(runs: runs, hash: hash, run: runs.count)
  }

  /// Goes through the places with a hash.
  @usableFromInline struct Places {
    fileprivate let runs: [HashRun]
    fileprivate let hash: UInt32
    fileprivate var run: Int
    private var slot: Int?

    fileprivate init(runs: [HashRun], hash: UInt32, run: Int) {
      self.runs = runs
      self.hash = hash
      self.run = run
    }

    /// Returns the next place, or nil at the end.
    ///
    /// - Complexity: O(log *n*) where hashes differ.
    @usableFromInline mutating func next() -> Int? {
      while true {
        if let slot, let place = runs[run].place(hash, from: slot) {
          self.slot = place.slot + 1
          return place.place
        }
        if run == 0 { return nil }
        run -= 1
        slot = runs[run].home(of: hash)
      }
    }
  }
}

/// A hash and a place with that hash, in 64 bits that sort by hash.
@usableFromInline struct HashEntry: Comparable, Sendable {
  private let bits: UInt64

  /// What fills the gaps of a run: above every hash.
  static var gap: HashEntry { HashEntry(hash: .max, place: 0) }

  /// The hash that an entry holds of one by Swift.
  @usableFromInline static func hash(_ value: Int) -> UInt32 {
    min(UInt32(truncatingIfNeeded: value), UInt32.max - 1)
  }

  /// Creates an entry.
  init(hash: UInt32, place: Int) {
    bits = UInt64(hash) << 32 | UInt64(UInt32(bitPattern: Int32(place)))
  }

  var hash: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  var place: Int { Int(Int32(truncatingIfNeeded: bits)) }

  /// Sorts entries by hash.
  ///
  /// Never inlined: generic code that sorts by itself is not compiled anew for a user's rows.
  @inline(never) static func sort(_ entries: inout [HashEntry]) {
    entries.sort()
  }

  @usableFromInline static func < (lhs: HashEntry, rhs: HashEntry) -> Bool { lhs.bits < rhs.bits }
}

/// Entries sorted by hash, each as near as can be behind the slot where its hash belongs; or a few
/// entries as they came.
///
/// With half as many gaps as entries, an entry is found after a few steps from there.
struct HashRun: Sendable {
  private var slots: [HashEntry]

  /// How many entries there are.
  private(set) var count: Int

  /// The slots in which hashes belong; 0 where entries lie as they came.
  private let homes: UInt64

  /// Up to how many entries are sooner looked at each than sorted.
  static var fewEntries: Int { 32 }

  /// Creates a run without entries.
  init() {
    (slots, count, homes) = ([], 0, 0)
  }

  /// Whether the entries are sorted.
  var isSorted: Bool { homes > 0 }

  /// Adds entries to a run that is not sorted.
  ///
  /// - Returns: Whether they are still few.
  mutating func add(_ entries: [HashEntry]) -> Bool {
    slots.append(contentsOf: entries)
    count = slots.count
    return count <= Self.fewEntries
  }

  /// The entries of a run that is not sorted as one that is.
  consuming func sorted() -> HashRun {
    var entries = slots
    HashEntry.sort(&entries)
    var place = 0
    return HashRun(count: count) {
      defer { place += 1 }
      return place < entries.count ? entries[place] : .gap
    }
  }

  /// Creates a run of the entries of two.
  init(merging first: HashRun, _ second: HashRun) {
    let count = first.count + second.count
    self = first.slots.withUnsafeBufferPointer { first in
      second.slots.withUnsafeBufferPointer { second in
        var (i, j) = (0, 0)
        return HashRun(count: count) {
          while i < first.count, first[i] == .gap { i += 1 }
          while j < second.count, second[j] == .gap { j += 1 }
          let a = i < first.count ? first[i] : .gap
          let b = j < second.count ? second[j] : .gap
          if a < b { i += 1 } else { j += 1 }
          return min(a, b)
        }
      }
    }
  }

  /// Creates a run of so many entries, which come sorted and then a gap.
  private init(count: Int, next: () -> HashEntry) {
    let homes = UInt64(count + count / 2)
    // Made in two steps, since the usual one makes room by code for any element.
    var slots: [HashEntry] = []
    slots.reserveCapacity(Int(homes) + 4)
    slots.append(contentsOf: repeatElement(.gap, count: Int(homes) + 4))
    var spill: [HashEntry] = []
    slots.withUnsafeMutableBufferPointer { slots in
      var end = 0
      var entry = next()
      while entry != .gap {
        let slot = max(end, Self.home(of: entry.hash, in: homes))
        if slot < slots.count { slots[slot] = entry } else { spill.append(entry) }
        end = slot + 1
        entry = next()
      }
    }
    slots += spill
    (self.slots, self.count, self.homes) = (slots, count, homes)
  }
}

extension HashRun {
  /// Whether there is an entry with this hash.
  func contains(_ hash: UInt32) -> Bool {
    place(hash, from: home(of: hash)) != nil
  }

  /// The first place with this hash from `slot` on, and the slot where it is.
  func place(_ hash: UInt32, from slot: Int) -> (place: Int, slot: Int)? {
    var slot = slot
    let last = isSorted ? hash : .max
    while slot < slots.count, slots[slot].hash <= last {
      if slots[slot].hash == hash { return (slots[slot].place, slot) }
      slot += 1
    }
    return nil
  }

  /// The slot in which a hash belongs.
  func home(of hash: UInt32) -> Int {
    Self.home(of: hash, in: homes)
  }

  private static func home(of hash: UInt32, in homes: UInt64) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* homes) >> 32)
  }
}
