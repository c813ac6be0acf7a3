import FeedHTTP
import Foundation

/// Encodes values as JSON. Equal values have equal text, because the keys are sorted.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    text(value, formatting: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns `value` as JSON on several lines; a string as it is, without quotes.
  static func pretty(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return text(value, formatting: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
  }

  static func value(_ value: some Encodable) -> JSONValue {
    let data = Data(of(value).utf8)
    return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
  }

  private static func text(
    _ value: some Encodable, formatting: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    // Encoding never fails: every value here consists of numbers, strings and lists.
    let data = (try? encoder.encode(value)) ?? Data("null".utf8)
    return String(decoding: data, as: UTF8.self)
  }
}
