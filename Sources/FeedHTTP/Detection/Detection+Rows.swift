/// A list that may be the list of rows.
struct RowList {
  var path: JSONPath

  /// The rows, without those that are null: a row that may not be seen is.
  let rows: [JSONValue]

  /// How many elements the list has.
  let count: Int

  /// Whether the answer has no list at the path, and says that it has no rows.
  var isAbsent = false

  /// The path of the object that contains the list.
  var parent: JSONPath { path.listAndElement.list.parent }

  var depth: Int { path.components.count }

  init(path: JSONPath, elements: [JSONValue], isAbsent: Bool = false) {
    self.path = path
    rows = elements.filter { $0 != .null }
    count = elements.count
    self.isAbsent = isAbsent
  }
}

extension RowList {
  /// Whether its name is that of errors, or of messages about them.
  fileprivate var isOfErrors: Bool {
    let names = ["errors", "error", "faults", "messages", "problems", "warnings"]
    return names.contains(Leaf.normalized(path.lastKey ?? ""))
  }
}

extension Detection {
  /// Returns the list at the given path, or else the list that ranks best as the list of rows.
  ///
  /// - Throws: `PageProblem.noList` or `DetectionProblem.noListAnywhere`.
  func rowList(given path: JSONPath?) throws(HTTPProblem) -> RowList {
    if let path {
      let found = value(at: path)
      let isAbsent = found == nil || found == .null
      if given.isAbsentIfEmpty, isAbsent { return RowList(path: path, elements: []) }
      guard let rows = found?.elements else {
        try checkForError()
        throw noList(at: path)
      }
      return RowList(path: path, elements: rows)
    }
    if let list = try listOfMembers() { return list }
    if let best = bestList {
      // The errors of a refusal may come as a list of objects.
      if best.isOfErrors, !RowFields(best.rows).hasOwnID { try checkForError() }
      if best.rows.isEmpty, emptyParent == nil, let other = fullList(besides: best) {
        guard isNamed(best) else { return other }
        throw .detection(.twoLists(paths: [best.path, other.path]))
      }
      return best
    }
    try checkForError()
    if emptySign != nil { return RowList(path: "items", elements: [], isAbsent: true) }
    throw .detection(
      .noListAnywhere(body: body, lists: body.lists(where: { _ in true }).map(\.path)))
  }

  /// Throws if the body, which has no rows, tells of an error.
  func checkForError() throws(HTTPProblem) {
    if let problem = HTTPProblem(errorIn: { answer.body[$0] }) { throw problem }
  }

  /// All lists that may have the rows.
  var listsOfRows: [RowList] { body.listsOfRows }

  private var bestList: RowList? {
    let lists = listsOfRows
    // A body may have thousands of lists in one object, so each parent is searched only once.
    let parents = Set(lists.map(\.parent))
    let connections = parents.filter { pageInfo(in: $0) != nil }
    let paged = parents.filter { !$0.components.isEmpty && body.hasPagingSign(in: $0) }
    let pageless = parents.filter(hasNoPages)
    let emptyParent = emptyParent
    let hasNoRows = lists.contains { list in
      list.rows.isEmpty
        && (pageless.contains(list.parent)
          || emptyParent.map { list.parent.components.starts(with: $0.components) } == true)
    }
    // The usual name of a list deeper inside belongs to something else.
    let depth = lists.filter { !$0.rows.isEmpty && !isSide($0) }.map(\.depth).min() ?? .max
    let ranked = lists.map { list in
      let isExpected = isNamed(list) && list.depth <= depth
      let rank = [
        connections.contains(list.parent) ? 0 : 1,
        // A list of values is that of the rows if there is no other: columns and tags stand beside rows.
        list.rows.first?.id == nil ? 0 : 1,
        isSide(list) ? 1 : 0,
        list.rows.isEmpty ? (isExpected || hasNoRows ? 0 : 1) : hasNoRows ? 1 : 0,
        RowFields(list.rows).id == nil ? 1 : 0,
        isCounted(list) ? 0 : 1,
        isNamed(list) ? 0 : 1,
        paged.contains(list.parent) ? 0 : 1,
        -list.count,
        list.depth,
      ]
      return (rank: rank, list: list)
    }
    return ranked.min { $0.rank.lexicographicallyPrecedes($1.rank) }?.list
  }

  /// Whether a number of all rows is named for the list: `total_commits` for `commits`.
  private func isCounted(_ list: RowList) -> Bool {
    let name = Leaf.normalized(list.path.lastKey ?? "")
    guard name.utf8.count > 3 else { return false }
    return leaves.contains { leaf in
      leaf.name != name && leaf.name.hasSuffix(name) && leaf.name.hasPrefix("total")
        && (leaf.number ?? 0) >= list.count
    }
  }

