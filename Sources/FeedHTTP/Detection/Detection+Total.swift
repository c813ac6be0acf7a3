// The number of all rows, in the body or in a header field of the first response.
extension Detection {
  /// The whole number at a place of the response; nil if there is none.
  func number(at field: AnswerField) -> Int? {
    switch field {
    case .body(let path): body[path]?.wholeNumber
    case .header(let name): headers.value(ofField: name).flatMap { Int($0) }
    }
  }

  /// The first of these header fields that has a whole number.
  func field(_ names: [String]) -> AnswerField? {
    names.first { headers.value(ofField: $0).flatMap { Int($0) } != nil }.map { .header($0) }
  }

  func findTotal(_ style: inout PagingStyle, in list: RowList) {
    style.total = total(of: list)
    guard given.total == nil, let total = style.total else { return }
    style.notes.append("total in \(total): \(number(at: total) ?? 0)")
  }

  /// The field with the number of all rows: the one that is given, or the likeliest; nil if there is none.
  func total(of list: RowList) -> AnswerField? {
    given.total ?? totalInBody(list) ?? totalInHeaders(list)
  }

  private func totalInHeaders(_ list: RowList) -> AnswerField? {
    let total = field([
      "x-total-count", "x-total", "total-count", "x-pagination-total-count", "x-count",
      "x-wp-total", "pagination-count", "x-total-results", "content-range",
    ])
    return total.flatMap { (number(at: $0) ?? 0) >= list.count ? $0 : nil }
  }

  /// The keys of a number of all rows, normalized, the likeliest first.
  static let totalNames = [
    "filtercount", "recordsfiltered", "filteredcount", "total", "totalcount", "totalitemsavailable",
    "totalitems", "totalrecords",
    "totalresults",
    "totalrows", "totalelements", "totalhits", "totalsize", "nbhits", "numfound", "found", "hits",
    "filteredtablerowscount", "odatacount", "numresults", "recordcount", "resultcount", "nb",
    "count",
  ]

  func totalInBody(_ list: RowList) -> AnswerField? {
    let names = Self.totalNames
    let found = leaves.compactMap { leaf -> (rank: Int, path: JSONPath)? in
      let name = leaf.name == "value" ? leaf.parentName : leaf.name
      let rank = names.firstIndex(of: name)
      // A lower bound is none, as where Elasticsearch stops counting.
      guard body[leaf.path.parent]?["relation"] != .string("gte"),
        !["shards", "took"].contains(leaf.parentName), let total = leaf.value.wholeNumber,
        total >= list.count,
        rank != nil || (name.contains("total") && !name.contains("page")),
        // A `count` equal to the number of rows may be that of the page, unless there has to be a total.
        name != "count" || total > list.count || given.kind == .pageTotal
      else { return nil }
      return (rank ?? names.count, leaf.path)
    }
    return found.min { $0.rank < $1.rank }.map { .body($0.path) }
  }

  /// Whether the rows that came tell that the total is no more than an estimate, as YouTube's is: they do not
  /// fill a page of the size that the request and the answer name.
  func isEstimate(_ list: RowList, in style: PagingStyle) -> Bool {
    guard style.sizeName != nil, let size = style.pageSize, list.count < size else {
      return false
    }
    return leaves.contains { $0.name == "resultsperpage" && $0.value == .integer(size) }
  }
}
