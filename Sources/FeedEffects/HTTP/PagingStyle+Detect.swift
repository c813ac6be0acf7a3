public import FeedReducer
public import Foundation

extension PagingStyle {
  /// Finds out from a first answer how an API pages.
  ///
  /// - Parameters:
  ///   - answer: The first answer.
  ///   - url: Where it came from; its parameters are looked at too.
  ///   - rows: Where the list of rows is, if that is known.
  ///   - id: Where the id is in a row, if that is known.
  /// - Throws: A failure that says what was seen and what to give, when no list of rows is found
  ///   or nothing tells the rows apart.
  public static func detect(
    _ answer: JSONValue, url: URL, rows: JSONPath? = nil, id: JSONPath? = nil
  ) throws(FeedFailure) -> PagingStyle {
    do {
      return try Detection(answer: answer, url: url).style(rows: rows, id: id)
    } catch {
      throw FeedFailure(error, at: url)
    }
  }
}

/// The search for a style in a first answer.
struct Detection {
  let answer: JSONValue
  let url: URL

  func style(rows: JSONPath?, id: JSONPath?) throws(HTTPProblem) -> PagingStyle {
    let list = try rowList(given: rows)
    let fields = RowFields(list.rows)
    guard let idPath = id ?? fields.id else {
      throw .noIDAnywhere(rows: list.path, first: list.rows.first ?? .null)
    }
    var style = PagingStyle(paging: .none, rows: list.path, id: idPath, title: fields.title(idPath))
    style.notes = [
      "rows in \(list.path): "
        + (rows == nil ? "the best list of \(listsOfRows.count) found" : "as given"),
      "id \(idPath): "
        + (id != nil
          ? "as given"
          : list.rows.isEmpty
            ? "a guess, there is no row to look at"
            : "in \(list.rows.count == 1 ? "the only row" : "all \(list.rows.count) rows"), "
              + "no two alike"),
    ]
    findTotal(&style, list)
    findNames(&style, list)
    findPaging(&style, list)
    return style
  }
}

// MARK: - The style of paging

extension Detection {
  private func findPaging(_ style: inout PagingStyle, _ list: RowList) {
    if let pageInfo = pageInfo(of: list) {
      style.paging = .relay(at: pageInfo)
      // What GraphQL answers is in `data`, and the name of its variable is the query's.
      if answer["data"] == nil { style.pageName = style.pageName ?? "after" }
      style.notes.append("Relay connection: \(pageInfo) has hasNextPage")
    } else if let next = nextLink, next.isFilled {
      style.paging = .nextURL(at: next.path)
      style.notes.append("next URL in \(next.path): a link")
    } else if style.pageName == nil, let sign = signOfTokens {
      style.notes.append("\(sign) looks like paging by a token, \(Self.notServed)")
    } else if let next = nextLink {
      style.paging = .nextURL(at: next.path)
      style.notes.append("next URL in \(next.path): none, the last page")
    } else if style.pageName == nil, let sign = signOfOffsets {
      style.notes.append("\(sign) looks like paging by offset, \(Self.notServed)")
    } else if let reason = numbering(style, list) {
      style.paging = style.total.map { .pageNumber(total: $0) } ?? .shortPage
      if style.pageName == nil { style.pageName = "page" }
      style.notes.append("page number in the parameter \(style.pageName ?? "page"): \(reason)")
    } else {
      style.notes.append(
        "not paged: there is no next URL, no total beyond the rows and no page number; "
          + "give the style of paging if there are more pages")
    }
  }

  /// Where a Relay connection has its `pageInfo`, beside the list; nil if there is none.
  func pageInfo(of list: RowList) -> JSONPath? {
    let parent = list.path.listAndElement.list.parent
    let beside = (answer[parent]?.members ?? [:]).sorted { $0.key < $1.key }
    return beside.first { $0.value["hasNextPage"] != nil }.map { parent.appending($0.key) }
  }

  /// Where the URL of the next page is.
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

  /// What tells that pages have numbers, or nil.
  private func numbering(_ style: PagingStyle, _ list: RowList) -> String? {
    if style.pageName != nil { return "the URL has it" }
    if let total = style.total, let count = answer[total]?.wholeNumber, count > list.rows.count {
      return "\(total) is \(count) and \(list.rows.count) rows came"
    }
    let names = [
      "page", "currentpage", "pagenumber", "pageno", "pageindex", "totalpages", "pagecount",
      "lastpage", "numpages", "nextpage", "next",
    ]
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    return leaf.map { "\($0.path) is \($0.value.brief)" }
  }

  private static let notServed = "which is not served: only this page is read"

  /// What tells that pages begin at the index of a row, or nil.
  private var signOfOffsets: String? {
    let names = ["offset", "skip", "startindex"]
    let parameter = url.parameters.first { names.contains(Leaf.normalized($0.name)) }?.name
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    return parameter.map { "the parameter \($0)" } ?? leaf.map { "\($0.path)" }
  }

  /// What tells that pages are named by texts, or nil.
  private var signOfTokens: String? {
    let names = ["next", "nextcursor", "nextpagetoken", "nexttoken", "continuation", "after"]
    return leaves.first { names.contains($0.name) && $0.isFilled }.map { "\($0.path)" }
  }
}

// MARK: - Total and parameters

extension Detection {
  private func findTotal(_ style: inout PagingStyle, _ list: RowList) {
    let names = [
      "total", "totalcount", "totalitemsavailable", "totalitems", "totalrecords", "totalresults",
      "totalrows", "totalelements", "totalhits", "nbhits", "numfound", "filteredtablerowscount",
      "count",
    ]
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf, total: Int)? in
      let name = leaf.name == "value" ? leaf.parentName : leaf.name
      let rank = names.firstIndex(of: name)
      guard let total = leaf.value.wholeNumber, total >= list.rows.count,
        rank != nil || (name.contains("total") && !name.contains("page")),
        // A count of just these rows may be the page's own.
        name != "count" || total > list.rows.count
      else { return nil }
      return (rank ?? names.count, leaf, total)
    }
    guard let best = found.min(by: { $0.rank < $1.rank }) else { return }
    style.total = best.leaf.path
    style.notes.append("total in \(best.leaf.path): \(best.total)")
  }

  private func findNames(_ style: inout PagingStyle, _ list: RowList) {
    let pages = ["page", "p", "pg", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage"]
    let sizes = [
      "perpage", "pagesize", "size", "limit", "count", "pagelimit", "itemsperpage", "maxresults",
      "take", "rows", "n", "first",
    ]
    func name(_ names: [String]) -> String? {
      url.parameters.first { names.contains(Leaf.normalized($0.name)) && Int($0.value) != nil }?
        .name
    }
    style.pageName = name(pages)
    style.sizeName = name(sizes)
    if let size = style.sizeName.flatMap({ url.parameter($0) }).flatMap(Int.init), size > 0 {
      style.pageSize = size
      style.notes.append("\(size) rows a page: the URL says so")
    } else if !list.rows.isEmpty {
      style.pageSize = list.rows.count
      style.notes.append("\(list.rows.count) rows a page: as many came")
    }
  }
}

extension String {
  /// Whether the text looks like a URL and not like a token.
  fileprivate var isLink: Bool {
    ["http://", "https://", "/", "?", "./", "../"].contains { hasPrefix($0) } || contains("?")
  }
}
