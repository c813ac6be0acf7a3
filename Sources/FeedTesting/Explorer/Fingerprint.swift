/// Combines numbers into a hash of 64 bits, to identify the states of a model.
///
/// ```swift
/// var fingerprint = Fingerprint()
/// fingerprint.mix(3)
/// fingerprint.value  // the same in every process
/// ```
///
/// Unlike `Hasher` it has no random seed. It offers no protection against chosen inputs.
public struct Fingerprint {
  @usableFromInline var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates a fingerprint without any numbers.
  public init() {}

  /// Adds a number. The order of the numbers matters.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func mix(_ number: Int) {
    mix(UInt64(bitPattern: Int64(number)))
  }

  /// Adds 64 bits. The order matters.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func mix(_ bits: UInt64) {
    state = (state ^ bits) &* 0xff51_afd7_ed55_8ccd
    state ^= state >> 32
  }

  /// The hash of all numbers so far.
  public var value: UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
