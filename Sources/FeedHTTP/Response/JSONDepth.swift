import FeedEffects
import Foundation

/// How deep lists and objects lie in each other, found out without building any of them.
///
/// What reads them calls itself for each level, and a body of a few kilobytes could use up the
/// stack of a thread.
enum JSONDepth {
  /// Whether a list or an object in `json` is more than `limit` deep. O(*n*) in its bytes.
  ///
  /// Only the bytes of ASCII count, which are the same in UTF-8 and, with zeros in between, in
  /// UTF-16 and UTF-32.
  static func exceeds(_ limit: Int, in json: Data) -> Bool {
    json.withUnsafeBytes { exceeds(limit, in: $0) }
  }

  private static func exceeds(_ limit: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in bytes where byte != 0 {
      if isInText {
        if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }
}
