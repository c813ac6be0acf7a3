import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Message {
  private static let url = URL(string: "https://example.org/feed?page=1") ?? URL(filePath: "/")

  /// Reads cursors of any shape from a page, and asks for the next page by each. The first word is the
  /// name of the place that takes the cursor. The program chooses it, so it is short in a large input, too.
  ///
  /// A cursor must survive a snapshot, and arrive in a body as it came.
  func readAsCursors() throws(Finding) {
    let name = word(0).map { String($0.prefix(64)) } ?? "cursor"
    var ranged = HTTPRequest.get(Self.url)
    ranged.rangeUnit = "items"
    let requests: [HTTPRequest] = [
      .get(Self.url, page: name, size: "size"), ranged,
      .post(Self.url, body: ["q": "x", "list": [["a": 1]]], page: name, size: "size"),
    ]
    let pagings: [Paging] = [
      .token(at: "next"), .token(at: .header("x-next-cursor")), .keyset(at: "sort"),
      .offset(total: .header("content-range")),
    ]
    for request in requests {
      for paging in pagings {
        let source = HTTPPageSource<JSONRow>(
          request, rows: .raw(at: "items", id: "id"), paging: paging)
        let page = try source.read(answer(from: Self.url), after: nil)
        if let next = page?.next { try check(next, in: request) }
      }
    }
  }

  private func check(_ cursor: PageCursor, in request: HTTPRequest) throws(Finding) {
    let copy = try? JSONDecoder().decode(PageCursor.self, from: JSONEncoder().encode(cursor))
    try Finding.unless(copy == cursor, "the cursor \(cursor) comes back from a snapshot as another")
    guard let sent = try? request.urlRequest(for: cursor, size: 20) else { return }
    guard let body = sent.httpBody, request.pageName != "size", case .json(let value) = cursor
    else { return }
    let posted = try? JSONDecoder().decode(JSONValue.self, from: body)
    // A name of dots alone is the whole body, in which the number of rows has its place, too.
    let isInBody =
      !request.pageName.contains(":") && request.pageName != "page"
      && JSONPath(request.pageName) != ""
    try Finding.unless(
      !isInBody || posted?[JSONPath(request.pageName)] == value,
      "the cursor \(cursor) is another one in the body")
  }
}
