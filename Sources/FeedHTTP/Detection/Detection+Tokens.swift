import FeedEffects

// Tokens of the next page: texts, objects of several values, and header fields.

extension Detection {
  /// The keys of tokens, normalized, the likeliest first.
  static let tokenNames = [
    "nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "nextmarker", "nextpage", "next",
    "continuation", "continuationtoken", "endcursor", "after", "aftercursor", "cursor", "bookmark",
    "continue", "offset", "pagekey",
  ]

  /// The keys of tokens that may be numbers.
  private static let numbered = [
    "nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "nextpagestart", "nextoffset",
    "nextstart",
  ]

  /// A value that looks like the token of the next page; nil if there is none.
  var token: Leaf? {
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf)? in
      let isOffset = leaf.name == "offset" && leaf.number != nil
      if leaf.isFilled, !isOffset, let rank = Self.tokenNames.firstIndex(of: leaf.name) {
        return (rank, leaf)
      }
      // A number that is called a cursor may be that of this page.
      let isCursor = leaf.name == "cursor" && more != nil
      let isNumber =
        (Self.numbered.contains(leaf.name) || isCursor) && (leaf.value.wholeNumber ?? 0) > 0
      return isNumber ? (0, leaf) : nil
    }
    return found.min { $0.rank < $1.rank }?.leaf ?? endOfChunk ?? tokenOfItsOwnName
  }

  /// A text whose key begins as those of the next page do, and ends as those of tokens.
  private var tokenOfItsOwnName: Leaf? {
    let endings = ["token", "cursor", "marker", "key", "mark", "offset", "bookmark", "page"]
    return leaves.first { leaf in
      leaf.isFilled && leaf.name.hasPrefix("next") && !leaf.name.contains("back")
        && endings.contains { leaf.name.hasSuffix($0) }
        || leaf.isFilled && ["pagekey", "nextkey", "scrollid", "lastid"].contains(leaf.name)
          && (leaf.name != "lastid" || more != nil)
    }
  }

  /// The end of what came, where the beginning is named beside it as an opaque text, too.
  private var endOfChunk: Leaf? {
    leaves.first { leaf in
      guard leaf.name == "end", leaf.isFilled else { return false }
      return body[leaf.path.parent]?["start"]?.text?.isEmpty == false
    }
  }

  /// The path of an object of several values that are the parameters of the next page; nil if there is none.
  var nextObject: JSONPath? {
    let names = ["continue", "next", "nextpage", "nextcursor", "continuation", "lastevaluatedkey"]
    let others = [
      "next", "nextcursor", "prev", "previous", "hasmore", "hasnext", "href", "url", "uri", "link",
      "rel", "title", "type",
    ]
    return body.firstPath { path, value in
      let name = Leaf.normalized(path.lastKey ?? "")
      guard names.contains(name), let members = value.members,
        members.count > (name == "next" || name == "nextpage" ? 1 : 0),
        requestBody != nil || members.values.allSatisfy({ $0.parameter != nil }),
        !members.keys.contains(where: { others.contains(Leaf.normalized($0)) })
      else { return false }
      return true
    }
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
      (style.unknown, style.isSettled) = (.parameter, false)
      return
    }
    take(token: .body(token.path), name: name, &style)
  }

  func take(token: AnswerField, name: GuessedName, _ style: inout PagingStyle) {
    style.name(name.isGuess ? nil : name.name, orGuess: name.name)
    let more = leaves.first { AnswerSigns.moreNames.contains($0.name) && $0.value.isBool }?.path
    style.take(
      .token(at: token, more: more.map { .body($0) }),
      because: "token in \(token), for the parameter \(name.name): \(name.reason)")
  }

  /// The name of a parameter, and the reason why it is that.
  typealias GuessedName = (name: String, reason: String, isGuess: Bool)

  /// The parameter that takes the token in a field; nil if nothing tells it.
  func tokenName(of field: AnswerField) -> GuessedName? {
    let names = [
      "cursor", "after", "pagetoken", "token", "next", "nexttoken", "nextpagetoken", "continue",
      "continuation", "continuationtoken", "exclusivestartkey", "searchafter", "startingafter",
      "startcursor", "paginationtoken", "marker", "bookmark", "cursormark", "pagekey", "afterid",
    ]
    if let name = given.pageName { return (name, "as given", false) }
    if let name = parameter(names) { return (name, "the request has it", false) }
    if let name = cursorName(beside: sizeName) { return (name, "it belongs to the size", true) }
    guard let path = field.path else { return nil }
    let leaf = Leaf(path: path, value: .null)
    if let (name, sign) = knownParameter(for: leaf) {
      return (name, "a guess by \(sign) beside it", true)
    }
    return leaf.parameterName.map { ($0, "a guess by its name", true) }
  }

  /// The parameter of the request for the number of rows; nil if it has none.
  var sizeName: String? {
    parameters.first { $0.name.countsSize && Int($0.value) != nil }?.name
  }

  /// The parameter for a token in an object of parameters that has the size, too: `page[cursor]` for `page[limit]`; nil
  /// if there is no such object.
  private func cursorName(beside size: String?) -> String? {
    guard let size else { return nil }
    if size.hasSuffix("[limit]") { return size.replacing("[limit]", with: "[cursor]") }
    return size.hasSuffix(".count") ? size.replacing(".count", with: ".cursor") : nil
  }

  /// The parameter for a token that has another name than most have, and the value of the answer that tells
  /// whose answer it is.
  private func knownParameter(for token: Leaf) -> (name: String, sign: String)? {
    func sign(_ names: String...) -> String? {
      leaves.first { names.contains($0.name) }.map { "\($0.path)" }
    }
    let key = token.path.lastKey ?? ""
    switch token.name {
    case "nextpagetoken":
      // Jira; Zoom
      return sign("islast", "pagecount", "totalrecords").map { (key, $0) }
    case "nexttoken":
      // X; the services of AWS take the token by its own name.
      return sign("resultcount").map { ("pagination_token", $0) }
    case "nextcursor":
      // Notion
      return leaves.first { $0.name == "object" && $0.value == .string("list") }
        .map { ("start_cursor", "\($0.path)") }
    case "cursor" where token.parentName == "pagination":
      // Twitch
      return ("after", "\(token.path.parent)")
    case "end":
      // Matrix
      return ("from", "\(token.path.parent.appending("start"))")
    default: return nil
    }
  }

  // MARK: - Header fields

  /// The name of a header field that is named for the next page, such as `x-next-cursor`.
  var nextField: String? {
    headers.keys.sorted().first { headers[$0]?.isEmpty == false && $0.isNextField }
  }

  func take(nextField field: String, _ style: inout PagingStyle) {
    if headers[field]?.isLink == true {
      return style.take(.nextURL(at: .header(field)), because: "next URL in the header \(field)")
    }
    // What follows `next` in the field's name, as in `x-next-page-token`.
    let parts = field.split(separator: "-").flatMap { part -> [Substring] in
      part.hasPrefix("next") && part != "next" ? ["next", "next_" + part.dropFirst(4)] : [part]
    }
    let words = parts.drop { $0 != "next" }.dropFirst()
    let usual = field.contains("continuation") ? "continuationToken" : "cursor"
    // Heroku's is the whole value of the header field `Range`.
    let guess =
      field == "next-range" ? "header:Range" : words.isEmpty ? usual : words.joined(separator: "_")
    take(
      token: .header(field),
      name: tokenName(of: .header(field)) ?? (guess, "a guess by its name", true),
      &style)
  }
}

