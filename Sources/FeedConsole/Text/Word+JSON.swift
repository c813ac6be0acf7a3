import FeedHTTP
import FeedReducer
import Foundation

extension Word {
  /// Decodes the word as JSON. `what` names the expected value in the failure.
  func json<Value: Decodable>(_ what: String, as type: Value.Type) throws(Failure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      if let fault = text.jsonFault {
        throw Failure(.badJSON(what, reason: fault.message), at: offset + fault.offset)
      }
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      throw Failure(.badJSON(what, reason: reason(error, in: value)), at: self)
    }
  }
}

extension String {
  /// The syntax error of the text as JSON; nil if there is none.
  var jsonFault: JSONReader.Fault? {
    var reader = JSONReader(Array(utf8))
    do throws(JSONReader.Fault) {
      try reader.check()
      return nil
    } catch {
      return error
    }
  }
}

/// Describes a decoding error: where it is and what was expected.
func reason(_ error: any Error, in value: JSONValue?) -> String {
  switch error as? DecodingError {
  case .keyNotFound(let key, let context)?: context.path + "'\(key.stringValue)' is missing"
  case .typeMismatch(let type, let context)?, .valueNotFound(let type, let context)?:
    context.path + expected(type, found: value?.value(at: context.codingPath))
  case .dataCorrupted(let context)?: unfit(context, in: value)
  default: "it can't be read"
  }
}

/// Describes a value that has the right type but is not valid.
private func unfit(_ context: DecodingError.Context, in value: JSONValue?) -> String {
  // This error without a path is about a number: the syntax has been checked before.
  if context.codingPath.isEmpty, context.debugDescription.contains("not valid JSON") {
    let range = "a whole number from \(Int.min) to \(Int.max)"
    let fractions = value?.fractions(at: "") ?? []
    guard let only = fractions.first, fractions.count == 1 else {
      return "a number in it does not fit where \(range) is wanted"
    }
    return "\(only.path.shortened(to: 60)): expected \(range), found \(only.number)"
  }
  if context.debugDescription.hasPrefix("Cannot initialize") {
    let names: [String]? =
      switch context.codingPath.last?.stringValue {
      case "kind": LoadKind.allCases.map(\.rawValue)
      case "from": GapSide.allCases.map(\.rawValue)
      case "reason": LoadState.End.allCases.map(\.rawValue)
      default: nil
      }
    let wanted = names.map { "one of \($0.joined(separator: ", "))" } ?? "another value"
    let found = value?.value(at: context.codingPath).map { ", found \($0.brief)" }
    return "\(context.path)expected \(wanted)\(found ?? "")"
  }
  let text = context.debugDescription.replacing(#/"[^"]{60,}"/#) {
    String($0.output).shortened(to: 60)
  }
  return context.path + text
}

private func expected(_ type: any Any.Type, found: JSONValue?) -> String {
  let name =
    switch type {
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is Bool.Type: "true or false"
    case is String.Type: "a text"
    case is [Any].Type: "a list"
    default: if case .object? = found { "an object with one known key" } else { "an object" }
    }
  return "expected \(name)" + (found.map { ", found \($0.brief)" } ?? "")
}

extension DecodingError.Context {
  /// The path of the error and a colon, to start a sentence; empty without a path.
  fileprivate var path: String {
    let path = codingPath.map(\.name)
    return path.isEmpty ? "" : path.joined(separator: ".").shortened(to: 60) + ": "
  }
}

extension CodingKey {
  /// The key as a part of a path.
  fileprivate var name: String { intValue.map { "\($0)" } ?? stringValue }
}

extension JSONValue {
  fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
    path.reduce(self) { value, key in value?.member(key.name) }
  }

  /// The numbers that are not whole or exceed `Int`, with their paths.
  fileprivate func fractions(at path: String) -> [(path: String, number: Double)] {
    let start = path.isEmpty ? "" : "\(path)."
    return switch self {
    case .number(let number): [(path, number)]
    case .object(let members): members.flatMap { $0.value.fractions(at: start + $0.key) }
    case .array(let elements):
      elements.enumerated().flatMap { $0.element.fractions(at: "\(start)\($0.offset)") }
    default: []
    }
  }
}
