/// Numbers fingerprints in the order of their arrival: an open-addressing hash table.
///
/// A slot takes 12 bytes and at most two thirds of the slots are full: 18 to 36 bytes an entry. A
/// `Dictionary` takes more, and hashes keys that are hashes already.
struct FingerprintTable {
  private var keys: [UInt64]
  private var indices: [UInt32]
  private(set) var count = 0

  init() {
    keys = Array(repeating: 0, count: 1 << 10)
    indices = Array(repeating: 0, count: 1 << 10)
  }

  /// The number of `fingerprint`; nil if the table does not contain it.
  func index(of fingerprint: UInt64) -> Int? {
    let key = Self.key(fingerprint)
    let slot = self.slot(of: key)
    return keys[slot] == key ? Int(indices[slot]) : nil
  }

  /// Adds `fingerprint`, which must be new, with the next number.
  mutating func append(_ fingerprint: UInt64) {
    if count * 3 >= keys.count * 2 { grow() }
    let key = Self.key(fingerprint)
    let slot = self.slot(of: key)
    keys[slot] = key
    indices[slot] = UInt32(count)
    count += 1
  }

  /// 0 marks an empty slot, so the fingerprint 0 shares its key with another one.
  ///
  /// That is no small number: models may count, and then 0 and 1 are both fingerprints.
  private static func key(_ fingerprint: UInt64) -> UInt64 {
    fingerprint == 0 ? 0x9e37_79b9_7f4a_7c15 : fingerprint
  }

  /// The slot that contains `key`, or the empty slot for it.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = self
    keys = Array(repeating: 0, count: old.keys.count * 2)
    indices = Array(repeating: 0, count: old.keys.count * 2)
    for (index, key) in old.keys.enumerated() where key != 0 {
      let slot = self.slot(of: key)
      keys[slot] = key
      indices[slot] = old.indices[index]
    }
  }
}
