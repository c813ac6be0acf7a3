import FeedEffects
import Foundation

// How a response names the next page: what is given, then definite evidence, then likely signs.

extension Detection {
  func findPaging(_ style: inout PagingStyle, in list: RowList) throws(HTTPProblem) {
    if let kind = given.kind ?? given.next.map(kind(of:)) {
      try take(kind, &style, in: list)
    } else if !takeEvidence(&style, in: list), !takeSigns(&style, in: list) {
      takeRest(&style, in: list)
    }
  }

  /// Takes what the answer names the next page by, and returns whether it does.
  private func takeEvidence(_ style: inout PagingStyle, in list: RowList) -> Bool {
    let next = nextLink
    if let pageInfo = pageInfo(in: list.parent) {
      take(relay: pageInfo, &style)
    } else if let next, next.isFilled {
      style.take(.nextURL(at: .body(next.path)), because: "next URL in \(next.path): a link")
    } else if links.target("next") != nil {
      style.take(.linkHeader, because: "the Link header has rel=next")
    } else if let path = linkList {
      style.take(
        .nextURL(at: .body(path)), because: "next URL in \(path): a list of links by relation",
        isSettled: body[path]?.links?["next"] != nil)
    } else if let name = nextField {
      take(nextField: name, &style)
    } else if next == nil, let path = nextObject {
      take(object: path, &style)
    } else if style.pageName == nil, let leaf = nextInList, leaf.path.components.contains(.index(0))
    {
      let name = leaf.name.hasPrefix("start") ? "start" : leaf.path.lastKey ?? "page"
      take(token: .body(leaf.path), name: (name, "a guess by its name", true), &style)
    } else if style.pageName == nil, let token {
      takeIfNamed(token: token, &style)
    } else if let next {
      style.take(
        .nextURL(at: .body(next.path)), because: "next URL in \(next.path): none, the last page",
        isSettled: false)
    } else if let relation = links.pagingRelation {
      style.take(
        .linkHeader, because: "the Link header has rel=\(relation) and no rel=next, the last page")
    } else {
      return false
    }
    return true
  }

  /// Takes what is likely, and returns whether anything is.
  private func takeSigns(_ style: inout PagingStyle, in list: RowList) -> Bool {
    if let name = given.pageName, openVariables.contains(name) {
      style.pageName = name
      style.take(
        .keyset(at: style.id),
        because: "the last row's id for the variable \(name), which is a text")
    } else if style.pageName == nil, let range {
      take(range: range, &style)
    } else if style.pageName == nil, let offset {
      take(offset: offset, &style)
    } else if style.pageName == nil, let key = sortKey(in: list) {
      style.name(given.pageName ?? parameter(["searchafter"]), orGuess: "search_after")
      style.take(.keyset(at: key), because: "each row has the list \(key) by which rows are sorted")
    } else if style.pageName == nil, given.pageName == nil, let key = cursorKey(in: list) {
      style.name(parameter(["cursor", "pagingtoken"]), orGuess: key.lastKey ?? "cursor")
      style.take(.keyset(at: key), because: "each row has its own cursor in \(key)")
    } else if style.pageName == nil, let offset = offset(besideSizeIn: list, style) {
      take(offset: offset, &style)
    } else if let reason = numbering(list, style: style) {
      take(numbers: reason, &style)
    } else {
      return false
    }
    return true
  }

  private var links: LinkHeader { LinkHeader(headers["link"] ?? "") }

  // MARK: - Relay and links

  func take(relay pageInfo: JSONPath, _ style: inout PagingStyle) {
    // Without `data` this is not GraphQL, and `after` is the likely parameter. In GraphQL the query
    // names the variable.
    if body["data"] == nil { style.name(given.pageName ?? style.pageName, orGuess: "after") }
    style.take(.relay(at: pageInfo), because: "Relay connection: \(pageInfo) has hasNextPage")
  }

  /// The path of the `pageInfo` of a Relay connection in `parent`; nil if there is none.
  func pageInfo(in parent: JSONPath) -> JSONPath? {
    let beside = body[parent]?.namedMembers ?? []
    return beside.first { $0.value["hasNextPage"] != nil }.map { parent.appending($0.key) }
  }

  /// The value that is most likely the URL of the next page, or null in its place.
  var nextLink: Leaf? {
    let names = [
      "next", "nexturl", "nextpageurl", "nextlink", "odatanextlink", "nexthref", "nextpagelink",
      "nextpageuri", "nexturi", "nextpage",
    ]
    let found = leaves.filter { leaf in
      let isInside = ["href", "url", "uri"].contains(leaf.name) && names.contains(leaf.parentName)
      let isLink = leaf.value == .null || leaf.value.text.map { $0.isEmpty || $0.isLink } == true
      return isLink && (isInside || names.contains(leaf.name) || leaf.isNamedAsNextLink)
    }
    return found.min { $0.linkRank.lexicographicallyPrecedes($1.linkRank) }
  }

  /// The path of a list of links with relation types, of which one is about paging; nil if there is none.
  private var linkList: JSONPath? {
    body.firstPath { _, value in
      let relations = ["next", "prev", "previous", "first", "last"]
      return value.links.map { links in relations.contains { links[$0] != nil } } == true
    }
  }