  /// A list with rows beside one that is empty, if it is none of those that stand beside rows; nil if there is none.
  private func fullList(besides empty: RowList) -> RowList? {
    if hasNoPages(empty.parent) { return nil }
    let lists = listsOfRows.filter { !$0.rows.isEmpty && !isSide($0) }
    return lists.max { $0.count < $1.count }
  }

  private func isNamed(_ list: RowList) -> Bool {
    [
      "results", "items", "data", "nodes", "edges", "rows", "records", "entries", "list", "hits",
      "values", "docs", "children", "objects", "content", "elements", "resources", "value",
      "collection",
    ].contains(list.path.listAndElement.list.lastKey ?? "")
  }

  /// Whether a list is one of those that stand beside rows: what rows refer to, facets, columns.
  private func isSide(_ list: RowList) -> Bool {
    list.path.components.contains {
      if case .key(let key) = $0 { Self.isSide(key) } else { false }
    }
  }

  /// Whether a key is one of what stands beside rows.
  static func isSide(_ key: String) -> Bool {
    [
      "included", "includes", "facets", "facetcounts", "facetresults", "suggestedfacets",
      "searchfacets", "aggregations", "columns", "expandablecolumns", "filters", "sorts",
      "suggestions", "breadcrumbs", "warnings", "errors", "links",
    ].contains(Leaf.normalized(key))
  }

  /// The path of the object in which, or below which, a list without rows is the list, as the number of all rows
  /// is 0; nil if nothing says so.
  private var emptyParent: JSONPath? {
    guard case .body(let total)? = totalInBody(RowList(path: "", elements: [])),
      body[total] == .integer(0)
    else { return nil }
    let around = ["meta", "metadata", "pagination", "paging", "page", "pageinfo", "info"]
    let parent = total.parent
    let isAround = around.contains(Leaf.normalized(parent.lastKey ?? ""))
    return isAround ? parent.parent : parent
  }

  /// Whether an object counts no pages.
  private func hasNoPages(_ path: JSONPath) -> Bool {
    body.hasMember(["pages", "totalpages", "pagecount"], in: path) { $0 == .integer(0) }
  }

  /// A value by which an answer without any list says that it has no rows; nil if there is none.
  var emptySign: Leaf? {
    let names = Self.totalNames + ["resultcount", "numberofelements", "size"]
    return leaves.first { names.contains($0.name) && $0.value == .integer(0) }
  }

  private func noList(at path: JSONPath) -> HTTPProblem {
    var place = path.listAndElement.list
    while body[place] == nil { place = place.parent }
    return .page(.noList(path: path, place: place, found: body[place] ?? body))
  }
}

extension JSONValue {
  /// All lists of objects, of lists, and of values that can be ids, and the empty lists that are not there
  /// for errors. Lists of links are none.
  var listsOfRows: [RowList] {
    let found = lists { rows in
      rows.allSatisfy { $0.members != nil } || rows.allSatisfy { $0.elements != nil }
        || rows.allSatisfy { $0.id != nil }
    }.filter { list in
      // Links of HAL are no rows.
      list.path.components.first != .key("_links") && JSONValue.array(list.rows).links == nil
        && !(list.rows.isEmpty
          && ["error", "errors", "warnings"].contains(list.path.lastKey ?? ""))
    }
    // Slack has its rows there; others tell of problems.
    return found.count == 1
      ? found : found.filter { !$0.rows.isEmpty || $0.path.lastKey != "messages" }
  }

  /// Whether the object at a path has what belongs to a page.
  func hasPagingSign(in path: JSONPath) -> Bool {
    let names = [
      "page", "perpage", "pagesize", "limit", "offset", "total", "totalcount", "next", "nexturl",
      "cursor", "nextcursor", "hasmore",
    ]
    return hasMember(names, in: path)
  }

  fileprivate func lists(where isWanted: ([JSONValue]) -> Bool) -> [RowList] {
    var found: [RowList] = []
    visit { path, value in
      guard let elements = value.elements, isWanted(elements.filter { $0 != .null }) else { return }
      let edges = path.appending(JSONPath("[].node"))
      if path.lastKey == "edges", elements.contains(where: { $0["node"] != nil }) {
        found.append(RowList(path: edges, elements: self[edges]?.elements ?? []))
      } else {
        found.append(RowList(path: path, elements: elements))
      }
    }
    return found
  }
}
