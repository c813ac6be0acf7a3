import FeedEffects
import FeedHTTP
import Foundation

/// Encodes values as JSON. Equal values have equal text, because the keys are sorted.
///
/// The text can't control a terminal: characters that could are escaped, which changes no value.
enum JSONText {
  /// Returns `value` as JSON in a line. Unless secrets in links are masked, the text is not for people.
  static func of(_ value: some Encodable, masksSecrets: Bool = true) -> String {
    text(value, formatting: [.sortedKeys, .withoutEscapingSlashes], masksSecrets: masksSecrets)
  }

  /// Returns `value` as JSON on several lines, none of them empty.
  static func pretty(_ value: JSONValue) -> String {
    text(value, formatting: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
      .replacing("\n\n", with: "\n")
  }

  static func value(_ value: some Encodable) -> JSONValue {
    let data = Data(of(value).utf8)
    return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
  }

  private static func text(
    _ value: some Encodable, formatting: JSONEncoder.OutputFormatting, masksSecrets: Bool = true
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    if masksSecrets, let key = PageCursor.masksSecrets { encoder.userInfo[key] = true }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    // Encoding never fails: every value here consists of numbers, strings and lists.
    let data = (try? encoder.encode(value)) ?? Data("null".utf8)
    return escape(String(decoding: data, as: UTF8.self))
  }

  /// Returns `json` with characters that could control a terminal as `\u009b`; with `isASCII` all that
  /// are not ASCII.
  ///
  /// They can only be in strings: outside there are newlines, and in strings the encoder escapes these.
  static func escape(_ json: String, isASCII: Bool = false) -> String {
    if json.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if scalar.isPrintable && (scalar.isASCII || !isASCII) || scalar == "\n" {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          result += #"\u"# + String(String(0x1_0000 + Int(unit), radix: 16).dropFirst())
        }
      }
    }
    return result
  }
}
