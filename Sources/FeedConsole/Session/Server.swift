import FeedHTTP
import FeedReducer

/// The server behind the catalogue: its rows, and how it answers.
///
/// It is a part of the session, so undo and branches restore its rows, too.
///
/// ```swift
/// let server = Server()
/// try server.page(for: request).total  // 82
/// ```
struct Server: Equatable {
  /// The rows, in the order of the pages.
  private(set) var rows = Catalogue.rows

  /// How many rows a page has; nil for as many as the request asks for.
  var pageSize: Int?

  /// The index of the row that the first request asks for. Above 0 the list grows in both
  /// directions.
  var start = 0

  /// Whether it answers.
  var isUp = true

  /// The time from a request to its answer; zero if commands decide when it comes.
  var latency = Duration.zero

  /// Whether its pages may have shifted, because its rows or the size of its pages changed.
  var hasShifted = false

  /// The number of the next row that is new.
  private var nextNumber = 84

  /// The ids of rows that users added, by those that the rows had before.
  private var givenIDs: [JSONRow.ID: JSONRow.ID] = [:]

  /// Returns the index of the row that has or had this id; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the rows.
  func index(of id: JSONRow.ID) -> Int? {
    let id = givenIDs[id] ?? id
    return rows.firstIndex { $0.id == id }
  }
}

extension Catalogue {
  /// The rows that the server has at first.
  static let rows = characters.map { JSONRow(number: $0.number, name: $0.name) }
}

extension JSONRow {
  fileprivate init(number: Int, name: String) {
    self.init(
      id: "\(number)", title: name,
      value: .object(["number": .integer(number), "name": .string(name)]))
  }
}

// MARK: - Answers

extension Server {
  /// Answers a request like a server that numbers its pages from 1. A query keeps the rows whose name has
  /// its text, in upper or lower case.
  ///
  /// Only a feed that starts in the middle gets cursors of previous pages.
  func page(for load: Load) throws(FeedFailure) -> JSONFeed.Page {
    try checkUp()
    let (request, rows) = (load.request, rows(for: load.query))
    let size = pageSize ?? request.size
    let number = try pageNumber(request.position, of: rows.count, size: size)
    let last = (rows.count + size - 1) / size
    let previous = start > 0 && number > 1 ? PageCursor.number(min(number - 1, last)) : nil
    guard number <= last else {
      return JSONFeed.Page(items: [], next: nil, previous: previous, total: rows.count)
    }
    let first = (number - 1) * size
    return JSONFeed.Page(
      items: Array(rows[first..<min(first + size, rows.count)]),
      next: number < last ? .number(number + 1) : nil, previous: previous, total: rows.count)
  }

  /// The rows that a query is for.
  ///
  /// - Complexity: O(1) without a query, else O(*n*) in the rows.
  func rows(for query: Query) -> [JSONRow] {
    guard let name = query["name"]?.lowercased(), !name.isEmpty else { return rows }
    return rows.filter { ($0.title ?? $0.id.rawValue).lowercased().contains(name) }
  }

  private func pageNumber(
    _ position: JSONFeed.Position, of count: Int, size: Int
  ) throws(FeedFailure) -> Int {
    switch position.cursor {
    case nil: return min(start, max(0, count - 1)) / size + 1
    case .number(let number, _)? where number >= 1: return number
    case let cursor?:
      throw FeedFailure(
        .invalidCursor,
        message: "the catalogue has no page \"\(cursor)\"; its pages have numbers from 1")
    }
  }

  private func checkUp() throws(FeedFailure) {
    if !isUp { throw FailureReason.unreachable }
  }
}

// MARK: - Edits

extension Server {
  /// Answers an edit with the server's version of the row; nil if it removes the row. A new row
  /// gets a number of the server, which becomes its id.
  func row(taking edit: JSONFeed.Edit) throws(FeedFailure) -> JSONRow? {
    try checkUp()
    switch edit.change {
    case .insert(var row, _):
      row.id = "\(nextNumber)"
      row.value = row.value.setting(["number"], to: .integer(nextNumber)) ?? row.value
      return row
    case .update(var row):
      try checkHas(edit.id)
      row.id = edit.id
      return row
    case .remove:
      try checkHas(edit.id)
      return nil
    }
  }

  private func checkHas(_ id: JSONRow.ID) throws(FeedFailure) {
    if index(of: id) == nil { throw FailureReason.http(404) }
  }

  /// Carries out an edit that was committed. `row` is the version of the row in the answer, if it
  /// has one.
  mutating func take(_ edit: JSONFeed.Edit, as row: JSONRow?) {
    hasShifted = true
    let index = index(of: edit.id)
    switch edit.change {
    case .insert(let item, let before):
      rows.insert(row ?? item, at: before.flatMap(self.index) ?? rows.count)
      if let row { givenIDs[item.id] = row.id }
      nextNumber += 1
    case .update(let item): if let index { rows[index] = row ?? item }
    case .remove: if let index { rows.remove(at: index) }
    }
  }
}

