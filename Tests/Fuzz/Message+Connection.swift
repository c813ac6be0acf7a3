import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

extension Message {
  private static let url = URL(string: "https://example.org/graphql") ?? URL(filePath: "/")

  /// Two sources. The first refuses answers with errors; the second accepts partial data.
  private static let sources = [false, true].map { acceptsPartialData in
    var request = HTTPRequest.graphql(
      url, query: "query ($after: String, $before: String) { … (after: $after, before: $before) }")
    request.graphQL?.acceptsPartialData = acceptsPartialData
    return HTTPPageSource<JSONRow>(
      request, rows: .raw(at: "data.items.edges[].node", id: "id", title: "title"),
      paging: .relay(at: "data.items.pageInfo"), total: "data.items.totalCount")
  }

  /// Reads a connection. The first word is `whole` or `partial`, the third word is the cursor.
  func readAsConnection() throws(Finding) {
    let source = Self.sources[word(0) == "partial" ? 1 : 0]
    let answer = answer(from: Self.url)
    guard let page = try source.read(answer, after: word(2).map { .token($0) }) else { return }
    // A page ignores the rest of the body, which may be invalid JSON.
    guard let json = try? JSONDecoder().decode(JSONValue.self, from: body) else { return }
    let isWhole = [nil, .null, .array([])].contains(json["errors"])
    try Finding.unless(word(0) == "partial" || isWhole, "a page comes in spite of errors")
    let edges: JSONValue = json["data.items.edges"] ?? .null
    guard case .array(let rows) = edges else { throw Finding(text: "rows come of \(edges)") }
    // A row that may not be seen is null, and so may its element be.
    let shown = rows.count { $0 != .null && $0["node"] != .null }
    try Finding.unless(
      word(0) == "partial" || page.items.count == shown, "rows are left out without a word")
  }
}
