import FeedEffects
import Foundation

// Offsets and page numbers.

extension Detection {
  /// The parameter for an offset; nil if there is none.
  var offset: GuessedName? {
    let names = ["offset", "skip", "startindex", "startat", "ofs"]
    // In a list without anything around it, `from` is the id of a row.
    let others = body.elements == nil ? ["start", "from"] : ["start"]
    if let name = given.pageName, name.isOne(of: names + others) {
      return (name, "as given", false)
    }
    // A date or an id is no index.
    let parameter = parameters.first {
      $0.isOne(of: names + others) && (Int($0.value) != nil || $0.value.isEmpty)
    }
    if let parameter { return (parameter.name, "the request has it", false) }
    if let variable = offsetVariable { return (variable, "the query uses it", false) }
    let leaf = leaves.first { leaf in
      // What Spring calls so is computed from the number of the page; others count rows from 1 beside it.
      if leaf.parentName == "pageable" || hasCurrentPage(beside: leaf) { return false }
      // Beside a total the first row has the index 0.
      let isStart =
        others.contains(leaf.name) && leaf.value == .integer(0) && hasTotal(beside: leaf)
      return isStart || names.contains(leaf.name) && leaf.number != nil
    }
    guard let leaf, var name = leaf.path.lastKey else { return nil }
    // CouchDB is asked by another name than it answers.
    if body["total_rows"] != nil, body["offset"] != nil { name = "skip" }
    return (given.pageName ?? name, "\(leaf.path) is \(leaf.value.brief)", given.pageName == nil)
  }

  private func hasCurrentPage(beside leaf: Leaf) -> Bool {
    leaves.contains {
      ["page", "currentpage"].contains($0.name) && $0.parentName == leaf.parentName
        && $0.value.wholeNumber != nil
    }
  }

  /// The variable for an offset that the GraphQL query uses; nil if there is none.
  private var offsetVariable: String? {
    query?.firstMatch(of: /\b(?:offset|skip)\s*:\s*\$(\w+)/).map { String($0.1) }
  }

  private func hasTotal(beside leaf: Leaf) -> Bool {
    body.hasMember(Self.totalNames, in: leaf.path.parent)
  }

  /// The parameter for an offset that belongs to the size in the request, or to the kind of answer; nil if
  /// nothing tells it. The rows have to fill the page.
  func offset(besideSizeIn list: RowList, _ style: PagingStyle) -> GuessedName? {
    guard let size = style.pageSize, list.count >= size, size > 1, given.pageName == nil else {
      return nil
    }
    if Set(leaves.map(\.name)).isSuperset(of: ["took", "timedout"]) {
      return ("from", "the answer has took and timed_out", true)
    }
    guard let sizeName = style.sizeName, pageSign == nil, pageCount == nil else { return nil }
    let hasMore =
      family == nil && style.total.flatMap(number).map { $0 > list.count } == true
    let name = Self.sureOffsets[sizeName] ?? (hasMore ? Self.likelyOffsets[sizeName] : nil)
    return name.map { ($0, "it belongs to \(sizeName)", true) }
  }

  /// The parameters for an offset beside those for the number of rows, which have no other one.
  static let sureOffsets = [
    "retmax": "retstart", "resultRecordCount": "resultOffset", "$top": "$skip",
    "$limit": "$offset", "_limit": "_start", "rows": "start",
  ]

  /// Those beside which pages may have numbers, too.
  static let likelyOffsets = [
    "limit": "offset", "count": "offset", "max": "offset", "take": "skip", "top": "skip",
    "maxResults": "startIndex",
  ]

  func take(offset: GuessedName, _ style: inout PagingStyle) {
    if offset.name.lowercased() == "header:range" {
      style.rangeUnit = headers["content-range"].flatMap(ContentRange.init)?.unit ?? "items"
      return style.take(.offset(total: style.total), because: "rows in the header Range, as given")
    }
    style.name(offset.isGuess ? nil : offset.name, orGuess: offset.name)
    let sizes = ["limit", "take", "itemsperpage", "maxresults"]
    style.sizeName = style.sizeName ?? leaves.first { sizes.contains($0.name) }?.path.lastKey
    style.take(
      .offset(total: style.total),
      because: "offset in the parameter \(offset.name): \(offset.reason)")
  }

