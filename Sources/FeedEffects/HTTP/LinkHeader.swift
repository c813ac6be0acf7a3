/// The links of an answer's `Link` header fields (RFC 8288, section 3).
///
/// What breaks the grammar is passed over up to the next comma; what is around it still counts.
struct LinkHeader {
  /// A link from the page to somewhere.
  struct Link: Equatable {
    /// The reference as it stands, relative or whole.
    var target: String

    /// How the target relates to the page, in lower case: `next`.
    var relations: [String]

    /// The parameters by their names in lower case; of several with one name the first counts.
    var parameters: [String: String]
  }

  /// The links, in order.
  private(set) var links: [Link] = []

  /// Reads the value of a `Link` header field, or of several joined by commas.
  init(_ text: String) {
    var scanner = Scanner(rest: text[...])
    while !scanner.isAtEnd {
      if let link = scanner.link() { links.append(link) }
      scanner.skipToNextLink()
    }
  }

  /// Returns the target of the first link that relates so to the page itself.
  func target(_ relation: String) -> String? {
    links.first { $0.relations.contains(relation) && $0.parameters["anchor"] == nil }?.target
  }
}

/// Reads the grammar piece by piece.
private struct Scanner {
  var rest: Substring

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads `<target>; name=value; …`; nil if there is none.
  mutating func link() -> LinkHeader.Link? {
    skipBlanks()
    guard take("<"), let end = rest.firstIndex(of: ">") else { return nil }
    let target = rest[..<end].trimmed
    rest = rest[rest.index(after: end)...]
    var parameters: [String: String] = [:]
    while takeSemicolon() {
      guard let (name, value) = parameter() else { continue }
      if parameters[name] == nil { parameters[name] = value }
    }
    let relations = (parameters["rel"] ?? "").lowercased().split(whereSeparator: \.isBlank)
    return LinkHeader.Link(
      target: target, relations: relations.map(String.init), parameters: parameters)
  }

  /// Passes over what is left of a link and the comma behind it; a comma in quotes is none.
  mutating func skipToNextLink() {
    while let character = rest.first, character != "," {
      if character == "\"" { _ = quoted() } else { rest.removeFirst() }
    }
    if !isAtEnd { rest.removeFirst() }
  }

  /// Reads `name`, `name=token` or `name="text"`; nil between two semicolons.
  private mutating func parameter() -> (name: String, value: String)? {
    skipBlanks()
    let name = word(until: "=;,")
    guard !name.isEmpty else { return nil }
    guard take("=") else { return (name.lowercased(), "") }
    skipBlanks()
    let value = rest.first == "\"" ? quoted() : word(until: ";,")
    return (name.lowercased(), value)
  }

  /// Reads a text in quotation marks, in which `\` takes the next character as it is.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      text.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return text
  }

  private mutating func word(until ends: String) -> String {
    let word = rest.prefix { !ends.contains($0) }
    rest = rest[word.endIndex...]
    return word.trimmed
  }

  private mutating func takeSemicolon() -> Bool {
    skipBlanks()
    return take(";")
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isBlank)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop(while: \.isBlank)
    return String(start.reversed().drop(while: \.isBlank).reversed())
  }
}
