import FeedEffects

/// Finds the fields of rows that can serve as id and title.
struct RowFields {
  private let rows: [JSONValue]

  init(_ rows: [JSONValue]) {
    self.rows = rows
  }

  /// The largest number of fields to try. Each one costs a pass over all rows.
  private static let limit = 100

  /// The path of a field that all rows have, with different values; nil if there is none.
  var id: JSONPath? {
    guard let first = rows.first else { return "id" }
    return Self.idCandidates(first).prefix(Self.limit).first(where: tellsRowsApart)
  }

  /// The paths of other fields that are made to be ids, with different values in all rows.
  func otherIDs(than id: JSONPath) -> [JSONPath] {
    guard let first = rows.first else { return [] }
    return Self.ownIDs(first).prefix(8).filter { $0 != id && tellsRowsApart($0) }
  }

  private func tellsRowsApart(_ path: JSONPath) -> Bool {
    // Numbers beyond those of the machine are told apart by their digits, which are not at hand here.
    let ids = rows.enumerated().compactMap { index, row in
      row[path]?.id ?? (row[path]?.isLongNumber == true ? "long \(index)" : nil)
    }
    return ids.count == rows.count && Set(ids).count == ids.count
  }

  /// The path of a field other than `id` with a text in at least one row; nil if there is none.
  func title(_ id: JSONPath) -> JSONPath? {
    guard let first = rows.first else { return nil }
    return Self.titleCandidates(first).prefix(Self.limit).first { path in
      path != id && rows.contains { $0[path]?.text != nil }
    }
  }

  /// Fields that are made to be ids.
  private static func ownIDs(_ row: JSONValue) -> [JSONPath] {
    let names = ["id", "uid", "uuid", "guid", "key", "objectid", "nodeid", "slug"]
    let fields = fields(of: row)
    let endings = fields.filter { $0.name.hasSuffix("id") && !names.contains($0.name) }
    return columns(of: row) + named(names, in: fields) + endings.map(\.path) + selfLinks(of: row)
  }

  /// Fields that name a row, though not as an id.
  private static func names(_ row: JSONValue) -> [JSONPath] {
    let names = [
      "url", "uri", "href", "link", "self", "code", "sku", "isbn", "doi", "arn", "ts", "login",
    ]
    return named(names, in: fields(of: row))
  }

  /// What is taken for an id where nothing better is there: names, ids of what is in the row, and at the end
  /// anything.
  private static func weakIDs(_ row: JSONValue) -> [JSONPath] {
    let endings = ["key", "uri", "url", "arn", "code", "name"]
    let fields = fields(of: row)
    let rest = fields.filter { field in endings.contains { field.name.hasSuffix($0) } }
    let deep = row.leaves.filter { $0.path.components.count > 2 && $0.name.hasSuffix("id") }
    let texts = fields.filter { $0.value.id.map { $0.utf8.count <= 200 } == true }
    return named(["fullname", "name", "title"], in: fields)
      + nested(["id", "uid", "uuid", "guid"], in: row)
      + nested(["key", "uri", "url", "href", "slug", "name"], in: row)
      + (deep + rest + texts).map(\.path)
  }

  /// The likeliest id first.
  private static func idCandidates(_ row: JSONValue) -> [JSONPath] {
    ownIDs(row) + names(row) + weakIDs(row)
  }

  /// Whether the first row has a field that is made to be an id.
  var hasOwnID: Bool { rows.first.map { !Self.ownIDs($0).isEmpty } == true }

  /// Whether a field is no more than a likely id: two rows may have it in common.
  func isWeak(_ id: JSONPath) -> Bool {
    guard let first = rows.first else { return false }
    return !Self.ownIDs(first).contains(id) && !Self.names(first).contains(id)
  }

  /// Where a row names itself as HAL and JSON:API do.
  private static func selfLinks(of row: JSONValue) -> [JSONPath] {
    ["_links.self.href", "links.self.href", "_links.self", "links.self"]
      .map(JSONPath.init(_:)).filter { row[$0]?.id != nil }
  }

  /// Ids one level deeper: `sys.id`, `id.S`, `_id.$oid`.
  private static func nested(_ names: [String], in row: JSONValue) -> [JSONPath] {
    row.namedMembers.flatMap { member -> [JSONPath] in
      let path = JSONPath(components: [.key(member.key)])
      let isID = ["id", "key", "uid", "uuid"].contains(Leaf.normalized(member.key))
      return member.value.namedMembers.filter { inner in
        isID || names.contains(Leaf.normalized(inner.key))
      }.map { path.appending($0.key) }
    }
  }

  private static func titleCandidates(_ row: JSONValue) -> [JSONPath] {
    let names = [
      "title", "name", "fullname", "displayname", "label", "headline", "subject", "caption",
      "text", "body", "summary", "description", "login", "username", "message", "content",
    ]
    return columns(of: row) + named(names, in: fields(of: row))
  }

  /// The fields with one of the names, in the order of the names.
  private static func named(_ names: [String], in fields: [Leaf]) -> [JSONPath] {
    names.flatMap { name in
      // `id` comes before `_id`.
      fields.filter { $0.name == name }.map(\.path).sorted {
        $0.description.count < $1.description.count
      }
    }
  }

  /// The fields of a row that is an object, then those of wrapper objects in it, such as `node`.
  private static func fields(of row: JSONValue) -> [Leaf] {
    let wrappers = ["data", "node", "item", "attributes", "resource", "source", "document"]
    let own = row.namedMembers.map {
      Leaf(path: JSONPath(components: [.key($0.key)]), value: $0.value)
    }
    let wrapped = own.filter { wrappers.contains($0.name) }.flatMap { wrapper in
      wrapper.value.namedMembers.map {
        Leaf(path: wrapper.path.appending($0.key), value: $0.value)
      }
    }
    return own + wrapped
  }

  /// The elements of a row that is a list; the row itself if it is a single value.
  private static func columns(of row: JSONValue) -> [JSONPath] {
    switch row {
    case .array(let values): values.indices.map { JSONPath(components: [.index($0)]) }
    case .object: []
    default: [""]
    }
  }
}
