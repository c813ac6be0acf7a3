import FeedEffects

// The strings and the numbers of JSON.

extension JSONReader {
  /// Reads a string. Unless it is built, the result is empty, and what is behind a backslash is not
  /// looked at: a text that a server cut within a character harms none but its reader.
  mutating func string(isBuilt: Bool) throws(Fault) -> String {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw expected("no control character in a text") }
      index += 1
    }
    if take("\"") {
      return isBuilt ? String(decoding: bytes[start..<index - 1], as: UTF8.self) : ""
    }
    var text = isBuilt ? Array(bytes[start..<index]) : []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw expected("no control character in a text") }
      index += 1
      if !isBuilt {
        if byte == UInt8(ascii: "\\") { index = min(index + 1, bytes.count) }
      } else if byte == UInt8(ascii: "\\") {
        text += String(try escape()).utf8
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
    if first < 0xDC00, take(word: #"\u"#),
      let scalar = Unicode.Scalar(lead: first, trail: try hexUnit())
    {
      return scalar
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
  /// Reads a number. Unless it is built, the result is null.
  mutating func number(isBuilt: Bool) throws(Fault) -> JSONValue {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    let whole = start..<index
    if take(".") { try digits() }
    let fraction = bytes[whole.upperBound..<index].dropFirst()
    var exponent: ArraySlice<UInt8> = []
    if take("e") || take("E") {
      let start = index
      if !take("+") { _ = take("-") }
      try digits()
      exponent = bytes[start..<index]
    }
    if !isBuilt { return .null }
    if let number = Int(whole: bytes[whole], fraction: fraction, exponent: exponent) {
      return .integer(number)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      index = start
      throw fault("a number beyond the range of Double")
    }
    return .number(number)
  }

  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, byte.isDigit { index += 1 }
    if index == start { throw expected("a digit") }
  }
}

extension Int {
  /// Creates the number with these digits, if it is whole: `1.0` and `1.5e1` are, as for the decoder.
  ///
  /// It is exact. `Double` has not all whole numbers, and two ids must not become one.
  fileprivate init?(
    whole: ArraySlice<UInt8>, fraction: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>
  ) {
    let zero = UInt8(ascii: "0")
    var digits = whole.drop { $0 == UInt8(ascii: "-") } + fraction
    var shift = -fraction.count
    while digits.last == zero {
      digits.removeLast()
      shift += 1
    }
    digits = digits.drop { $0 == zero }
    guard !digits.isEmpty else {
      self = 0
      return
    }
    if !exponent.isEmpty {
      guard let exponent = Int(String(decoding: exponent, as: UTF8.self)) else { return nil }
      let (sum, isOver) = shift.addingReportingOverflow(exponent)
      if isOver { return nil }
      shift = sum
    }
    // A number in the range of Int has at most 19 digits.
    guard shift >= 0, digits.count <= 19, shift <= 19 - digits.count else { return nil }
    let sign = whole.first == UInt8(ascii: "-") ? "-" : ""
    self.init(sign + String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: shift))
  }
}

extension JSONReader {
  /// The digits of a whole number at a path, however many there are; nil if there is none.
  func digits(at path: JSONPath) -> String? {
    var reader = self
    guard (try? reader.find(path)) == true else { return nil }
    let start = reader.index
    guard (try? reader.skipValue()) != nil else { return nil }
    let text = bytes[start..<reader.index]
    let isWhole =
      text.first.map { $0 == UInt8(ascii: "-") || $0.isDigit } == true
      && text.dropFirst().allSatisfy(\.isDigit)
    return isWhole ? String(decoding: text, as: UTF8.self) : nil
  }
}