  /// Names the parameter that has the number or the offset in the link to the next page, where nothing else in it
  /// is new: a source can heal such a list.
  func findPlace(_ style: inout PagingStyle, in list: RowList) {
    let text =
      switch style.paging {
      case .nextURL(.body(let path), _): body[path]?.links?["next"] ?? body[path]?.text
      case .nextURL(.header(let name), _): headers.value(ofField: name)
      case .linkHeader: links.target("next")
      default: nil as String?
      }
    guard requestBody == nil, query == nil, let text, let link = URL(pageLink: text, on: page)
    else { return }
    let known = given.pageName ?? style.pageName
    for name in known.map({ [$0] }) ?? link.parameters.map(\.name) {
      let firsts = given.firstNumber.map { [$0] } ?? (name.countsRows ? [0] : [1, 0])
      let first = firsts.first {
        page.place(in: link, named: name, first: $0, count: list.count) != nil
      }
      guard let first else { continue }
      style.pageName = name
      if first == 0, name.countsPages { style.firstNumber = 0 }
      return style.notes.append("the link counts in the parameter \(name)")
    }
  }

  // MARK: - Ranges

  /// The rows that the header field `Content-Range` tells, unless the request names an offset; nil if it is
  /// missing, or not about rows.
  private var range: ContentRange? {
    guard offset == nil, let range = headers["content-range"].flatMap(ContentRange.init),
      range.unit != "bytes", range.rows?.lowerBound ?? 0 == 0
    else { return nil }
    return range
  }

  private func take(range: ContentRange, _ style: inout PagingStyle) {
    // A request that limits the number of rows would cut them from each range.
    if let size = style.sizeName, !size.hasSuffix("]"), usualPageName(beside: size) != "page" {
      return take(numbers: "it belongs to \(size)", &style)
    }
    if style.sizeName != nil || requestBody != nil {
      return take(offset: ("offset", "the header Content-Range counts rows", true), &style)
    }
    style.rangeUnit = range.unit
    style.take(.offset(total: style.total), because: "rows in the header Content-Range")
  }

  // MARK: - The rest

  /// The path in each row of the values by which the rows are sorted, which the body of a search takes for
  /// the next page; nil if there is none.
  private func sortKey(in list: RowList) -> JSONPath? {
    guard requestBody != nil, !list.rows.isEmpty,
      list.rows.allSatisfy({ $0["sort"]?.elements?.isEmpty == false })
    else { return nil }
    return "sort"
  }

  /// The path in each row of a cursor of its own; nil if there is none.
  private func cursorKey(in list: RowList) -> JSONPath? {
    guard list.rows.count > 1 else { return nil }
    let key = list.rows[0].namedMembers.first {
      ["cursor", "pagingtoken"].contains(Leaf.normalized($0.key))
    }
    guard let path = key.map({ JSONPath(components: [.key($0.key)]) }) else { return nil }
    let cursors = list.rows.compactMap { $0[path]?.text }
    return cursors.count == list.rows.count && Set(cursors).count == cursors.count ? path : nil
  }

  /// Whether the rows are links to pages with rows of their own.
  private func isOfPages(_ list: RowList) -> Bool {
    !list.rows.isEmpty
      && list.rows.allSatisfy { row in
        let fields = row.namedMembers.map {
          Leaf(path: JSONPath(components: [.key($0.key)]), value: $0.value)
        }
        let isLink = fields.contains {
          ["id", "url", "href", "self"].contains($0.name) && $0.value.text?.isLink == true
        }
        let counts = fields.contains {
          ["count", "itemcount"].contains($0.name) && $0.number != nil
        }
        let isPage = fields.contains {
          $0.name == "type" && ($0.value.text ?? "").lowercased().contains("page")
        }
        let isOnlyLink = fields.count == 1 && list.path.lastKey?.lowercased() == "pages"
        return isLink && (counts && isPage || isOnlyLink)
      }
  }

  /// The parameter for a value of the last row; nil if there is none.
  var keyName: String? {
    let names = ["maxid", "sinceid", "startingafter", "afterid", "beforeid", "fromid"]
    let others = ["before", "after", "since", "until", "from"]
    if let name = given.pageName, name.isOne(of: names + others) || name.isNamedForID {
      return name
    }
    // A walk by these begins at 0.
    let starts = ["since", "after", "lastid", "minid", "idgt", "gtid", "seq"]
    return parameter(names)
      ?? parameters.first { $0.isOne(of: starts) && $0.value == "0" }?.name
  }

  /// A value that says that there are more rows; nil if there is none.
  var more: Leaf? { AnswerSigns(leaves).more ?? moreInLastRow }

  /// Such a value in the last row; nil if there is none.
  private var moreInLastRow: Leaf? {
    guard let row = body.elements?.last, let members = row.members else { return nil }
    return members.lazy.map {
      Leaf(path: JSONPath(components: [.key($0.key)]), value: $0.value)
    }.first { $0.name.hasPrefix("more") && $0.value == .bool(true) }
  }

