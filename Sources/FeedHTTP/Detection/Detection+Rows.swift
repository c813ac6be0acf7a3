import FeedEffects

/// A list that may be the list of rows.
struct RowList {
  var path: JSONPath
  var rows: [JSONValue]

  /// The path of the object that contains the list.
  var parent: JSONPath { path.listAndElement.list.parent }
}

extension Detection {
  /// Returns the list at the given path, or else the list that ranks best as the list of rows.
  ///
  /// - Throws: `HTTPProblem.content` with `noList` or `noListAnywhere`.
  func rowList(given path: JSONPath?) throws(HTTPProblem) -> RowList {
    if let path {
      guard let rows = answer[path]?.elements else { throw noList(at: path) }
      return RowList(path: path, rows: rows)
    }
    let lists = listsOfRows
    // A body may have thousands of lists in one object, so each parent is searched only once.
    let connections = Set(lists.map(\.parent)).filter { pageInfo(in: $0) != nil }
    let ranked = lists.map { list in
      (rank: rank(list, isConnection: connections.contains(list.parent)), list: list)
    }
    let best = ranked.min { $0.rank.lexicographicallyPrecedes($1.rank) }?.list
    guard let best, !best.rows.isEmpty || isNamed(best) || best.path.components.isEmpty else {
      throw .content(
        .noListAnywhere(body: answer, lists: self.lists(where: { _ in true }).map(\.path)))
    }
    return best
  }

  /// All lists of objects, lists of lists, and empty lists.
  var listsOfRows: [RowList] {
    lists { rows in
      rows.allSatisfy { $0.members != nil } || rows.allSatisfy { $0.elements != nil }
    }
  }

  /// The rank of a list, compared element by element. The lowest is most likely the list of rows.
  private func rank(_ list: RowList, isConnection: Bool) -> [Int] {
    [
      isConnection ? 0 : 1,
      list.rows.isEmpty ? 1 : 0,
      RowFields(list.rows).id == nil ? 1 : 0,
      isNamed(list) ? 0 : 1,
      -list.rows.count,
      list.path.components.count,
    ]
  }

  private func isNamed(_ list: RowList) -> Bool {
    [
      "results", "items", "data", "nodes", "edges", "rows", "records", "entries", "list", "hits",
      "values", "docs", "children", "objects", "content", "elements", "resources", "value",
    ].contains(list.path.listAndElement.list.lastKey ?? "")
  }

  private func noList(at path: JSONPath) -> HTTPProblem {
    var place = path.listAndElement.list
    while answer[place] == nil { place = place.parent }
    return .content(.noList(path: path, place: place, found: answer[place] ?? answer))
  }

  private func lists(where isWanted: ([JSONValue]) -> Bool) -> [RowList] {
    var found: [RowList] = []
    answer.visit { path, value in
      guard let elements = value.elements, isWanted(elements) else { return }
      let edges = path.appending(JSONPath("[].node"))
      if path.lastKey == "edges", elements.contains(where: { $0["node"] != nil }) {
        found.append(RowList(path: edges, rows: answer[edges]?.elements ?? []))
      } else {
        found.append(RowList(path: path, rows: elements))
      }
    }
    return found
  }
}

/// A value in the body that is neither an object nor a list.
struct Leaf {
  var path: JSONPath
  var value: JSONValue

  /// The key in lower case without punctuation: `nexturl` for `next_url` and `nextURL`.
  var name: String { Self.normalized(path.lastKey ?? "") }

  /// The normalized key of the object that contains the value.
  var parentName: String { Self.normalized(path.parent.lastKey ?? "") }

  /// Whether the value is a text that is not empty.
  var isFilled: Bool { value.text?.isEmpty == false }

  /// The rank as the next link, lowest first: a value before null, a key that mentions a URL before
  /// others, then the shortest path.
  var linkRank: [Int] {
    [
      isFilled ? 0 : 1,
      name.contains("ur") || name.contains("link") || name == "href" ? 0 : 1,
      path.components.count,
    ]
  }

  static func normalized(_ key: String) -> String {
    String(key.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension Detection {
  /// The values of the body that are not inside a list.
  var leaves: [Leaf] {
    var found: [Leaf] = []
    answer.visit { path, value in
      if value.members == nil, value.elements == nil {
        found.append(Leaf(path: path, value: value))
      }
    }
    return found
  }
}

extension JSONValue {
  /// Calls `look` with this value and all members in it, in the order of the keys.
  ///
  /// It does not visit the elements of lists. No API is known to have its rows deeper than the
  /// default of `depth`.
  func visit(
    at path: JSONPath = "", depth: Int = 6, _ look: (JSONPath, JSONValue) -> Void
  ) {
    look(path, self)
    guard depth > 0, let members else { return }
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      value.visit(at: path.appending(key), depth: depth - 1, look)
    }
  }
}

// The total and the page size in the first response, and the names of parameters in its URL.

extension Detection {
  /// The whole number at a place of the response; nil if there is none.
  func number(at field: AnswerField) -> Int? {
    switch field {
    case .body(let path): answer[path]?.wholeNumber
    case .header(let name): headers[name.lowercased()].flatMap { Int($0) }
    }
  }

  /// The first of these header fields that has a whole number.
  func field(_ names: [String]) -> AnswerField? {
    names.first { headers[$0].flatMap { Int($0) } != nil }.map { .header($0) }
  }

  func findTotal(_ style: inout PagingStyle, in list: RowList) {
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
        // A `count` equal to the number of rows may be that of the page.
        name != "count" || total > list.rows.count
      else { return nil }
      return (rank ?? names.count, leaf.path)
    }
    return found.min { $0.rank < $1.rank }.map { .body($0.path) }
  }

  func findNames(_ style: inout PagingStyle, in list: RowList) {
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
