public import FeedEffects
public import FeedReducer

/// Reads a page source to its end and lists problems for a feed.
///
/// Use it in a test of a page source of your own, with recorded responses or a test server.
///
/// ```swift
/// let check = await SourceCheck(mySource, pageSize: 20)
/// #expect(check.findings.isEmpty, "\(check)")
/// ```
///
/// First it follows the cursors of the next pages, up to `limit` pages. It reports rows that
/// repeat, cursors that form a cycle, empty pages and errors. If it finds nothing, it requests the
/// first three pages again, in reverse order: each must have the same row ids. Given the expected
/// ids, it also compares the rows with them.
///
/// The check sends one request at a time and keeps all rows in memory. It does not test previous
/// pages, edits, retries or cancellation. Against a live server, a finding may be due to rows that
/// changed during the check.
public struct SourceCheck<Item: Identifiable & Equatable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// A problem that a feed would have with the source. Pages count from 1, rows from 0.
  @nonexhaustive
  public enum Finding: Equatable, Sendable {
    /// A row of this page was on an earlier page, or on this page, already.
    case repeatedRow(id: String, page: Int, firstPage: Int)

    /// The first row whose id differs from the expected one.
    case wrongRow(index: Int, expected: String, found: String)

    /// The number of rows differs from the expected one.
    case wrongCount(expected: Int, found: Int)

    /// There is no next page before all rows came that the source counts.
    case endedEarly(count: Int, total: Int)

    /// There is no next page, and the source says what speaks against that end.
    case doubtfulEnd(ending: Ending)

    /// A page after the first has exactly the rows of the page before it.
    case samePage(page: Int)

    /// The next cursor of a page was requested already.
    case cycle(page: Int, firstPage: Int)

    /// A page without rows has a next cursor.
    case emptyPage(page: Int)

    /// A repeated request returned rows with other ids.
    case unstableCursor(page: Int)

    /// The source did not end within this many pages.
    case noEnd(pages: Int)

    /// The source threw an error.
    case threw(page: Int, failure: String)
  }

  /// All rows in the order of their arrival, repeated ones included.
  public private(set) var items: [Item] = []

  /// The number of requested pages, including one that failed.
  public private(set) var pages = 0

  /// The problems, in the order in which they were found.
  public private(set) var findings: [Finding] = []

  private var asked: [(position: Feed<Item, Cursor>.Position, ids: [Item.ID])] = []
  private let pageSize: Int

  /// Checks `source`. It returns when all pages are read.
  ///
  /// - Parameters:
  ///   - source: The source to check.
  ///   - pageSize: The number of rows to request for each page.
  ///   - expected: The ids of all rows, in order; nil if they are not known.
  ///   - limit: The maximum number of pages.
  /// - Complexity: One request for each page and up to three more; O(*p*²) comparisons of cursors
  ///   in the number of pages.
  public init(
    _ source: some PageSource<Item, Cursor>, pageSize: Int = 20, expected: [Item.ID]? = nil,
    limit: Int = 1_000
  ) async {
    self.pageSize = pageSize
    await walk(source, limit: limit)
    if findings.isEmpty { await walkAgain(source) }
    if let expected { compare(with: expected) }
  }

  private func load(
    _ position: Feed<Item, Cursor>.Position, from source: some PageSource<Item, Cursor>
  ) async throws -> Feed<Item, Cursor>.Page {
    let ticket = Ticket(rawValue: asked.count + 1)
    let kind: LoadKind = position == .start ? .refresh : .append
    return try await source.page(
      for: .init(ticket: ticket, kind: kind, position: position, size: pageSize))
  }

  private mutating func walk(_ source: some PageSource<Item, Cursor>, limit: Int) async {
    var firstPages: [Item.ID: Int] = [:]
    var position = Feed<Item, Cursor>.Position.start
    while pages < limit {
      pages += 1
      do {
        let page = try await load(position, from: source)
        let ids = page.items.map(\.id)
        if !ids.isEmpty, ids == asked.last?.ids {
          findings.append(.samePage(page: pages))
          return
        }
        for row in page.items {
          if let first = firstPages[row.id] {
            findings.append(.repeatedRow(id: "\(row.id)", page: pages, firstPage: first))
          } else {
            firstPages[row.id] = pages
          }
        }
        items += page.items
        asked.append((position, ids))
        guard let next = page.next else {
          if let total = page.total, total > items.count {
            findings.append(.endedEarly(count: items.count, total: total))
          } else if let ending = page.ending, !ending.isProven {
            findings.append(.doubtfulEnd(ending: ending))
          }
          return
        }
        if page.items.isEmpty { findings.append(.emptyPage(page: pages)) }
        position = .after(cursor: next)
        if let first = asked.firstIndex(where: { $0.position == position }) {
          findings.append(.cycle(page: pages, firstPage: first + 1))
          return
        }
      } catch {
        findings.append(.threw(page: pages, failure: "\(error)"))
        return
      }
    }
    findings.append(.noEnd(pages: pages))
  }

  private mutating func walkAgain(_ source: some PageSource<Item, Cursor>) async {
    for (index, page) in asked.prefix(3).enumerated().reversed() {
      do {
        let again = try await load(page.position, from: source)
        if again.items.map(\.id) != page.ids { findings.append(.unstableCursor(page: index + 1)) }
      } catch {
        findings.append(.threw(page: index + 1, failure: "\(error)"))
      }
    }
  }

  private mutating func compare(with expected: [Item.ID]) {
    if items.count != expected.count {
      findings.append(.wrongCount(expected: expected.count, found: items.count))
    }
    for (index, (row, id)) in zip(items, expected).enumerated() where row.id != id {
      findings.append(.wrongRow(index: index, expected: "\(id)", found: "\(row.id)"))
      return
    }
  }
}

extension SourceCheck: CustomStringConvertible {
  /// A line with the numbers, then a line for each finding.
  public var description: String {
    let head =
      "\(items.count.counted("row")) on \(pages.counted("page")), "
      + findings.count.counted("finding")
    return ([head] + findings.map { "- \($0)" }).joined(separator: "\n")
  }
}

extension SourceCheck.Finding: CustomStringConvertible {
  /// The finding in a sentence, mostly with the remedy.
  public var description: String {
    switch self {
    case .repeatedRow(let id, let page, let first):
      "row \(id) of page \(page) came on page \(first) already; a feed shows it once, but the "
        + "server's order moves while it is read: page by cursor and not by number"
    case .wrongRow(let index, let expected, let found):
      "row \(index) is \(found) and not \(expected); keep the server's order"
    case .wrongCount(let expected, let found):
      "\(found) rows came and not \(expected); look at the last pages"
    case .endedEarly(let count, let total):
      "\(count) of \(total) rows came, and the last page named no next one; check where a page names the "
        + "next one"
    case .doubtfulEnd(let ending): "it ends, since \(ending)"
    case .samePage(let page):
      "page \(page) has the rows of page \(page - 1): the server ignored the cursor; check the name of "
        + "the parameter that carries it"
    case .cycle(let page, let first):
      "page \(page) leads back to page \(first); end with next: nil"
    case .emptyPage(let page):
      "page \(page) has no rows but leads on; leave such pages out if you can"
    case .unstableCursor(let page):
      "page \(page) has other rows when it is asked for again; a retry would skip or repeat rows"
    case .noEnd(let pages):
      "there is no end after \(pages) pages; end with next: nil, or raise the limit"
    case .threw(let page, let failure):
      "page \(page) failed: \(failure)"
    }
  }
}
