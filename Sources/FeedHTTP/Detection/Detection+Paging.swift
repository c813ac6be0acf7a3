import FeedEffects

// How a response names the next page: definite evidence first, then likely signs.

extension Detection {
  func findPaging(_ style: inout PagingStyle, in list: RowList) {
    let next = nextLink
    if let pageInfo = pageInfo(in: list.parent) {
      take(relay: pageInfo, &style)
    } else if let next, next.isFilled {
      style.take(.nextURL(at: next.path), because: "next URL in \(next.path): a link")
    } else if links.target("next") != nil {
      style.take(.linkHeader, because: "the Link header has rel=next")
    } else if style.pageName == nil, let token {
      take(token: token, &style)
    } else if let next {
      style.take(.nextURL(at: next.path), because: "next URL in \(next.path): none, the last page")
    } else if !links.links.isEmpty {
      style.take(.linkHeader, because: "the Link header has no rel=next, the last page")
    } else if style.pageName == nil, let offset {
      take(offset: offset, &style)
    } else if let reason = numbering(list, style: style) {
      take(numbers: reason, &style)
    } else {
      takeRest(&style)
    }
  }

  private var links: LinkHeader { LinkHeader(headers["link"] ?? "") }

  // MARK: - Relay and links

  private func take(relay pageInfo: JSONPath, _ style: inout PagingStyle) {
    // Without `data` this is not GraphQL, and `after` is the likely parameter. In GraphQL the query
    // names the variable.
    if body["data"] == nil { style.pageName = style.pageName ?? "after" }
    style.take(.relay(at: pageInfo), because: "Relay connection: \(pageInfo) has hasNextPage")
  }

  /// The path of the `pageInfo` of a Relay connection in `parent`; nil if there is none.
  func pageInfo(in parent: JSONPath) -> JSONPath? {
    let beside = body[parent]?.namedMembers ?? []
    return beside.first { $0.value["hasNextPage"] != nil }.map { parent.appending($0.key) }
  }

  /// The value that is most likely the URL of the next page, or null in its place.
  private var nextLink: Leaf? {
    let names = [
      "next", "nexturl", "nextpageurl", "nextlink", "odatanextlink", "nexthref", "nextpagelink",
      "nextpageuri", "nexturi", "nextpage",
    ]
    let found = leaves.filter { leaf in
      let isInside = ["href", "url"].contains(leaf.name) && names.contains(leaf.parentName)
      let isLink = leaf.value == .null || leaf.value.text.map { $0.isEmpty || $0.isLink } == true
      return isLink && (isInside || names.contains(leaf.name))
    }
    return found.min { $0.linkRank.lexicographicallyPrecedes($1.linkRank) }
  }

  // MARK: - Tokens

  /// A value that looks like the token of the next page; nil if there is none.
  private var token: Leaf? {
    let names = [
      "next", "nextcursor", "nextpagetoken", "nexttoken", "nextpage", "nextpagecursor",
      "continuation", "continuationtoken", "after", "cursor",
    ]
    return leaves.first { names.contains($0.name) && $0.isFilled }
  }

  private func take(token: Leaf, _ style: inout PagingStyle) {
    let given = [
      "cursor", "after", "pagetoken", "token", "next", "nexttoken", "continuation",
      "continuationtoken",
    ]
    let inURL = url.parameters.first { given.contains(Leaf.normalized($0.name)) }?.name
    guard let name = inURL ?? token.parameterName else {
      style.notes.append(
        "\(token.path) looks like a token, but nothing tells which parameter takes it: only this "
          + "page is read; give the name of the parameter")
      return
    }
    style.pageName = name
    let more = leaves.first { ["hasmore", "hasnext"].contains($0.name) }?.path
    style.take(
      .token(at: .body(token.path), more: more.map { .body($0) }),
      because: "token in \(token.path), for the parameter \(name): "
        + (inURL == nil ? "a guess by its name" : "the URL has it"))
  }

  // MARK: - Numbers

