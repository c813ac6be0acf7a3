import FeedEffects
import FeedHTTP
import Foundation

/// Values as JSON text, always the same for the same value.
enum JSONText {
  /// Returns `value` on one line.
  static func of(_ value: some Encodable) -> String {
    text(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Returns `value` over several lines, or as it is if it is a text.
  static func pretty(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return text(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
  }

  /// Returns `value` as it is in JSON.
  static func value(_ value: some Encodable) -> JSONValue {
    let data = Data(of(value).utf8)
    return (try? JSONDecoder().decode(JSONValue.self, from: data)) ?? .null
  }

  private static func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    // Every value that is written here is made of numbers, texts and lists, which always encode.
    let data = (try? encoder.encode(value)) ?? Data("null".utf8)
    return String(decoding: data, as: UTF8.self)
  }
}
