import FeedEffects
import Foundation

/// Measures how deeply arrays and objects are nested, without decoding them.
///
/// The decoder calls itself for each level. Without a limit, a body of a few kilobytes could
/// overflow the stack of a thread.
enum JSONDepth {
  /// Whether arrays and objects in `json` are nested more than `limit` levels deep.
  ///
  /// The bytes are UTF-8, where brackets and quotes are never a part of another character.
  ///
  /// - Complexity: O(*n*) in the bytes of `json`.
  static func exceeds(_ limit: Int, in json: Data) -> Bool {
    json.withUnsafeBytes { exceeds(limit, in: $0) }
  }

  private static func exceeds(_ limit: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for byte in bytes {
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
