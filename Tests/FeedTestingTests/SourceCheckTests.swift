import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

private struct Row: Identifiable, Equatable, Sendable {
  let id: Int
}

private typealias Rows = Feed<Row, Int>

/// A source that answers from a list of pages; the cursor is the index.
private struct Pages: PageSource {
  var pages: [(ids: [Int], next: Int?)]
  var total: Int? = nil

  func page(for request: Rows.Request) async throws -> Rows.Page {
    let index = request.position.cursor ?? 0
    guard pages.indices.contains(index) else { throw FeedFailure(.http, message: "404") }
    return .init(items: pages[index].ids.map(Row.init), next: pages[index].next, total: total)
  }
}

/// A source whose answers change.
private actor Moving: PageSource {
  private var first = 0

  func page(for request: Rows.Request) -> Rows.Page {
    first += 10
    return .init(items: [Row(id: first)], next: request.position == .start ? 1 : nil)
  }
}

@Suite("SourceCheck", .watched)
struct SourceCheckTests {
  @Test func aGoodSourceHasNoFindings() async {
    let check = await SourceCheck(
      Pages(pages: [([1, 2], 1), ([3, 4], 2), ([5], nil)]), pageSize: 2, expected: [1, 2, 3, 4, 5])
    #expect(check.findings == [])
    #expect(check.items.map(\.id) == [1, 2, 3, 4, 5])
    #expect(check.description == "5 rows on 3 pages, 0 findings")
  }

  private static let table: [(Pages, [Int]?, [String])] = [
    (
      Pages(pages: [([1, 2], nil)], total: 9), nil,
      [
        "2 of 9 rows came, and the last page named no next one; check where a page names the next one"
      ]
    ),
    (
      Pages(pages: [([1, 2], 1), ([2, 3], nil)]), nil,
      [
        "row 2 of page 2 came on page 1 already; a feed shows it once, but the server's order "
          + "moves while it is read: page by cursor and not by number"
      ]
    ),
    (
      Pages(pages: [([1], 1), ([], 2), ([], 3), ([], 4), ([], 5), ([], 6)]), [1, 2],
      [
        "page 2 has no rows but leads on; leave such pages out if you can",
        "page 3 has no rows but leads on; leave such pages out if you can",
        "page 4 has no rows but leads on; leave such pages out if you can",
        "page 5 has no rows but leads on; leave such pages out if you can",
        "there is no end after 5 pages; end with next: nil, or raise the limit",
        "1 rows came and not 2; look at the last pages",
      ]
    ),
    (
      Pages(pages: [([1], 1), ([2], 1)]), nil,
      ["page 2 leads back to page 2; end with next: nil"]
    ),
    (
      Pages(pages: [([1], 1), ([], 2), ([2], nil)]), nil,
      ["page 2 has no rows but leads on; leave such pages out if you can"]
    ),
    (Pages(pages: [([1], 7)]), nil, ["page 2 failed: 404"]),
    (
      Pages(pages: [([1, 2], 1), ([1, 2], 2), ([1, 2], 3)]), nil,
      [
        "page 2 has the rows of page 1: the server ignored the cursor; check the name of the parameter "
          + "that carries it"
      ]
    ),
    (
      Pages(pages: [([2, 1], nil)]), [1, 2], ["row 0 is 2 and not 1; keep the server's order"]
    ),
  ]

  @Test(arguments: table.indices) func everyProblemForAFeedIsReported(row: Int) async {
    let (source, expected, sentences) = Self.table[row]
    let check = await SourceCheck(source, expected: expected, limit: 5)
    #expect(check.findings.map(\.description) == sentences)
  }

  @Test func aCursorThatGivesOtherRowsIsFound() async {
    let check = await SourceCheck(Moving())
    #expect(check.findings == [.unstableCursor(page: 2), .unstableCursor(page: 1)])
    #expect(
      check.findings.first?.description
        == "page 2 has other rows when it is asked for again; a retry would skip or repeat rows")
  }
}
