/// Finds the offset at which a text stops being JSON. `JSONDecoder` does not report it.
struct JSONSyntax {
  /// A syntax error with its offset in UTF-8 bytes.
  struct Fault: Error, Equatable {
    let message: String
    let offset: Int
  }

  /// The deepest nesting of lists and objects, the same as the decoder's.
  static let maximumDepth = 512

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Throws unless `text` is exactly one JSON value.
  static func check(_ text: String) throws(Fault) {
    var reader = JSONSyntax(text)
    try reader.value()
    reader.skipSpace()
    if reader.index < reader.bytes.count {
      throw reader.fault("unexpected \(reader.rest) behind the end of the value")
    }
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The next characters, shortened, for messages.
  private var rest: String {
    guard index < bytes.count else { return "the end" }
    return "'\(String(decoding: bytes[index...], as: UTF8.self).shortened(to: 20))'"
  }

  private func fault(_ message: String) -> Fault {
    Fault(message: message, offset: index)
  }

  private func expected(_ what: String) -> Fault {
    fault("expected \(what), found \(rest)")
  }

  private mutating func skipSpace() {
    while let byte = next, " \t\r\n".utf8.contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }
}

// MARK: - Values

extension JSONSyntax {
  private mutating func value() throws(Fault) {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): try list(until: "}") { reader throws(Fault) in try reader.member() }
    case UInt8(ascii: "["): try list(until: "]") { reader throws(Fault) in try reader.value() }
    case UInt8(ascii: "\""): try string()
    case let byte? where "-0123456789".utf8.contains(byte): try number()
    default:
      guard takeWord("true") || takeWord("false") || takeWord("null") else {
        throw expected("a value")
      }
    }
  }

  private mutating func list(
    until end: Unicode.Scalar, _ element: (inout Self) throws(Fault) -> Void
  ) throws(Fault) {
    depth += 1
    guard depth <= Self.maximumDepth else { throw fault("lists and objects are nested too deeply") }
    index += 1
    skipSpace()
    if !take(end) {
      try element(&self)
      skipSpace()
      while !take(end) {
        guard take(",") else { throw expected("',' or '\(end)'") }
        try element(&self)
        skipSpace()
      }
    }
    depth -= 1
  }

  private mutating func member() throws(Fault) {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
    try string()
    skipSpace()
    guard take(":") else { throw expected("':'") }
    try value()
  }

  private mutating func string() throws(Fault) {
    index += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw expected("no control character in a text") }
      index += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    guard take("\"") else { throw expected("a double quote") }
  }

  private mutating func escape() throws(Fault) {
    guard let byte = next, #""\/bfnrtu"#.utf8.contains(byte) else {
      throw expected(#"one of "\/bfnrtu behind a backslash"#)
    }
    index += 1
    guard byte == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else {
        throw expected("four hexadecimal digits")
      }
      index += 1
    }
  }

  private mutating func number() throws(Fault) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    if index == start { throw expected("a digit") }
  }
}
