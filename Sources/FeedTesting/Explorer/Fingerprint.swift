/// Makes one number of many, for telling states of a model apart.
///
/// Fast, the same in every process, and no defence against anyone who chooses the numbers.
public struct Fingerprint {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates the fingerprint of nothing.
  public init() {}

  /// Mixes a number in. The order counts.
  public mutating func mix(_ number: Int) {
    mix(UInt64(bitPattern: Int64(number)))
  }

  /// Mixes 64 bits in. The order counts.
  public mutating func mix(_ bits: UInt64) {
    state = (state ^ bits) &* 0xff51_afd7_ed55_8ccd
    state ^= state >> 32
  }

  /// The number made of all that was mixed in.
  public var value: UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
