import FeedEffects

// Tokens of the next page: texts, objects of several values, and header fields.

extension Detection {
  /// The keys of tokens, normalized.
  static let tokenNames = [
    "next", "nextcursor", "nextpagetoken", "nexttoken", "nextpage", "nextpagecursor",
    "continuation", "continuationtoken", "after", "aftercursor", "cursor",
  ]

  /// A value that looks like the token of the next page; nil if there is none.
  var token: Leaf? {
    let numbered = ["nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor"]
    return leaves.first {
      Self.tokenNames.contains($0.name) && $0.isFilled
        || numbered.contains($0.name) && ($0.value.wholeNumber ?? 0) > 0
    }
  }

  /// The path of an object of several values that are the parameters of the next page; nil if there is none.
  var nextObject: JSONPath? {
    let names = ["continue", "next", "nextpage", "nextcursor", "continuation", "lastevaluatedkey"]
    let others = ["next", "nextcursor", "prev", "previous", "hasmore", "hasnext", "href", "url"]
    var found: JSONPath?
    body.visit { path, value in
      let name = Leaf.normalized(path.lastKey ?? "")
      guard found == nil, names.contains(name), let members = value.members,
        members.count > (name == "lastevaluatedkey" ? 0 : 1),
        requestBody != nil || members.values.allSatisfy({ $0.parameter != nil }),
        !members.keys.contains(where: { others.contains(Leaf.normalized($0)) })
      else { return }
      found = path
    }
    return found
  }

  /// Where the request has a body, the object is one value in it, else its members are parameters.
  func take(object path: JSONPath, _ style: inout PagingStyle) {
    if requestBody != nil {
      let isKey = Leaf.normalized(path.lastKey ?? "") == "lastevaluatedkey"
      let guess = (
        isKey ? "ExclusiveStartKey" : path.lastKey ?? "next", "a guess by its name", true
      )
      return take(token: .body(path), name: tokenName(of: .body(path)) ?? guess, &style)
    }
    style.take(.token(at: .body(path)), because: "\(path) has the parameters of the next page")
  }

  func takeIfNamed(token: Leaf, _ style: inout PagingStyle) {
    guard let name = tokenName(of: .body(token.path)) else {
      style.notes.append(
        "\(token.path) looks like a token, but nothing tells which parameter takes it: only this "
          + "page is read; give the name of the parameter")
      return style.isSettled = false
    }
    take(token: .body(token.path), name: name, &style)
  }

  func take(token: AnswerField, name: GuessedName, _ style: inout PagingStyle) {
    style.name(name.isGuess ? nil : name.name, orGuess: name.name)
    let more = leaves.first { ["hasmore", "hasnext"].contains($0.name) }?.path
    style.take(
      .token(at: token, more: more.map { .body($0) }),
      because: "token in \(token), for the parameter \(name.name): \(name.reason)")
  }

  /// The name of a parameter, and the reason why it is that.
  typealias GuessedName = (name: String, reason: String, isGuess: Bool)

  /// The parameter that takes the token in a field; nil if nothing tells it.
  func tokenName(of field: AnswerField) -> GuessedName? {
    let names = [
      "cursor", "after", "pagetoken", "token", "next", "nexttoken", "continuation",
      "continuationtoken", "exclusivestartkey", "searchafter",
    ]
    if let name = given.pageName { return (name, "as given", false) }
    if let name = parameter(names) { return (name, "the request has it", false) }
    let guess = field.path.flatMap { Leaf(path: $0, value: .null).parameterName }
    return guess.map { ($0, "a guess by its name", true) }
  }

  // MARK: - Header fields

  /// The name of a header field that is named for the next page, such as `x-next-cursor`.
  var nextField: String? {
    headers.keys.sorted().first { name in
      let words = name.split(separator: "-")
      return headers[name]?.isEmpty == false
        && words.contains { $0 == "next" || $0.hasPrefix("continuation") }
    }
  }

  func take(nextField field: String, _ style: inout PagingStyle) {
    if headers[field]?.isLink == true {
      return style.take(.nextURL(at: .header(field)), because: "next URL in the header \(field)")
    }
    // What follows `next` in the field's name, as in `x-next-page-token`.
    let words = field.split(separator: "-").drop { $0 != "next" }.dropFirst()
    let usual = field.contains("continuation") ? "continuationToken" : "cursor"
    let guess = words.isEmpty ? usual : words.joined(separator: "_")
    take(
      token: .header(field),
      name: tokenName(of: .header(field)) ?? (guess, "a guess by its name", true),
      &style)
  }
}

extension Leaf {
  /// The parameter that probably takes the token: `pageToken` for `nextPageToken`.
  fileprivate var parameterName: String? {
    guard let key = path.lastKey else { return nil }
    if ["cursor", "after", "continuation", "continuationtoken"].contains(name) { return key }
    if name == "aftercursor" { return "after" }
    guard name.hasPrefix("next"), name != "next", name != "nextpage" else { return nil }
    let rest = key.drop { $0 == "_" }.dropFirst(4).drop { $0 == "_" || $0 == "-" }
    guard let first = rest.first else { return nil }
    return first.lowercased() + rest.dropFirst()
  }
}

extension String {
  /// Whether the text looks like a URL rather than a token.
  var isLink: Bool {
    ["http://", "https://", "/", "?", "./", "../"].contains { hasPrefix($0) } || contains("?")
  }
}
