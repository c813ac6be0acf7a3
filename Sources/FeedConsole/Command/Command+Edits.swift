import FeedHTTP
import FeedReducer
import Foundation

// Commands that edit rows. Edits are sent like requests: `ok 2` commits one, `fail 2 403` refuses
// it.
extension Command {
  static let editCommands: [Command] = [
    action(
      "insert", synonyms: ["add", "new", "create"], arguments: "TITLE | ROW [at N]",
      summary: "the user added a row, at the top or at index N",
      details: [
        "ROW is JSON, {\"name\":\"Ada\"}. Without an id the row gets one that no other has.",
        "The edit is a request: 'ok' commits it, 'fail 2 403' refuses it.",
      ],
      example: "start; ok; insert Ada Lovelace at 2; ok", build: insert),
    action(
      "update", synonyms: ["edit", "change", "rename"], arguments: "ID FIELD=VALUE...",
      summary: "the user changed fields of a row",
      details: [
        "'@N' instead of an ID is the row at index N. FIELD may lead inwards, like",
        "address.city. VALUE is JSON, or text; quotes make it text.",
      ],
      example: "start; ok; update 4 name=Anakin; ok 2; update @0 name=Luke number=7",
      build: update),
    action(
      "remove", synonyms: ["delete", "rm"], arguments: "ID",
      summary: "the user deleted a row, by its id or '@N'",
      example: "start; ok; remove 4; remove @0"
    ) { arguments, session throws(Failure) in
      try arguments.checkEditable(session)
      return [.edit(change: .remove(id: try arguments.rowID(session)))]
    },
    action(
      "editCommitted", arguments: "[TICKET] [item=ROW]", summary: "the server took an edit",
      details: ["Like 'ok', but the edit need not be pending."],
      example: "start; ok; remove 4; editCommitted 2"
    ) { arguments, session throws(Failure) in
      let item = try arguments.named("item").map { word throws(Failure) in
        try word.json("a row", as: JSONRow.self)
      }
      return [.editCommitted(ticket: try arguments.ticket(session), item: item)]
    },
    action(
      "editFailed", arguments: "[TICKET] [REASON]", summary: "an edit failed",
      details: ["Like 'fail', but the edit need not be pending."] + FailureReason.help,
      example: "start; ok; remove 4; editFailed 2 403"
    ) { arguments, session throws(Failure) in
      let ticket = try arguments.ticket(session)
      return [.editFailed(ticket: ticket, failure: try arguments.failure())]
    },
    action(
      "editRetried", aliases: ["resend"], arguments: "[ID]",
      summary: "the user wants an edit that failed to be sent again",
      details: ["Without the ID of a row: the edit that failed last."],
      example: "start; ok; remove 4; fail 2 403; editRetried 4"
    ) { arguments, session throws(Failure) in
      [.editRetried(id: try arguments.failedRowID(session))]
    },
    action(
      "editDismissed", aliases: ["dismiss"], arguments: "[ID]",
      summary: "the user gave up an edit that failed",
      details: ["Without the ID of a row: the edit that failed last."],
      example: "start; ok; remove 4; fail 2 403; dismiss"
    ) { arguments, session throws(Failure) in
      [.editDismissed(id: try arguments.failedRowID(session))]
    },
  ]
}