  /// The parameter for an offset, and the reason of the guess; nil if there is none.
  private var offset: (name: String, reason: String)? {
    let names = ["offset", "skip", "startindex"]
    if let name = url.parameters.first(where: { names.contains(Leaf.normalized($0.name)) })?.name {
      return (name, "the URL has it")
    }
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    guard let leaf, let name = leaf.path.lastKey else { return nil }
    return (name, "\(leaf.path) is \(leaf.value.brief)")
  }

  private func take(offset: (name: String, reason: String), _ style: inout PagingStyle) {
    style.pageName = offset.name
    let sizes = ["limit", "take", "itemsperpage", "maxresults"]
    style.sizeName = style.sizeName ?? leaves.first { sizes.contains($0.name) }?.path.lastKey
    style.take(
      .offset(total: style.total),
      because: "offset in the parameter \(offset.name): \(offset.reason)")
  }

  /// The reason to guess that pages have numbers; nil if there is none.
  private func numbering(_ list: RowList, style: PagingStyle) -> String? {
    if style.pageName != nil { return "the URL has it" }
    if let total = style.total, let count = number(at: total), count > list.rows.count {
      return "\(total) is \(count) and \(list.rows.count) rows came"
    }
    if let pages = pageCount { return "\(pages) is \(number(at: pages) ?? 0)" }
    let names = ["page", "currentpage", "pagenumber", "pageno", "pageindex", "nextpage", "next"]
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    return leaf.map { "\($0.path) is \($0.value.brief)" }
  }

  private func take(numbers reason: String, _ style: inout PagingStyle) {
    style.pageName = style.pageName ?? "page"
    let paging: Paging =
      if let total = style.total { .pageNumber(total: total) } else if let pageCount {
        .pageCount(at: pageCount)
      } else { .shortPage }
    style.take(
      paging, because: "page number in the parameter \(style.pageName ?? "page"): \(reason)")
  }

  /// The field with the number of pages; nil if there is none.
  private var pageCount: AnswerField? {
    let names = ["totalpages", "pagecount", "lastpage", "numpages", "pages", "maxpage"]
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    return leaf.map { .body($0.path) }
      ?? field(["x-total-pages", "x-pagination-page-count", "x-page-count"])
  }

  // MARK: - The rest

  private func takeRest(_ style: inout PagingStyle) {
    let keys = ["maxid", "sinceid", "startingafter", "afterid", "beforeid", "fromid"]
    if let name = url.parameters.first(where: { keys.contains(Leaf.normalized($0.name)) })?.name {
      style.pageName = name
      style.take(
        .keyset(at: style.id),
        because: "the last row's id for the parameter \(name): the URL has it")
    } else if let more = leaves.first(where: { $0.name == "hasmore" && $0.value == .bool(true) }) {
      style.notes.append(
        "\(more.path) is true, but nothing names the next page: only this page is read; give the "
          + "parameter that takes the last row's id, if that is how it pages")
    } else {
      style.notes.append(
        "not paged: there is no next URL, no total beyond the rows and no page number; "
          + "give the style of paging if there are more pages")
    }
  }
}

extension PagingStyle {
  /// Chooses the paging, and notes the reason.
  fileprivate mutating func take(_ paging: Paging, because reason: String) {
    self.paging = paging
    notes.append(reason)
  }
}

extension Leaf {
  /// The parameter that probably takes the token: `pageToken` for `nextPageToken`.
  fileprivate var parameterName: String? {
    guard let key = path.lastKey else { return nil }
    if ["cursor", "after", "continuation", "continuationtoken"].contains(name) { return key }
    guard name.hasPrefix("next"), name != "next", name != "nextpage" else { return nil }
    let rest = key.drop { $0 == "_" }.dropFirst(4).drop { $0 == "_" || $0 == "-" }
    guard let first = rest.first else { return nil }
    return first.lowercased() + rest.dropFirst()
  }
}

extension String {
  /// Whether the text looks like a URL rather than a token.
  fileprivate var isLink: Bool {
    ["http://", "https://", "/", "?", "./", "../"].contains { hasPrefix($0) } || contains("?")
  }
}
