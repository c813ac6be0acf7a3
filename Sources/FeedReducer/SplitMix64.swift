/// A random number generator that gives the same numbers for the same seed on every machine.
package struct SplitMix64: RandomNumberGenerator {
  /// The present seed. A generator that is created with it continues the sequence.
  package private(set) var seed: UInt64

  package init(seed: UInt64) {
    self.seed = seed
  }

  /// How far each number moves the seed on.
  package static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  package mutating func next() -> UInt64 {
    seed &+= Self.step
    var z = seed
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension Feed.State {
  /// Returns the next random number and moves the seed on.
  mutating func nextRandom() -> UInt64 {
    var generator = SplitMix64(seed: seed)
    defer { seed = generator.seed }
    return generator.next()
  }
}
