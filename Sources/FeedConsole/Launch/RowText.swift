/// The JSON of a row as a line, and a number for what is in it.
struct RowText {
  /// The text as it came. If it had several lines, the space between its tokens is gone.
  let line: String

  /// A number that two rows hardly share unless they have the same values. The order of members and the space
  /// between them do not count.
  let fingerprint: Int

  /// Takes a text that is JSON.
  ///
  /// - Complexity: O(*n*) in the bytes.
  init(_ json: String) {
    var tokens: [UInt8] = []
    tokens.reserveCapacity(json.utf8.count)
    var (sum, part) = (0, 0)
    var (isInString, isEscaped, hasLines) = (false, false, false)
    for byte in json.utf8 {
      switch byte {
      case _ where isInString:
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: ","):
        // The parts are added, so that each order of them has the same sum.
        sum &+= part ^ part >> 29
        part = 0
        tokens.append(byte)
        continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        hasLines = true
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"): continue
      default: isInString = byte == UInt8(ascii: "\"")
      }
      tokens.append(byte)
      part = (part ^ Int(byte)) &* 0x1E37_79B9_7F4A_7C15
    }
    line = hasLines ? String(decoding: tokens, as: UTF8.self) : json
    fingerprint = sum
  }
}