private func insert(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions {
  try arguments.checkEditable(session)
  let items = session.state.items
  var words = arguments.rest()
  var index = 0
  if words.count > 2, words[words.count - 2].isKeyword("at"), let last = words.last {
    let wanted = "an index from 0 to \(items.count)"
    index = try arguments.integer(last, in: 0...Int.max, wanted: wanted)
    guard index <= items.count else { throw arguments.bad(last, wanted: wanted) }
    words.removeLast(2)
  }
  guard let first = words.first else { throw arguments.missing("a title, or a row in JSON") }
  // Tickets are unique, so the id is.
  let id = JSONRow.ID(rawValue: "new-\(session.state.feed.lastTicket.rawValue + 1)")
  let row: JSONRow
  if first.isLiteral, first.text.hasPrefix("{") {
    if words.count > 1 { throw arguments.unexpected(words[1]) }
    row = JSONRow(typed: try first.json("a row", as: JSONValue.self), id: id)
  } else {
    let title = words.map(\.text).joined(separator: " ")
    row = JSONRow(id: id, title: title, value: ["name": .string(title)])
  }
  let before = index < items.count ? items[index].id : nil
  return [.edit(change: .insert(item: row, before: before))]
}

private func update(_ arguments: inout Arguments, in session: Session) throws(Failure) -> Actions {
  try arguments.checkEditable(session)
  let word = try arguments.next("the ID of a row, or @N")
  let items = session.state.items
  let id = try arguments.rowID(word, in: items)
  guard let index = items.index(id: id) else { throw Failure(.noSuchRow(id.rawValue), at: word) }
  var row = items[index]
  let fields = arguments.rest()
  if fields.isEmpty { throw arguments.missing("a field with its value, like name=Ada") }
  for field in fields { try arguments.set(field, in: &row, of: items) }
  return [.edit(change: .update(item: row))]
}

extension Arguments {
  /// Throws if the source takes no edits.
  fileprivate func checkEditable(_ session: Session) throws(Failure) {
    if !session.feed.isEditable { throw Failure(.notEditable, at: name) }
  }

  /// Takes the id of a row, or `@N`.
  fileprivate mutating func rowID(_ session: Session) throws(Failure) -> JSONRow.ID {
    try rowID(try next("the ID of a row, or @N", named: "id"), in: session.state.items)
  }

  /// The id that `word` is, or that of the row at the index N of `@N`.
  fileprivate func rowID(
    _ word: Word, in items: ItemList<JSONRow>
  ) throws(Failure) -> JSONRow.ID {
    guard !word.isLiteral, word.text.hasPrefix("@") else { return JSONRow.ID(rawValue: word.text) }
    guard let index = Int(word.text.dropFirst()), items.indices.contains(index) else {
      let rows = items.isEmpty ? "there are none" : "there are @0 to @\(items.count - 1)"
      throw bad(word, wanted: "a row; \(rows)")
    }
    return items[index].id
  }

  /// Takes the id of a row. Without one it is the row of the edit that failed last.
  fileprivate mutating func failedRowID(_ session: Session) throws(Failure) -> JSONRow.ID {
    if words.isEmpty, let last = session.state.feed.failedEdits.last { return last.edit.id }
    return try rowID(session)
  }

  /// Sets a field of a row by `FIELD=VALUE`. The title follows the field that it was made from.
  fileprivate func set(
    _ field: Word, in row: inout JSONRow, of items: ItemList<JSONRow>
  ) throws(Failure) {
    guard let name = field.text.utf8.firstIndex(of: UInt8(ascii: "=")).map({ field.text[..<$0] }),
      !name.isEmpty
    else {
      throw bad(field, wanted: "FIELD=VALUE, like name=Ada")
    }
    if name == "id" { throw bad(field, wanted: "a field that can change: the id names the row") }
    let value = try field.dropFirst(name.utf8.count + 1).valueOrText()
    let titleField = row.titleField
    let isTitle = name == "title" && row.value["title"] == nil
    let path = isTitle ? titleField.map { [$0] } ?? [] : name.split(separator: ".").map(String.init)
    if let first = path.first {
      let known = Set((items.prefix(1_000) + [row]).flatMap(\.value.memberNames))
      guard known.isEmpty || known.contains(first) else {
        throw Failure(.noSuchField(first, known: known.sorted()), at: field)
      }
      guard let changed = row.value.setting(path[...], to: value) else {
        throw bad(field, wanted: "a field of this row; 'state items.0' shows those of the first")
      }
      row.value = changed
    }
    if isTitle || path.count == 1 && path.first == titleField {
      if case .string(let text) = value { row.title = text } else { row.title = value.inWords }
    }
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

  fileprivate static func noSuchRow(_ id: String) -> Self {
    Self("no row of the list has the id \(quoted(id)); 'items' shows the rows, @0 is the first")
  }
}
