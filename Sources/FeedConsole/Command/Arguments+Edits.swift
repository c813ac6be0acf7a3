import FeedHTTP
import FeedReducer

// Edits are sent like requests: `ok 2` commits one, `fail 2 403` refuses it.
extension Arguments {
  /// The arguments, if the source takes edits.
  func ifEditable() throws(Failure) -> Arguments {
    guard session.feed.isEditable else { throw Failure(.notEditable, at: name) }
    return self
  }

  func insertion() throws(Failure) -> JSONFeed.Change {
    let items = session.state.items
    var words = rest()
    var index = 0
    if words.count > 2, words[words.count - 2].isKeyword("at"), let last = words.last {
      let wanted = "an index from 0 to \(items.count)"
      index = try integer(last, wanted: wanted)
      guard index <= items.count else { throw bad(last, wanted: wanted) }
      words.removeLast(2)
    }
    let before = index < items.count ? items[index].id : nil
    return .insert(item: try row(words), before: before)
  }

  /// The row that the words are: a title, or JSON.
  private func row(_ words: [Word]) throws(Failure) -> JSONRow {
    guard let first = words.first else { throw missing("a title, or a row in JSON") }
    // Tickets are unique, so the id is.
    let id = JSONRow.ID(rawValue: "new-\(session.state.feed.lastTicket.rawValue + 1)")
    if first.isLiteral, first.text.hasPrefix("{") {
      if words.count > 1 { throw unexpected(words[1]) }
      return JSONRow(typed: try first.json("a row", as: JSONValue.self), id: id)
    }
    let title = words.map(\.text).joined(separator: " ")
    return JSONRow(id: id, title: title, value: ["name": .string(title)])
  }

  func updatedRow() throws(Failure) -> JSONRow {
    let word = try next("the ID of a row, or @N")
    let items = session.state.items
    let id = try rowID(word)
    guard let index = items.index(id: id) else {
      throw Failure(
        "no row of the list has the id \(quoted(id.rawValue)); 'items' shows the rows, @0 is the first",
        at: word)
    }
    var row = items[index]
    let fields = rest()
    if fields.isEmpty { throw missing("a field with its value, like name=Ada") }
    for field in fields { try set(field, in: &row) }
    return row
  }

  func editCommitted() throws(Failure) -> JSONFeed.Action {
    let word = named("item")
    let item = try word?.json("a row", as: JSONRow.self)
    return .editCommitted(ticket: try ticket(), item: item)
  }

  /// Takes the id of a row, or `@N`.
  func rowID() throws(Failure) -> JSONRow.ID {
    try rowID(try next("the ID of a row, or @N", named: "id"))
  }

  /// The id that `word` is, or that of the row at the index N of `@N`.
  private func rowID(_ word: Word) throws(Failure) -> JSONRow.ID {
    guard !word.isLiteral, word.text.hasPrefix("@") else { return JSONRow.ID(rawValue: word.text) }
    let items = session.state.items
    guard let index = Int(word.text.dropFirst()), items.indices.contains(index) else {
      let rows = items.isEmpty ? "there are none" : "there are @0 to @\(items.count - 1)"
      throw bad(word, wanted: "a row; \(rows)")
    }
    return items[index].id
  }

  /// Takes the id of a row. Without one it is the row of the edit that failed last.
  func failedRowID() throws(Failure) -> JSONRow.ID {
    if words.isEmpty, let last = session.state.feed.failedEdits.last { return last.edit.id }
    return try rowID()
  }

  /// Sets a field of a row by `FIELD=VALUE`. The title follows the field that it was made from.
  private func set(_ field: Word, in row: inout JSONRow) throws(Failure) {
    guard let (name, word) = field.assignment else {
      throw bad(field, wanted: "FIELD=VALUE, like name=Ada")
    }
    if name == "id" { throw bad(field, wanted: "a field that can change: the id names the row") }
    let value = try word.valueOrText()
    let titleField = row.titleField
    let isTitle = name == "title" && row.value["title"] == nil
    let path = isTitle ? titleField.map { [$0] } ?? [] : name.split(separator: ".").map(String.init)
    if let first = path.first {
      let known = Set((session.state.items.prefix(1_000) + [row]).flatMap(\.value.memberNames))
      guard known.isEmpty || known.contains(first) else {
        let names = known.sorted()
        let problem = Problem.unknown(
          "no row has the field \(quoted(first))", name: first, among: names,
          or: "there are \(names.joined(separator: ", ").shortened(to: 200))")
        throw Failure(problem, at: field)
      }
      guard let changed = row.value.setting(path[...], to: value) else {
        throw bad(field, wanted: "a field of this row; 'state items.0' shows those of the first")
      }
      row.value = changed
    }
    if isTitle || path == titleField.map({ [$0] }) { row.title = value.inWords }
  }
}

extension Word {
  /// Whether the word is this one, without quotes.
  func isKeyword(_ keyword: String) -> Bool { !isLiteral && text == keyword }

  /// The word as JSON, or as text if it is quoted or no JSON.
  fileprivate func valueOrText() throws(Failure) -> JSONValue {
    let isBracketed = text.hasPrefix("{") || text.hasPrefix("[")
    if isLiteral { return isBracketed ? try json("a value", as: JSONValue.self) : .string(text) }
    return (try? json("a value", as: JSONValue.self)) ?? .string(text)
  }
}

extension JSONRow {
  /// A row of JSON that was typed: the row itself, or its value.
  fileprivate init(typed value: JSONValue, id: ID) {
    self.init(id: id, title: value["title"]?.inWords ?? value["name"]?.inWords)
    if let given = value["id"]?.inWords { self.id = ID(rawValue: given) }
    self.value = value["value"] ?? value
  }

  /// The name of the member that holds the title; nil if none does.
  fileprivate var titleField: String? {
    guard let title, case .object(let members) = value else { return nil }
    return members.filter { $0.value == .string(title) }.keys.min()
  }
}

extension JSONValue {
  /// A text or a number as text; nil for other values.
  fileprivate var inWords: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    default: nil
    }
  }
}

extension Problem {
  static let notEditable = Self(
    "this source takes no edits; the catalogue does, and FeedConsole(source, sink: …)")
}
