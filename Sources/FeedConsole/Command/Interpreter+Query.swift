import FeedHTTP
import FeedReducer
import Foundation

extension Interpreter {
  /// Types the query of `{"typed":{"query":…}}`, which may have any names. Returns false if the word is other
  /// JSON.
  func type(_ word: Word) throws(Failure) -> Bool {
    guard word.text.contains(#""typed""#),
      case .typed(let query)? = try? JSONDecoder().decode(
        JSONSearch.Action.self, from: Data(word.text.utf8))
    else { return false }
    _ = try queryNames(for: word)
    show(session.type(query))
    return true
  }

  /// What a query can name; fails if the source takes none.
  func queryNames(for word: Word) throws(Failure) -> QueryNames {
    guard let names = source.queries else {
      throw Failure(
        "this source takes no query; a catalogue or an API does ('feed-repl URL')", at: word)
    }
    return names
  }
}

extension Arguments {
  /// Takes all words as a query: one text, or parameters with their values.
  func query(_ names: QueryNames) throws(Failure) -> Query {
    let words = rest()
    guard let first = words.first else { return [:] }
    guard first.parameter != nil else {
      guard let name = names.text else {
        throw Failure(
          "which parameter of the API takes \(quoted(first.text))? Name it, as in: query q=\(first.text.asWord)",
          at: first)
      }
      return [name: words.map(\.text).joined(separator: " ")]
    }
    var query: Query = [:]
    for word in words {
      guard let (name, value) = word.parameter else { throw bad(word, wanted: "NAME=VALUE") }
      if let all = names.all, !all.contains(name) {
        let known = all.map { "\($0)=VALUE" }.joined(separator: ", ")
        throw bad(word, wanted: "a filter of this source: \(known)")
      }
      if query.updateValue(value, forKey: name) != nil {
        throw Failure("\(quoted(name)) has a value already; write each name once", at: word)
      }
    }
    return query
  }
}

extension Word {
  /// Whether a bracket in the word begins there, as in `filter[name]`.
  private func isBracket(at offset: Int) -> Bool {
    offset > 0 && text.utf8.dropFirst(offset).first == UInt8(ascii: "[")
  }

  /// The name and the value of `NAME=VALUE`; nil for another word.
  fileprivate var parameter: (name: String, value: String)? {
    // A mark behind the sign would make one character of both.
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: "=")), !text[..<end].isEmpty,
      literalStart.map({ isBracket(at: $0) || $0 > text[..<end].utf8.count }) ?? true
    else { return nil }
    return (String(text[..<end]), String(text[text.utf8.index(after: end)...]))
  }
}
