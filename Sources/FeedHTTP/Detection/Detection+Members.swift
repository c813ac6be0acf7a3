// Rows that are the members of an object: `{"T1": {…}, "T2": {…}}`.

extension Detection {
  /// The members of the only object that has rows; nil if there is a list of rows, or no such object.
  ///
  /// - Throws: `DetectionProblem.twoLists` if several objects may have them.
  func listOfMembers() throws(HTTPProblem) -> RowList? {
    guard given.rows == nil, query == nil else { return nil }
    if let memberPath {
      try checkForError()
      return RowList(
        path: memberPath.appending(.members), elements: body[memberPath]?.elements ?? [])
    }
    let paths = body.pathsOfMembers
    guard paths.count > 1 else { return nil }
    try checkForError()
    throw .detection(.twoLists(paths: paths.map { $0.appending(.members) }))
  }

  /// The value at a path of rows; nil if there is none. Of an object whose members are the rows it is a list.
  func value(at path: JSONPath) -> JSONValue? {
    guard path.isOfMembers else { return body[path] }
    let (list, element) = path.listAndElement
    if memberPath == list { return body[list.appending(.each).appending(element)] }
    // PHP writes an object without members as an empty list.
    return body[list].flatMap { [.array([]), .null].contains($0) ? $0 : nil }
  }

  /// The path of a title in the values of members; nil if there is none.
  func titleInValue(of list: RowList) -> JSONPath? {
    guard list.path.components.last == .members else { return nil }
    let values = list.rows.compactMap { $0["value"] }
    return RowFields(values).title("").map { JSONPath("value").appending($0) }
  }

  /// Whether rows are the members of an object, all of which are objects: then so are those of later pages.
  func needsObjects(_ list: RowList) -> Bool {
    list.path.components.last == .members && !list.rows.isEmpty
      && list.rows.allSatisfy { $0["value"]?.members != nil }
  }
}

extension JSONValue {
  /// The path of the object whose members are the rows: the one that is given, or the only one of a body without a
  /// list of rows; nil if there is none, or if there are several.
  func memberPath(given: JSONPath?, isGraphQL: Bool) -> JSONPath? {
    if let given {
      let list = given.listAndElement.list
      return given.isOfMembers && self[list]?.members != nil ? list : nil
    }
    // A query names all keys of its answer.
    let paths = isGraphQL ? [] : pathsOfMembers
    return paths.count == 1 ? paths[0] : nil
  }

  /// The body with a list in place of the object at a path: its members, each with its key and its value, but for
  /// those that are null.
  func listingMembers(at path: JSONPath) -> JSONValue? {
    let entries = self[path]?.members?.filter { $0.value != .null }.entries
    return entries.flatMap { setting(path, to: .array($0)) }
  }

  /// The paths of the objects that may have the rows as their members. One beside which a page is counted or named
  /// goes before others. There is none where the body has a list of rows.
  var pathsOfMembers: [JSONPath] {
    let lists = listsOfRows
    // A list of values in a row, as of its tags, is none of rows.
    guard lists.allSatisfy({ $0.rows.allSatisfy { $0.id != nil } }) else { return [] }
    // The two addresses of an order are alike, too.
    let found = pathsOfMembers(at: "", depth: 6, where: \.haveRows).filter { path in
      self[path]?.members?.haveKeysOfData == true
        || !path.components.isEmpty && hasPagingSign(in: path.parent)
    }
    guard
      lists.allSatisfy({ list in
        found.contains { list.path.components.starts(with: $0.components) }
      })
    else { return [] }
    if found.isEmpty {
      let single = pathsOfMembers(at: "", depth: 6, where: \.haveOneRow)
      return single.count == 1 ? single : []
    }
    let paged = found.filter { !$0.components.isEmpty && hasPagingSign(in: $0.parent) }
    return paged.count == 1 ? paged : found
  }

  private func pathsOfMembers(
    at path: JSONPath, depth: Int, where isWanted: KeyPath<[String: JSONValue], Bool>
  ) -> [JSONPath] {
    guard let members, depth > 0 else { return [] }
    if members[keyPath: isWanted] { return [path] }
    return namedMembers.filter { !Detection.isSide($0.key) }.flatMap {
      $0.value.pathsOfMembers(at: path.appending($0.key), depth: depth - 1, where: isWanted)
    }
  }
}

extension [String: JSONValue] {
  /// The members that are not null, if all of them are objects that are not empty; else none.
  private var objects: [[String: JSONValue]] {
    let others = values.filter { $0 != .null }
    let objects = others.compactMap(\.members).filter { !$0.isEmpty }
    return objects.count == others.count ? objects : []
  }

  /// Whether two or more members are objects with mostly the same keys: each has one that more than half of them have,
  /// and so are half of all their keys.
  fileprivate var haveRows: Bool {
    let objects = objects
    guard objects.count > 1 else { return false }
    let counts = [String: Int](objects.flatMap(\.keys).map { ($0, 1) }, uniquingKeysWith: +)
    let common = Set(counts.filter { $0.value * 2 > objects.count }.keys)
    let shared = objects.map { $0.keys.count { common.contains($0) } }
    let all = counts.values.reduce(0, +)
    return shared.allSatisfy { $0 > 0 } && shared.reduce(0, +) * 2 >= all
  }

  /// Whether the keys are data and no names: most have a digit, or there are many.
  fileprivate var haveKeysOfData: Bool {
    count >= 10 || keys.count { $0.contains(where: \.isNumber) } * 2 > count
  }

  /// Whether the only member is an object, and its key is one of data: it has a digit.
  fileprivate var haveOneRow: Bool {
    objects.count == 1 && count == 1 && keys.allSatisfy { $0.contains(where: \.isNumber) }
  }
}