extension Leaf {
  /// The parameter that probably takes the token: `pageToken` for `nextPageToken`, `Marker` for `NextMarker`.
  fileprivate var parameterName: String? {
    guard let key = path.lastKey else { return nil }
    let same = [
      "cursor", "after", "continuation", "continuationtoken", "continue", "offset", "bookmark",
      "nexttoken", "pagekey", "scrollid",
    ]
    if same.contains(name) { return key }
    if ["aftercursor", "endcursor"].contains(name) { return "after" }
    if name == "nextpagestart" { return "start" }
    guard name.hasPrefix("next"), name != "next", name != "nextpage" else { return nil }
    let rest = key.drop { $0 == "_" }.dropFirst(4).drop { $0 == "_" || $0 == "-" }
    guard let first = rest.first else { return nil }
    return (key.first?.isUppercase == true ? first.uppercased() : first.lowercased())
      + rest.dropFirst()
  }
}

extension JSONValue {
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
}

extension String {
  /// Whether the name of a header field tells of the next page.
  var isNextField: Bool {
    split(separator: "-").contains {
      $0 == "next" || $0.hasPrefix("continuation") || $0.hasPrefix("next") && $0 != "nextpage"
    }
  }

  /// Whether the text looks like a URL rather than a token.
  var isLink: Bool {
    ["http://", "https://", "/", "?", "./", "../"].contains { hasPrefix($0) } || contains("?")
  }
}
