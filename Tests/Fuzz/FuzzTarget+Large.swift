import FeedReducer
import Foundation

extension FuzzTarget {
  /// Runs the target on a large input: `input` with one piece of it repeated.
  ///
  /// What takes the square or the cube of its input shows here, and in no small one.
  ///
  /// - Parameters:
  ///   - input: The last two bytes choose the piece.
  ///   - size: The size of the large input in bytes.
  ///   - limit: How much processor time one reading may take; nil for any.
  /// - Throws: A `Finding` if the result breaks a rule or takes longer.
  func run(_ input: Data, repeatedTo size: Int, limit: Duration?) throws(Finding) {
    let large = input.repeated(to: size)
    let start = clock()
    try run(large)
    let time = Duration.microseconds(Int64(clock() - start) * 1_000_000 / Int64(CLOCKS_PER_SEC))
    guard let limit else { return }
    try Finding.unless(time <= limit * readings, "\(large.count) bytes take \(time)")
  }
}

extension FuzzTarget {
  /// How many times a run reads its input: cursors are read for three requests in four styles.
  fileprivate var readings: Int { self == .cursor ? 12 : 1 }
}

extension Data {
  /// The bytes but the last two, which choose a piece to be repeated.
  fileprivate func repeated(to size: Int) -> Data {
    let bytes = [UInt8](self)
    guard bytes.count > 2 else { return self }
    let rest = bytes.dropLast(2)
    let start = rest.count * Int(bytes[bytes.count - 1]) / 256
    let piece = rest[start...].prefix(1 + Int(bytes[bytes.count - 2]) % 64)
    let times = Swift.max(1, (size - rest.count) / piece.count)
    return Data(rest[..<start]) + Data((0..<times).flatMap { _ in piece })
      + Data(rest[(start + piece.count)...])
  }
}
