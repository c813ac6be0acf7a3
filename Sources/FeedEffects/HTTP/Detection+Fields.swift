// What a first answer says of numbers, and the URL of names.

extension Detection {
  /// The number at a place of the answer.
  func number(at field: AnswerField) -> Int? {
    switch field {
    case .body(let path): answer[path]?.wholeNumber
    case .header(let name): headers[name.lowercased()].flatMap { Int($0) }
    }
  }

  /// The first header field of these names that has a number.
  func field(_ names: [String]) -> AnswerField? {
    names.first { headers[$0].flatMap { Int($0) } != nil }.map { .header($0) }
  }

  func findTotal(_ style: inout PagingStyle, _ list: RowList) {
    guard let total = totalInBody(list) ?? totalInHeaders(list) else { return }
    style.total = total
    style.notes.append("total in \(total): \(number(at: total) ?? 0)")
  }

  private func totalInHeaders(_ list: RowList) -> AnswerField? {
    let total = field([
      "x-total-count", "x-total", "total-count", "x-pagination-total-count", "x-count",
      "x-wp-total",
    ])
    return total.flatMap { (number(at: $0) ?? 0) >= list.rows.count ? $0 : nil }
  }

  private func totalInBody(_ list: RowList) -> AnswerField? {
    let names = [
      "total", "totalcount", "totalitemsavailable", "totalitems", "totalrecords", "totalresults",
      "totalrows", "totalelements", "totalhits", "nbhits", "numfound", "filteredtablerowscount",
      "count",
    ]
    let found = leaves.compactMap { leaf -> (rank: Int, path: JSONPath)? in
      let name = leaf.name == "value" ? leaf.parentName : leaf.name
      let rank = names.firstIndex(of: name)
      guard let total = leaf.value.wholeNumber, total >= list.rows.count,
        rank != nil || (name.contains("total") && !name.contains("page")),
        // A count of just these rows may be the page's own.
        name != "count" || total > list.rows.count
      else { return nil }
      return (rank ?? names.count, leaf.path)
    }
    return found.min { $0.rank < $1.rank }.map { .body($0.path) }
  }

  func findNames(_ style: inout PagingStyle, _ list: RowList) {
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
