// Texts in which no character has more combining marks than any language needs.

extension [UInt8] {
  /// These bytes of JSON in UTF-8, with U+034F behind each 30 combining marks in a row.
  ///
  /// This is the Stream-Safe Text Process (Unicode Standard Annex 15, section 13). The added mark shows
  /// nothing. A longer run is in no language, but the author of a row can write one, and to hash or to
  /// compare a string takes the square of the longest run: seconds for 256 kB. To refuse it would let the
  /// same author end the feed of all readers.
  ///
  /// A mark may be written as an escape.
  ///
  /// - Complexity: O(*n*)
  package var streamSafe: [UInt8] {
    let ends = longRuns
    if ends.isEmpty { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 2 * ends.count)
    var start = 0
    for end in ends {
      bytes += self[start..<end]
      bytes += "\u{34F}".utf8
      start = end
    }
    return bytes + self[start...]
  }

  /// Returns the offset in these bytes of the byte at an offset in ``streamSafe``.
  ///
  /// - Complexity: O(*n*)
  package func offset(ofStreamSafe offset: Int) -> Int {
    offset - longRuns.enumerated().count { index, end in end + 2 * index < offset } * 2
  }

  /// The offsets of the marks before each of which there are 30.
  private var longRuns: [Int] {
    var offsets: [Int] = []
    var marks = 0
    var index = 0
    while index < count {
      let byte = self[index]
      // The first mark is U+0300.
      if byte < 0xCC, byte != UInt8(ascii: "\\") {
        marks = 0
        index += 1
        continue
      }
      let (scalar, length) = byte < 0xCC ? escape(at: index) : scalar(at: index)
      if scalar?.isMark == true {
        marks += 1
        if marks > 30 {
          offsets.append(index)
          marks = 1
        }
      } else {
        marks = 0
      }
      index += length
    }
    return offsets
  }

  /// The scalar whose first byte, of two or more, is at an index, and its length in bytes.
  private func scalar(at index: Int) -> (Unicode.Scalar?, length: Int) {
    let length = self[index] < 0xE0 ? 2 : self[index] < 0xF0 ? 3 : 4
    let rest = self[(index + 1)...].prefix(length - 1)
    let value = rest.reduce(UInt32(self[index]) & 0x7F >> UInt32(length)) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    return (Unicode.Scalar(value), length)
  }

  /// The scalar of the escape at an index, if it is one of Unicode, and its length in bytes.
  private func escape(at index: Int) -> (Unicode.Scalar?, length: Int) {
    guard let first = unit(at: index) else { return (nil, 2) }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard let second = unit(at: index + 6), let scalar = Unicode.Scalar(lead: first, trail: second)
    else {
      return (nil, 6)
    }
    return (scalar, 12)
  }

  /// The code unit of an escape `\u0301`; nil if there is none.
  private func unit(at index: Int) -> UInt16? {
    guard index + 6 <= count, self[index...].starts(with: #"\u"#.utf8) else { return nil }
    return UInt16(String(decoding: self[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}

extension Unicode.Scalar {
  /// Creates the scalar of a surrogate pair; nil if it is none.
  package init?(lead: UInt16, trail: UInt16) {
    guard 0xD800...0xDBFF ~= lead, 0xDC00...0xDFFF ~= trail else { return nil }
    self.init(0x10000 + (UInt32(lead) - 0xD800) << 10 + UInt32(trail) - 0xDC00)
  }

  /// Whether normalisation sorts it among its neighbours, or takes it apart into such marks.
  fileprivate var isMark: Bool {
    properties.canonicalCombiningClass != .notReordered
      || value == 0xF73 || value == 0xF75 || value == 0xF81
  }
}
