import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// A typed row. `tags` is an object whose keys the server chooses.
private struct Row: Identifiable, Equatable, Sendable, Codable {
  let id: Int
  var name: String?
  var tags: [String: Int]?
}

extension Message {
  private static let url = URL(string: "https://example.org/feed?page=1") ?? URL(filePath: "/")

  private static let styles: [Character: Paging] = [
    "u": .nextURL(at: "next", previous: "previous"), "n": .pageNumber(total: "total"),
    "c": .pageCount(at: .header("x-total-pages")), "s": .shortPage,
    "o": .offset(total: .header("x-total-count")), "t": .token(at: "next", more: "more"),
    "l": .linkHeader, "k": .keyset(at: "id"), "r": .relay(at: "pageInfo"),
  ]

  /// A source by the letter of its style. With an upper-case letter it skips bad rows. A source remembers its
  /// pages, so each input gets one of its own.
  private static func source(_ letter: Character) -> HTTPPageSource<Row>? {
    let lower = Character(letter.lowercased())
    guard let paging = styles[lower] else { return nil }
    let rows = HTTPRows<Row>.list(at: "items")
    return HTTPPageSource(
      .get(url, size: lower == "k" ? nil : "size"),
      rows: letter == lower ? rows : rows.skippingBadRows(), paging: paging, total: "total")
  }

  /// Reads a page. The first word is the style, the third word is the cursor of the request.
  func readAsPage() throws(Finding) {
    guard let letter = word(0)?.first, let source = Self.source(letter) else { return }
    let answer = answer(from: Self.url)
    let cursor = cursor(for: source.paging)
    let page = try source.read(answer, after: cursor)
    guard letter.isUppercase, let strict = Self.source(Character(letter.lowercased())),
      let whole = try strict.read(answer, after: cursor)
    else { return }
    try Finding.unless(page == whole, "a page without bad rows is another where they may be passed")
  }

  private func cursor(for paging: Paging) -> PageCursor? {
    guard let word = word(2) else { return nil }
    return switch paging {
    case .pageNumber, .pageCount, .shortPage: Int(word).map { .number($0) }
    case .offset: Int(word).map { .offset($0) }
    case .nextURL, .linkHeader: .link(word)
    default: .token(word)
    }
  }
}