  /// By what the response says that this is the last page: no more, no token, or that it is of a kind that
  /// always names the next one; nil if nothing says so.
  private var lastSign: String? {
    let empty = leaves.first { leaf in
      let isEmpty = leaf.value == .null || leaf.value.text != nil && !leaf.isFilled
      let isNone =
        isEmpty || leaf.name != "offset" && leaf.value.wholeNumber.map { $0 <= 0 } == true
      return isNone && (Self.tokenNames + ["nextpagestart"]).contains(leaf.name)
    }
    if let sign = AnswerSigns(leaves).last ?? empty { return "\(sign.path) is \(sign.value.brief)" }
    let field = headers.keys.sorted().first { headers[$0]?.isEmpty == true && $0.isNextField }
    if let field { return "the header \(field) is empty" }
    if let path = linksWithoutNext { return "\(path) has no next" }
    if likelyNext != nil { return nil }
    return family.map { "it names none, and \($0) name the next one" }
  }

  /// The path of an object that has the links of a page, none of which leads on, or of one for paging that is
  /// empty; nil if there is none.
  private var linksWithoutNext: JSONPath? {
    body.firstPath { path, value in
      guard let members = value.members else { return false }
      let name = Leaf.normalized(path.lastKey ?? "")
      let isOfLinks = name == "links" && members["self"] != nil && members["next"] == nil
      return isOfLinks || ["pagination", "paging"].contains(name) && members.isEmpty
    }
  }

  /// The kind of APIs whose lists have a token unless this page is the last; nil if nothing tells it.
  var family: String? {
    // Books count rows, and are asked for by an offset.
    if body["kind"]?.text?.contains("#") == true, body["totalItems"] == nil,
      nextInList == nil
    {
      return "lists of Google"
    }
    let isOfKubernetes = body["apiVersion"] != nil && body["kind"]?.text?.hasSuffix("List") == true
    return isOfKubernetes ? "lists of Kubernetes" : nil
  }

  /// The number of the page or of the row in an object that stands for the next page, which may be the only element of a
  /// list: `queries.nextPage[0].startIndex`; nil if there is none.
  var nextInList: Leaf? {
    var found: Leaf?
    body.visit { path, value in
      let name = Leaf.normalized(path.lastKey ?? "")
      guard found == nil, ["next", "nextpage"].contains(name) else { return }
      let isList = value.elements?.count == 1
      let object = isList ? value.elements?[0] : value
      let place = isList ? path.appending(.index(0)) : path
      found = object?.namedMembers.lazy.map {
        Leaf(path: place.appending($0.key), value: $0.value)
      }.first { ($0.name.countsRows || $0.name.countsPages) && $0.number != nil }
    }
    return found
  }

  private func takeRest(_ style: inout PagingStyle, in list: RowList) {
    // Stripe names its lists so.
    let isKeyed =
      more != nil && leaves.contains { $0.name == "object" && $0.value == .string("list") }
    if let name = keyName {
      style.pageName = name
      style.take(
        .keyset(at: style.id),
        because: "the last row's id for the parameter \(name): "
          + (given.pageName == nil ? "the request has it" : "as given"))
    } else if given.pageName != nil {
      take(numbers: "as given", &style)
    } else if isKeyed {
      style.name(nil, orGuess: "starting_after")
      style.take(
        .keyset(at: style.id),
        because: "the last row's id for the parameter starting_after: there are more rows of a list"
      )
    } else {
      noteRest(&style, in: list)
    }
  }

  /// Says why no paging is taken.
  private func noteRest(_ style: inout PagingStyle, in list: RowList) {
    style.isSettled = false
    if let more {
      style.notes.append(
        "\(more.path) is \(more.value.brief), but nothing names the next page: only this page is read; "
          + "give the parameter that takes the last row's id, if that is how it pages")
      style.saysMore = true
    } else if isOfPages(list) {
      style.notes.append(
        "the rows look like links to pages, each with rows of its own; give the URL of one of them")
      (style.saysMore, style.isSettled, style.listsPages) = (true, true, true)
    } else if let sign = lastSign {
      style.notes.append("no more pages: \(sign)")
      style.saysEnd = true
    } else if style.rows.lastKey == "node" || style.rows.lastKey == "nodes" {
      style.unknown = .next
      style.notes.append(
        "not paged: the connection has no pageInfo; "
          + "ask for pageInfo { hasNextPage endCursor } in the query")
    } else {
      style.unknown = .next
      style.notes.append(
        "not paged: there is no next URL, no total beyond the rows and no page number; "
          + "give the style of paging if there are more pages")
      style.saysEnd = isEstimate(list, in: style)
    }
  }
}

extension PagingStyle {
  /// Chooses the paging, and notes the reason.
  mutating func take(_ paging: Paging, because reason: String, isSettled: Bool = true) {
    self.paging = paging
    self.isSettled = isSettled
    notes.append(reason)
  }

  /// Chooses the parameter for the page: the one that is known, or a guess.
  mutating func name(_ known: String?, orGuess guess: String) {
    pageName = known ?? guess
    hasGuessedPageName = known == nil
  }
}