  /// The reason to guess that pages have numbers; nil if there is none.
  func numbering(_ list: RowList, style: PagingStyle) -> String? {
    if style.pageName != nil { return given.pageName == nil ? "the request has it" : "as given" }
    if let total = style.total, let count = number(at: total), count > list.count,
      !isEstimate(list, in: style), family == nil
    {
      return "\(total) is \(count) and \(list.count) rows came"
    }
    if let pages = pageCount { return "\(pages) is \(number(at: pages) ?? 0)" }
    if let leaf = pageSign { return "\(leaf.path) is \(leaf.value.brief)" }
    let sizes = ["perpage", "pagesize"]
    guard more != nil, let name = style.sizeName, name.isOne(of: sizes) else { return nil }
    return "there are more rows, and the request has \(name)"
  }

  /// A value that is the number of a page; nil if there is none.
  private var pageSign: Leaf? {
    let names = ["page", "currentpage", "pagenumber", "pageno", "pageindex", "nextpage", "next"]
    return leaves.first { leaf in
      // A number of no page is that there is no next one.
      let isNone = leaf.name.hasPrefix("next") && (leaf.value.wholeNumber ?? 0) <= 0
      return (names.contains(leaf.name) || isSpringNumber(leaf)) && leaf.value.wholeNumber != nil
        && !isNone
    }
  }

  /// Whether a value is the number of a page, counted from 0, as Spring calls it.
  private func isSpringNumber(_ leaf: Leaf) -> Bool {
    guard leaf.name == "number" else { return false }
    let signs = ["size", "totalelements", "totalpages", "numberofelements", "pageable"]
    return body.hasMember(signs, in: leaf.path.parent)
  }

  func take(numbers reason: String, _ style: inout PagingStyle) {
    style.name(style.pageName ?? given.pageName, orGuess: usualPageName(beside: style.sizeName))
    style.firstNumber = firstNumber
    let paging: Paging =
      if let pageCount, style.total == nil || isCapped(pageCount, in: style) {
        .pageCount(at: pageCount)
      } else if let total = style.total { .pageNumber(total: total) } else { .shortPage }
    style.take(
      paging, because: "page number in the parameter \(style.pageName ?? "page"): \(reason)")
  }

  /// Whether the pages that the server counts have fewer rows than it counts: it gives no more pages.
  private func isCapped(_ pageCount: AnswerField, in style: PagingStyle) -> Bool {
    guard let pages = number(at: pageCount), let total = style.total.flatMap(number),
      let size = style.pageSize, pages > 1
    else { return false }
    return Double(pages) * Double(size) < Double(total)
  }

  /// The parameter for the number of a page where nothing tells it: in brackets where the size is.
  func usualPageName(beside size: String?) -> String {
    guard let size else { return "page" }
    guard let start = size.firstIndex(of: "["), size.hasSuffix("]") else {
      // `__page` beside `__page_size`
      let name = ["_size", "Size", "-size"].first { size.hasSuffix($0) }
        .map { String(size.dropLast($0.count)) }
      return name.flatMap { $0.countsPages ? $0 : nil } ?? "page"
    }
    let name = size[size.index(after: start)...].dropLast()
    switch name {
    // JSON:API; Magento
    case "size": return size[..<start] + "[number]"
    case "pageSize" where size.hasPrefix("searchCriteria"): return size[..<start] + "[currentPage]"
    default: return size[..<start] + "[page]"
    }
  }

  /// The number of the first page, 0 or 1, if the first response says so; nil if it does not.
  var firstNumber: Int? {
    if let number = given.firstNumber { return number }
    let names = ["page", "currentpage", "pagenumber", "pageno", "pageindex"]
    let numbers = leaves.filter { names.contains($0.name) || isSpringNumber($0) }
      .compactMap(\.value.wholeNumber)
    return numbers.contains(0) ? 0 : numbers.contains(1) ? 1 : nil
  }

  /// The field with the number of pages; nil if there is none.
  var pageCount: AnswerField? {
    let names = ["totalpages", "pagecount", "lastpage", "numpages", "nbpages", "pages", "maxpage"]
    let leaf = leaves.first { names.contains($0.name) && $0.value.wholeNumber != nil }
    return leaf.map { .body($0.path) }
      ?? field(["x-total-pages", "x-wp-totalpages", "x-pagination-page-count", "x-page-count"])
  }
}
