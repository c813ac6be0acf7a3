/// A hash and a place with that hash, in 64 bits that sort by hash.
struct HashEntry: Comparable, Sendable {
  private let bits: UInt64

  /// What fills the gaps of a run: above every hash.
  static var gap: HashEntry { HashEntry(hash: .max, place: 0) }

  /// The hash that an entry holds of one by Swift.
  static func hash(_ value: Int) -> UInt32 {
    min(UInt32(truncatingIfNeeded: value), UInt32.max - 1)
  }

  /// Creates an entry.
  init(hash: UInt32, place: Int) {
    bits = UInt64(hash) << 32 | UInt64(UInt32(bitPattern: Int32(place)))
  }

  var hash: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  var place: Int { Int(Int32(truncatingIfNeeded: bits)) }

  static func < (lhs: HashEntry, rhs: HashEntry) -> Bool { lhs.bits < rhs.bits }
}

/// Entries sorted by hash, each as near as can be behind the slot where its hash belongs.
///
/// With half as many gaps as entries, an entry is found after a few steps from there.
struct HashRun: Sendable {
  private var slots: [HashEntry]

  /// How many entries there are.
  private(set) var count = 0

  /// The slots in which hashes belong.
  private let homes: UInt64

  /// The first slot behind the last entry.
  private var end = 0

  private init(capacity: Int) {
    homes = UInt64(capacity + capacity / 2)
    slots = Array(repeating: .gap, count: Int(homes) + 4)
  }

  /// Creates a run of sorted entries.
  init(_ entries: [HashEntry]) {
    self.init(capacity: entries.count)
    for entry in entries { add(entry) }
  }

  /// Creates a run of the entries of two.
  init(merging first: HashRun, _ second: HashRun) {
    self.init(capacity: first.count + second.count)
    var (i, j) = (first.next(from: 0), second.next(from: 0))
    while i < first.end, j < second.end {
      if first.slots[i] < second.slots[j] {
        add(first.slots[i])
        i = first.next(from: i + 1)
      } else {
        add(second.slots[j])
        j = second.next(from: j + 1)
      }
    }
    for entry in first.slots[i..<first.end] where entry != .gap { add(entry) }
    for entry in second.slots[j..<second.end] where entry != .gap { add(entry) }
  }

  /// Adds an entry that sorts after all there are.
  private mutating func add(_ entry: HashEntry) {
    let slot = max(end, home(of: entry.hash))
    if slot < slots.count { slots[slot] = entry } else { slots.append(entry) }
    end = slot + 1
    count += 1
  }
}

extension HashRun {
  /// Whether there is an entry with this hash.
  func contains(_ hash: UInt32) -> Bool {
    first(hash) { _ in true } ?? false
  }

  /// The first of what `follow` makes of the places with this hash.
  func first<Result>(_ hash: UInt32, _ follow: (Int) -> Result?) -> Result? {
    var slot = home(of: hash)
    while slot < end, slots[slot].hash <= hash {
      if slots[slot].hash == hash, let result = follow(slots[slot].place) { return result }
      slot += 1
    }
    return nil
  }

  /// The slot in which a hash belongs.
  private func home(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(hash) &* homes) >> 32)
  }

  /// The first slot from `slot` on that has an entry, or the end.
  private func next(from slot: Int) -> Int {
    var slot = slot
    while slot < end, slots[slot] == .gap { slot += 1 }
    return slot
  }
}
