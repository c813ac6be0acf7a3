import FeedEffects

/// The links in the `Link` header fields of a response (RFC 8288, section 3).
///
/// A link with a syntax error is skipped up to the next comma. The other links still count.
package struct LinkHeader {
  /// One link with its parameters.
  package struct Link: Equatable {
    /// The URL between `<` and `>`, unchanged: absolute or relative.
    package var target: String

    /// The relation types in `rel`, in lower case: `next`.
    package var relations: [String]

    /// The parameters, by their names in lower case. Of several with one name the first counts.
    package var parameters: [String: String]
  }

  /// The links, in order.
  package private(set) var links: [Link] = []

  /// Parses the value of a `Link` header field, or of several joined by commas.
  package init(_ text: String) {
    var scanner = Scanner(rest: text.unicodeScalars[...])
    while !scanner.isAtEnd {
      if let link = scanner.link() { links.append(link) }
      scanner.skipToNextLink()
    }
  }

  /// Returns the target of the first link with the relation type, in lower case.
  ///
  /// A link with an `anchor` is skipped: it describes another resource than the page. So is one with
  /// `results="false"`, as Sentry has it at the end.
  package func target(_ relation: String) -> String? {
    links.first {
      $0.relations.contains(relation) && $0.parameters["anchor"] == nil
        && $0.parameters["results"] != "false"
    }?.target
  }

  /// The first relation type with which a header tells that there are pages, though not a next one.
  var pagingRelation: String? {
    ["prev", "previous", "first", "last"].first { target($0) != nil }
  }
}

extension JSONValue {
  /// The targets of a list of links by their relation types, as FHIR and PayPal have it in a body; nil if the
  /// value is none. Of several with one relation the first counts.
  var links: [String: String]? {
    guard let elements, !elements.isEmpty else { return nil }
    var links: [String: String] = [:]
    for element in elements {
      let relation = element["rel"]?.text ?? element["relation"]?.text
      let target = element["href"]?.text ?? element["url"]?.text
      guard let relation = relation?.lowercased(), let target else { return nil }
      links[relation] = links[relation] ?? target
    }
    return links
  }
}

/// Parses a `Link` header field.
///
/// It works on scalars, so that a combining mark after a delimiter does not hide the delimiter.
private struct Scanner {
  var rest: Substring.UnicodeScalarView

  var isAtEnd: Bool { rest.isEmpty }

  /// Parses `<target>; name=value; …`; nil if there is none.
  mutating func link() -> LinkHeader.Link? {
    skipBlanks()
    guard take("<") else { return nil }
    guard let end = rest.firstIndex(of: ">") else {
      // The rest has no link. A search for `>` after each comma would take quadratic time.
      rest.removeAll()
      return nil
    }
    // Behind a link without its end another one begins.
    let start = rest[..<end].lastIndex(of: "<").map { rest.index(after: $0) } ?? rest.startIndex
    let target = rest[start..<end].trimmed
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

  /// Skips the rest of a link and the comma after it. A comma in quotes does not count.
  mutating func skipToNextLink() {
    while let scalar = rest.first, scalar != "," {
      if scalar == "\"" { _ = quoted() } else { rest.removeFirst() }
    }
    if !isAtEnd { rest.removeFirst() }
  }

  /// Parses `name`, `name=token` or `name="text"`; nil between two semicolons.
  private mutating func parameter() -> (name: String, value: String)? {
    skipBlanks()
    let name = word(until: "=;,")
    guard !name.isEmpty else { return nil }
    guard take("=") else { return (name.lowercased(), "") }
    skipBlanks()
    switch rest.first {
    case "\"": return (name.lowercased(), quoted())
    // Not by the rules, but meant so.
    case "'": return (name.lowercased(), word(until: ";,").trimmingQuotes)
    default: return (name.lowercased(), word(until: ";,"))
    }
  }

  /// Parses a text in quotation marks. The scalar after a `\` is taken literally.
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

extension String {
  /// The text without single quotes around it.
  fileprivate var trimmingQuotes: String {
    guard count > 1, hasPrefix("'"), hasSuffix("'") else { return self }
    return String(dropFirst().dropLast())
  }
}
