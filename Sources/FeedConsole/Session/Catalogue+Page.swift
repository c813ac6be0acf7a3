import FeedHTTP
import FeedReducer

extension Catalogue {
  static let rows = characters.map { character in
    JSONRow(
      id: "\(character.number)", title: character.name,
      value: .object([
        "number": .integer(character.number), "name": .string(character.name),
      ]))
  }

  /// Answers `request` like a server that numbers its pages from 1.
  static func page(for request: JSONFeed.Request) throws(FeedFailure) -> JSONFeed.Page {
    let number = try pageNumber(request.position)
    let last = (rows.count + request.size - 1) / request.size
    guard number <= last else {
      return JSONFeed.Page(items: [], next: nil, total: rows.count)
    }
    let start = (number - 1) * request.size
    return JSONFeed.Page(
      items: Array(rows[start..<min(start + request.size, rows.count)]),
      next: number < last ? .number(number + 1) : nil, total: rows.count)
  }

  private static func pageNumber(_ position: JSONFeed.Position) throws(FeedFailure) -> Int {
    switch position.cursor {
    case nil: return 1
    case .number(let number, _)? where number >= 1: return number
    case let cursor?:
      throw FeedFailure(
        .invalidCursor,
        message: "the catalogue has no page \"\(cursor)\"; its pages have numbers from 1")
    }
  }
}
