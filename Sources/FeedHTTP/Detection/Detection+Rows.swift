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
      let isAbsent = body[path] == nil || body[path] == .null
      if given.isAbsentIfEmpty, isAbsent { return RowList(path: path, rows: []) }
      guard let rows = body[path]?.elements else {
        try checkForError()
        throw noList(at: path)
      }
      return RowList(path: path, rows: rows)
    }
    let lists = listsOfRows
    // A body may have thousands of lists in one object, so each parent is searched only once.
    let connections = Set(lists.map(\.parent)).filter { pageInfo(in: $0) != nil }
    let ranked = lists.map { list in
      (rank: rank(list, isConnection: connections.contains(list.parent)), list: list)
    }
    let best = ranked.min { $0.rank.lexicographicallyPrecedes($1.rank) }?.list
    guard let best else {
      try checkForError()
      throw .content(
        .noListAnywhere(body: body, lists: self.lists(where: { _ in true }).map(\.path)))
    }
    return best
  }

  /// Throws if the body, which has no rows, tells of an error.
  func checkForError() throws(HTTPProblem) {
    if let problem = HTTPProblem(errorIn: { body[$0] }) { throw problem }
  }

  /// All lists of objects, of lists, and of values that can be ids, and the empty lists that are not there
  /// for errors.
  var listsOfRows: [RowList] {
    lists { rows in
      rows.allSatisfy { $0.members != nil } || rows.allSatisfy { $0.elements != nil }
        || rows.allSatisfy { $0.id != nil }
    }.filter { list in
      // Links of HAL are no rows.
      if list.path.components.first == .key("_links") { return false }
      return !list.rows.isEmpty
        || !["errors", "warnings", "messages"].contains(list.path.lastKey ?? "")
    }
  }

  /// The rank of a list, compared element by element. The lowest is most likely the list of rows.
  private func rank(_ list: RowList, isConnection: Bool) -> [Int] {
    [
      isConnection ? 0 : 1,
      // A list of values is that of the rows if there is no other: columns and tags stand beside rows.
      list.rows.first?.id == nil ? 0 : 1,
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
    while body[place] == nil { place = place.parent }
    return .content(.noList(path: path, place: place, found: body[place] ?? body))
  }

  private func lists(where isWanted: ([JSONValue]) -> Bool) -> [RowList] {
    var found: [RowList] = []
    body.visit { path, value in
      guard let elements = value.elements, isWanted(elements) else { return }
      let edges = path.appending(JSONPath("[].node"))
      if path.lastKey == "edges", elements.contains(where: { $0["node"] != nil }) {
        found.append(RowList(path: edges, rows: body[edges]?.elements ?? []))
      } else {
        found.append(RowList(path: path, rows: elements))
      }
    }
    return found
  }
}
