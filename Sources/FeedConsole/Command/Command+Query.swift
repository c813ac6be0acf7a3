import FeedHTTP
import FeedReducer
import Foundation

// Commands that search the list.
extension Command {
  static let queryCommands: [Command] = [
    Command(
      name: "query", synonyms: ["search", "filter", "type"], group: .actions,
      arguments: "[TEXT | NAME=VALUE...]", summary: "the user typed a query, or chose filters",
      details: [
        "The query is asked when a pause is over: 'advance 0.3s', or 'submitted'.",
        "The rows of the query before stay until its first page arrives, marked with ~.",
        "The catalogue takes a name; over an API a NAME is a parameter of the URL.",
        "Without a query: the whole list again.",
      ],
      example: "start; ok; query luke; advance 0.3s; screen; ok; query; submitted; ok",
      body: .work(query)),
    Command(
      name: "submitted", synonyms: ["submit", "enter"], group: .actions,
      summary: "the user asked for the query now", example: "start; ok; query name=luke; submitted",
      body: .work { arguments, interpreter throws(Failure) in
        try arguments.finish()
        _ = try interpreter.queryNames(for: arguments.name)
        interpreter.show(interpreter.session.submit())
      }),
  ]
}

private func query(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let names = try interpreter.queryNames(for: arguments.name)
  let query = try arguments.query(names)
  interpreter.show(interpreter.session.type(query))
}

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
  fileprivate func queryNames(for word: Word) throws(Failure) -> QueryNames {
    guard let names = source.queries else {
      throw Failure(
        "this source takes no query; a catalogue or an API does ('feed-repl URL')", at: word)
    }
    return names
  }
}

extension Arguments {
  /// Takes all words as a query: one text, or parameters with their values.
  fileprivate mutating func query(_ names: QueryNames) throws(Failure) -> Query {
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
