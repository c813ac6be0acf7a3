import FeedEffects

/// Reads JSON (RFC 8259) from bytes in UTF-8, in one pass.
///
/// `JSONDecoder` finds the kind of a value by trying one type after the other, and each attempt that
/// fails makes an error with the whole path: for any JSON this takes the cube of the depth. It also names
/// no place of a syntax error.
///
/// - Complexity: O(*n*) in the bytes, for each function.
package struct JSONReader {
  /// A syntax error, with its offset in bytes.
  package struct Fault: Error, Equatable {
    package let message: String
    package let offset: Int

    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  private let bytes: [UInt8]
  private let maxDepth: Int
  private var index = 0
  private var depth = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8. Other bytes in a string are replaced.
  ///   - maxDepth: How deeply arrays and objects may be nested. 512 is the decoder's limit.
  package init(_ bytes: [UInt8], maxDepth: Int = 512) {
    self.bytes = bytes
    self.maxDepth = maxDepth
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Returns the value, which must be all of the text.
  package mutating func document() throws(Fault) -> JSONValue {
    let value = try value(isBuilt: true)
    try end()
    return value
  }

  /// Throws unless the text is exactly one value. It builds nothing.
  package mutating func check() throws(Fault) {
    _ = try value(isBuilt: false)
    try end()
  }

  /// Returns the value at a path without `[]`, or nil if there is none before the first syntax error.
  /// Only this value is built.
  func found(at path: JSONPath) -> JSONValue? {
    var reader = self
    return (try? reader.find(path.components[...])) ?? nil
  }

  /// Returns the string at a path, as ``found(at:)`` does.
  func text(at path: JSONPath) -> String? {
    found(at: path)?.text
  }

  // MARK: - Bytes

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The next characters, shortened, for messages.
  private var rest: String {
    guard index < bytes.count else { return "the end" }
    let text = String(decoding: bytes[index...].prefix(100), as: UTF8.self)
    return text.count > 20 ? "'\(text.prefix(19))…'" : "'\(text)'"
  }

  private func fault(_ message: String) -> Fault {
    Fault(message: message, offset: index)
  }

  private func expected(_ what: String) -> Fault {
    fault("expected \(what), found \(rest)")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func end() throws(Fault) {
    skipSpace()
    if index < bytes.count { throw fault("unexpected \(rest) behind the end of the value") }
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads a value. Unless it is built, the result is null.
  private mutating func value(isBuilt: Bool) throws(Fault) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(isBuilt: isBuilt)
    case UInt8(ascii: "["): return try array(isBuilt: isBuilt)
    case UInt8(ascii: "\""): return .string(try string(isBuilt: isBuilt))
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      return try number(isBuilt: isBuilt)
    default:
      if take(word: "true") { return .bool(true) }
      if take(word: "false") { return .bool(false) }
      if take(word: "null") { return .null }
      throw expected("a value")
    }
  }

  /// Enters an array or an object. Returns whether it has an element.
  private mutating func begin(until end: Unicode.Scalar) throws(Fault) -> Bool {
    depth += 1
    guard depth <= maxDepth else { throw fault("lists and objects are nested too deeply") }
    index += 1
    skipSpace()
    if take(end) {
      depth -= 1
      return false
    }
    return true
  }

  /// Goes on after an element. Returns whether there is another one.
  private mutating func goOn(until end: Unicode.Scalar) throws(Fault) -> Bool {
    skipSpace()
    if take(end) {
      depth -= 1
      return false
    }
    guard take(",") else { throw expected("',' or '\(end)'") }
    return true
  }

  private mutating func array(isBuilt: Bool) throws(Fault) -> JSONValue {
    var elements: [JSONValue] = []
    var hasElement = try begin(until: "]")
    while hasElement {
      let element = try value(isBuilt: isBuilt)
      if isBuilt { elements.append(element) }
      hasElement = try goOn(until: "]")
    }
    return .array(elements)
  }

  private mutating func object(isBuilt: Bool) throws(Fault) -> JSONValue {
    var members: [String: JSONValue] = [:]
    var hasMember = try begin(until: "}")
    while hasMember {
      let key = try key(isBuilt: isBuilt)
      let member = try value(isBuilt: isBuilt)
      // Of members with the same key the first counts, as for the decoder.
      if isBuilt, members[key] == nil { members[key] = member }
      hasMember = try goOn(until: "}")
    }
    return .object(members)
  }

  private mutating func key(isBuilt: Bool) throws(Fault) -> String {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
    let key = try string(isBuilt: isBuilt)
    skipSpace()
    guard take(":") else { throw expected("':'") }
    return key
  }

  /// Finds the value at a path; nil if there is none.
  fileprivate mutating func find(_ path: ArraySlice<JSONPath.Component>) throws(Fault) -> JSONValue?
  {
    guard let step = path.first else { return try value(isBuilt: true) }
    skipSpace()
    switch (next, step) {
    case (UInt8(ascii: "{"), .key(let wanted)):
      var hasMember = try begin(until: "}")
      while hasMember {
        if try key(isBuilt: true) == wanted { return try find(path.dropFirst()) }
        _ = try value(isBuilt: false)
        hasMember = try goOn(until: "}")
      }
      return nil
    case (UInt8(ascii: "["), .key(let key)):
      guard let wanted = Int(key) else { return nil }
      return try find(path.dropFirst(), inElement: wanted)
    case (UInt8(ascii: "["), .index(let wanted)):
      return try find(path.dropFirst(), inElement: wanted)
    default:
      return nil
    }
  }

  private mutating func find(
    _ path: ArraySlice<JSONPath.Component>, inElement wanted: Int
  ) throws(Fault) -> JSONValue? {
    var number = 0
    var hasElement = try begin(until: "]")
    while hasElement {
      if number == wanted { return try find(path) }
      _ = try value(isBuilt: false)
      number += 1
      hasElement = try goOn(until: "]")
    }
    return nil
  }
}

// MARK: - Strings

extension JSONReader {
  /// Reads a string. Unless it is built, the result is empty.
  private mutating func string(isBuilt: Bool) throws(Fault) -> String {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw expected("no control character in a text") }
      index += 1
    }
    if take("\"") {
      return isBuilt ? String(decoding: bytes[start..<index - 1], as: UTF8.self) : ""
    }
    var text = Array(bytes[start..<index])
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw expected("no control character in a text") }
      index += 1
      if byte == UInt8(ascii: "\\") {
        text.append(contentsOf: Array(String(try escape()).utf8))
      } else {
        text.append(byte)
      }
    }
    guard take("\"") else { throw expected("a double quote") }
    return isBuilt ? String(decoding: text, as: UTF8.self) : ""
  }

  private mutating func escape() throws(Fault) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch next {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      index += 1
      return try hexScalar()
    default: throw expected(#"one of "\/bfnrtu behind a backslash"#)
    }
    index += 1
    return scalar
  }

  /// Reads the digits of an escape, and the second half of a pair of surrogates.
  private mutating func hexScalar() throws(Fault) -> Unicode.Scalar {
    let first = try hexUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take(word: #"\u"#) {
      let second = try hexUnit()
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(
          0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
      {
        return scalar
      }
    }
    throw fault("half of a surrogate pair")
  }

  private mutating func hexUnit() throws(Fault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number(isBuilt: Bool) throws(Fault) -> JSONValue {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    let isWhole =
      next != UInt8(ascii: ".") && next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
    if take(".") { try digits() }
    let hasExponent = take("e") || take("E")
    if hasExponent {
      if !take("+") { _ = take("-") }
      try digits()
    }
    // No number of so few digits is out of range.
    if !isBuilt, !hasExponent, index - start < 300 { return .null }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let number = Int(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else {
      index = start
      throw fault("a number beyond the range of Double")
    }
    // `1.0` and `1e3` are whole numbers, as for the decoder.
    return isWhole ? .number(number) : Int(exactly: number).map { .integer($0) } ?? .number(number)
  }

  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, byte.isDigit { index += 1 }
    if index == start { throw expected("a digit") }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