// MARK: - Changes from elsewhere

extension Server {
  /// Inserts rows with new numbers, so that the same changes always make the same rows.
  mutating func insert(_ count: Int, at index: Int) {
    hasShifted = true
    let numbers = nextNumber..<nextNumber + count
    rows.insert(contentsOf: numbers.map { JSONRow(number: $0, name: "New \($0)") }, at: index)
    nextNumber += count
  }

  mutating func delete(_ count: Int, at index: Int) {
    hasShifted = true
    rows.removeSubrange(index..<index + count)
  }

  /// Gives a row another name: `Yoda`, `Yoda v2`, `Yoda v3`.
  mutating func rename(at index: Int) {
    let old = rows[index].title ?? rows[index].id.rawValue
    let parts = old.split(separator: " ")
    let version = parts.last.flatMap { $0.first == "v" ? Int($0.dropFirst()) : nil }
    let stem = version == nil ? old : parts.dropLast().joined(separator: " ")
    let name = "\(stem) v\((version ?? 1) + 1)"
    rows[index].title = name
    rows[index].value = rows[index].value.setting(["name"], to: .string(name)) ?? .string(name)
  }
}

extension Server {
  /// A change of the server that comes from elsewhere, not from an edit of the feed.
  struct Change: Equatable {
    /// The command that makes the change: `server insert 3 at 0`.
    let text: String

    private let apply: @Sendable (inout Server) -> Void

    /// Creates the change of the command `server` with these words. Its rows must exist.
    init(_ words: String, apply: @escaping @Sendable (inout Server) -> Void) {
      text = "server \(words)"
      self.apply = apply
    }

    /// The first request asks for the page with this row.
    static func from(row: Int) -> Self { Self("from \(row)") { $0.start = row } }

    /// The server after the change.
    ///
    /// - Complexity: O(*n*) in the rows.
    func applied(to server: Server) -> Server {
      var server = server
      apply(&server)
      return server
    }

    /// The same words make the same change.
    static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  }

  /// What it has and how it answers: `85 rows, down, latency 1s`.
  var text: String {
    var parts = [rows.count.counted("row")]
    if let pageSize { parts.append("pages of \(pageSize)") }
    if start > 0 { parts.append("from row \(start)") }
    if !isUp { parts.append("down") }
    if latency > .zero { parts.append("latency \(latency.text)") }
    return parts.joined(separator: ", ")
  }
}

/// The characters of the Star Wars films, as a built-in feed.
enum Catalogue {
  /// All characters with their numbers, in order. No character has the number 17.
  static let characters = names.split(separator: ", ").enumerated().map { index, name in
    (number: index < 16 ? index + 1 : index + 2, name: String(name))
  }

  // Source of the data and of the spelling: https://swapi.dev/api/people.
  private static let names = """
    Luke Skywalker, C-3PO, R2-D2, Darth Vader, Leia Organa, Owen Lars, Beru Whitesun lars, \
    R5-D4, Biggs Darklighter, Obi-Wan Kenobi, Anakin Skywalker, Wilhuff Tarkin, Chewbacca, \
    Han Solo, Greedo, Jabba Desilijic Tiure, Wedge Antilles, Jek Tono Porkins, Yoda, Palpatine, \
    Boba Fett, IG-88, Bossk, Lando Calrissian, Lobot, Ackbar, Mon Mothma, Arvel Crynyd, \
    Wicket Systri Warrick, Nien Nunb, Qui-Gon Jinn, Nute Gunray, Finis Valorum, Padmé Amidala, \
    Jar Jar Binks, Roos Tarpals, Rugor Nass, Ric Olié, Watto, Sebulba, Quarsh Panaka, \
    Shmi Skywalker, Darth Maul, Bib Fortuna, Ayla Secura, Ratts Tyerel, Dud Bolt, Gasgano, \
    Ben Quadinaros, Mace Windu, Ki-Adi-Mundi, Kit Fisto, Eeth Koth, Adi Gallia, Saesee Tiin, \
    Yarael Poof, Plo Koon, Mas Amedda, Gregar Typho, Cordé, Cliegg Lars, Poggle the Lesser, \
    Luminara Unduli, Barriss Offee, Dormé, Dooku, Bail Prestor Organa, Jango Fett, Zam Wesell, \
    Dexter Jettster, Lama Su, Taun We, Jocasta Nu, R4-P17, Wat Tambor, San Hill, Shaak Ti, \
    Grievous, Tarfful, Raymus Antilles, Sly Moore, Tion Medon
    """
}
