import FeedEffects

/// Reads JSON (RFC 8259) from bytes in UTF-8.
///
/// `JSONDecoder` finds the kind of a value by trying one type after the other, and each attempt that
/// fails makes an error with the whole path: for any JSON this takes the cube of the depth. It builds the
/// whole text at once, with up to 40 bytes for each byte, and names no place of a syntax error.
///
/// - Complexity: O(*n*) in the bytes, for each function.
package struct JSONReader {
  /// Why a text can't be read, and where.
  package struct Fault: Error, Equatable {
    /// What is wrong.
    package enum Cause: Equatable {
      /// The text is not JSON. The sentence may quote it.
      case syntax(String)

      /// Arrays and objects are nested too deeply.
      case depth

      /// A value to build, or a row, has too many values in it.
      case size
    }

    package let cause: Cause

    /// The offset in bytes.
    package let offset: Int

    /// The cause in words.
    package var message: String {
      switch cause {
      case .syntax(let message): message
      case .depth: "lists and objects are nested too deeply"
      case .size: "there are too many values"
      }
    }
  }

  let bytes: [UInt8]
  private let maxDepth: Int
  let maxValues: Int

  /// The offset of the next byte to read.
  var index = 0
  private var depth = 0

  /// The number of values and keys that were passed.
  private(set) var passed = 0

  /// The number of values and keys that were built.
  private var built = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: Valid UTF-8. Other bytes in a string are replaced.
  ///   - maxDepth: How deeply arrays and objects may be nested. 512 is the decoder's limit.
  ///   - maxValues: How many values, keys included, may be built, and may be in a row.
  package init(_ bytes: [UInt8], maxDepth: Int = 512, maxValues: Int = .max) {
    self.bytes = bytes
    self.maxDepth = maxDepth
    self.maxValues = maxValues
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Returns the value, which must be all of the text.
  package mutating func document() throws(Fault) -> JSONValue {
    let value = try value(levels: .max)
    try end()
    return value
  }

  /// Throws unless the text is exactly one value.
  package mutating func check() throws(Fault) {
    _ = try document()
  }

  /// Throws unless the text ends here.
  mutating func end() throws(Fault) {
    skipSpace()
    if index < bytes.count { throw fault("unexpected \(rest) behind the end of the value") }
  }
}

// MARK: - Bytes

extension JSONReader {
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The next characters, shortened, for messages.
  private var rest: String {
    guard index < bytes.count else { return "the end" }
    let text = String(decoding: bytes[index...].prefix(100), as: UTF8.self)
    return text.count > 20 ? "'\(text.prefix(19))…'" : "'\(text)'"
  }

  func fault(_ message: String) -> Fault {
    Fault(cause: .syntax(message), offset: index)
  }

  func expected(_ what: String) -> Fault {
    fault("expected \(what), found \(rest)")
  }

  mutating func skipSpace() {
    while let byte = next, byte.isBlank { index += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Takes a word. If the text ends within it, the reader goes to the end.
  mutating func take(word: String) -> Bool {
    if bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return true
    }
    if word.utf8.starts(with: bytes[index...]) { index = bytes.count }
    return false
  }
}

// MARK: - Values

extension JSONReader {
  /// Passes a value without building it.
  mutating func skipValue() throws(Fault) {
    _ = try value(levels: 0)
  }

  /// Passes a row, and returns its bytes.
  mutating func row() throws(Fault) -> Range<Int> {
    skipSpace()
    let (start, before) = (index, passed)
    try skipValue()
    guard passed - before <= maxValues else { throw Fault(cause: .size, offset: start) }
    return start..<index
  }

  /// Passes a member of an object that is a row, and returns the bytes of its key and of its value.
  mutating func memberRow() throws(Fault) -> (key: Range<Int>, value: Range<Int>) {
    skipSpace()
    let (start, before) = (index, passed)
    let key = try placedKey(isBuilt: false).place
    // The object that is made of it, its two keys and the key of the member are values, too.
    passed += 4
    let value = try row()
    guard passed - before <= maxValues else { throw Fault(cause: .size, offset: start) }
    return (key, value)
  }

  /// Reads a value that counts on its own.
  mutating func whole(levels: Int) throws(Fault) -> JSONValue {
    built = 0
    return try value(levels: levels)
  }

  /// Reads a value and builds so many levels of it. What is below is null.
  private mutating func value(levels: Int) throws(Fault) -> JSONValue {
    try count(levels: levels)
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(levels: levels)
    case UInt8(ascii: "["): return try array(levels: levels)
    case UInt8(ascii: "\""):
      let text = try string(isBuilt: levels > 0)
      return levels > 0 ? .string(text) : .null
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
      return try number(isBuilt: levels > 0)
    default:
      if take(word: "true") { return .bool(true) }
      if take(word: "false") { return .bool(false) }
      if take(word: "null") { return .null }
      throw expected("a value")
    }
  }

  private mutating func count(levels: Int) throws(Fault) {
    passed += 1
    guard levels > 0 else { return }
    built += 1
    guard built <= maxValues else { throw Fault(cause: .size, offset: index) }
  }

  private mutating func array(levels: Int) throws(Fault) -> JSONValue {
    var elements: [JSONValue] = []
    var hasElement = try begin(until: "]")
    while hasElement {
      let element = try value(levels: levels - 1)
      if levels > 0 {
        // An element that is not built takes as much room.
        if levels == 1 { try count(levels: 1) }
        elements.append(element)
      }
      hasElement = try goOn(until: "]")
    }
    return .array(elements)
  }

  private mutating func object(levels: Int) throws(Fault) -> JSONValue {
    var members: [String: JSONValue] = [:]
    var hasMember = try begin(until: "}")
    while hasMember {
      try count(levels: levels)
      let key = try key(isBuilt: levels > 0)
      let member = try value(levels: levels - 1)
      // Of members with the same key the last counts, as for most readers.
      if levels > 0 { members[key] = member }
      hasMember = try goOn(until: "}")
    }
    return .object(members)
  }

  /// Enters an array or an object. Returns whether it has an element.
  mutating func begin(until end: Unicode.Scalar) throws(Fault) -> Bool {
    depth += 1
    guard depth <= maxDepth else { throw Fault(cause: .depth, offset: index) }
    index += 1
    skipSpace()
    if take(end) {
      depth -= 1
      return false
    }
    return true
  }

  /// Goes on after an element. Returns whether there is another one.
  mutating func goOn(until end: Unicode.Scalar) throws(Fault) -> Bool {
    skipSpace()
    if take(end) {
      depth -= 1
      return false
    }
    guard take(",") else { throw expected("',' or '\(end)'") }
    return true
  }

  /// Passes the key of a member and the colon.
  mutating func key(isBuilt: Bool) throws(Fault) -> String {
    try placedKey(isBuilt: isBuilt).text
  }

  /// The same, with the bytes of the key and its quotes.
  private mutating func placedKey(
    isBuilt: Bool
  ) throws(Fault) -> (text: String, place: Range<Int>) {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
    let start = index
    let key = try string(isBuilt: isBuilt)
    let place = start..<index
    skipSpace()
    guard take(":") else { throw expected("':'") }
    return (key, place)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether it is a space of JSON.
  var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
