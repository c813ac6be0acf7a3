/// A row as feeds have them.
struct Row: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  var title: String

  init(_ id: Int) {
    self.init(id, title: "Row number \(id) of the feed")
  }

  init(_ id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

/// The rows of a page.
func page(_ start: Int, _ count: Int = 20) -> [Row] {
  (start..<start + count).map(Row.init)
}
