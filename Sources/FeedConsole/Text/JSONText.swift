import FeedEffects
import FeedHTTP
import Foundation

/// Encodes values as JSON. Equal values have equal text, because the keys are sorted.
///
/// The text can't control a terminal: characters that could are escaped, which changes no value.
enum JSONText {
  /// Returns `value` as JSON in a line. Unless secrets in links are masked, the text is not for people.
  static func of(_ value: some Encodable, masksSecrets: Bool = true) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if masksSecrets, let key = PageCursor.masksSecrets { encoder.userInfo[key] = true }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    // Encoding never fails: every value here consists of numbers, strings and lists.
    let data = (try? encoder.encode(value)) ?? Data("null".utf8)
    return escape(String(decoding: data, as: UTF8.self))
  }

  /// Returns `value` as JSON on several lines, none of them empty.
  static func pretty(_ value: JSONValue) -> String { indented(of(value)) }

  /// Returns the text of JSON with a line for each element and each member, none of them empty. All else is
  /// as it was sent: numbers with all their digits, members in their order, and those of the same name.
  ///
  /// - Complexity: O(*n*) in the bytes, and in the depth for each line.
  static func indented(_ json: String) -> String {
    var (bytes, depth) = ([UInt8](), 0)
    var (isInString, isEscaped) = (false, false)
    var last = UInt8(ascii: " ")
    for byte in json.utf8 {
      if isInString {
        bytes.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      // White space, and the bytes of a byte order mark.
      if byte <= UInt8(ascii: " ") || byte >= 0x80 { continue }
      let isEnd = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      if isEnd { depth -= 1 }
      // An empty list or object stays in its line.
      let isFirst = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      if isFirst != isEnd || last == UInt8(ascii: ",") {
        bytes += [UInt8(ascii: "\n")] + repeatElement(UInt8(ascii: " "), count: 2 * depth)
      }
      // Foundation's encoder writes spaces around it, too.
      bytes += byte == UInt8(ascii: ":") ? Array(" : ".utf8) : [byte]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
      (isInString, last) = (byte == UInt8(ascii: "\""), byte)
    }
    return escape(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the body of an answer, indented if it is JSON.
  static func readable(_ body: String) -> String { body.jsonFault == nil ? indented(body) : body }

  static func value(_ value: some Encodable) -> JSONValue {
    let data = Data(of(value).utf8)
    return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
  }

  /// Returns `json` with characters that could control a terminal as `\u009b`; with `isASCII` all that
  /// are not ASCII.
  ///
  /// They can only be in strings: outside there are newlines, and in strings the encoder escapes these.
  static func escape(_ json: String, isASCII: Bool = false) -> String {
    if json.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return json }
    return json.replacingScalars { scalar in
      if scalar.isPrintable && (scalar.isASCII || !isASCII) || scalar == "\n" { return nil }
      let units = String(scalar).utf16.map { String(0x1_0000 + Int($0), radix: 16).dropFirst() }
      return units.map { #"\u"# + $0 }.joined()
    }
  }
}
