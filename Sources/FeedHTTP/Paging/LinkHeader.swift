import FeedEffects

/// The links of an answer's `Link` header fields (RFC 8288, section 3).
///
/// What breaks the grammar is passed over up to the next comma; what is around it still counts.
package struct LinkHeader {
  /// A link from the page to somewhere.
  package struct Link: Equatable {
    /// The reference as it stands, relative or whole.
    package var target: String

    /// How the target relates to the page, in lower case: `next`.
    package var relations: [String]

    /// The parameters by their names in lower case; of several with one name the first counts.
    package var parameters: [String: String]
  }

  /// The links, in order.
  package private(set) var links: [Link] = []

  /// Reads the value of a `Link` header field, or of several joined by commas.
  package init(_ text: String) {
    var scanner = Scanner(rest: text.unicodeScalars[...])
    while !scanner.isAtEnd {
      if let link = scanner.link() { links.append(link) }
      scanner.skipToNextLink()
    }
  }

  /// Returns the target of the first link that relates so to the page itself.
  package func target(_ relation: String) -> String? {
    links.first { $0.relations.contains(relation) && $0.parameters["anchor"] == nil }?.target
  }
}

/// Reads the grammar piece by piece.
///
/// It goes by scalars: a delimiter is one whatever mark stands behind it.
private struct Scanner {
  var rest: Substring.UnicodeScalarView

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads `<target>; name=value; …`; nil if there is none.
  mutating func link() -> LinkHeader.Link? {
    skipBlanks()
    guard take("<") else { return nil }
    guard let end = rest.firstIndex(of: ">") else {
      // No link is in the rest. To look for its end behind each comma would take for ever.
      rest.removeAll()
      return nil
    }
    let target = rest[..<end].trimmed
    rest = rest[rest.index(after: end)...]
    var parameters: [String: String] = [:]
    while takeSemicolon() {
      guard let (name, value) = parameter() else { continue }
      if parameters[name] == nil { parameters[name] = value }
    }
    let relation = (parameters["rel"] ?? "").lowercased()
    let relations = relation.unicodeScalars.split(whereSeparator: \.isBlank)
    return LinkHeader.Link(
      target: target, relations: relations.map(String.init), parameters: parameters)
  }

  /// Passes over what is left of a link and the comma behind it; a comma in quotes is none.
  mutating func skipToNextLink() {
    while let scalar = rest.first, scalar != "," {
      if scalar == "\"" { _ = quoted() } else { rest.removeFirst() }
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

  /// Reads a text in quotation marks, in which `\` takes the next scalar as it is.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
    }
    return String(text)
  }

  private mutating func word(until ends: String) -> String {
    let word = rest.prefix { !ends.unicodeScalars.contains($0) }
    rest = rest[word.endIndex...]
    return word.trimmed
  }

  private mutating func takeSemicolon() -> Bool {
    skipBlanks()
    return take(";")
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isBlank)
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring.UnicodeScalarView {
  fileprivate var trimmed: String {
    let start = drop(while: \.isBlank)
    return start.lastIndex { !$0.isBlank }.map { String(start[...$0]) } ?? ""
  }
}
