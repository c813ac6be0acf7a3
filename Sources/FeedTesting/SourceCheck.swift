public import FeedEffects
import FeedReducer

/// Walks a page source and says what a feed would stumble over.
///
/// ```swift
/// let check = await SourceCheck(mySource, pageSize: 20)
/// #expect(check.findings.isEmpty, "\(check)")
/// ```
///
/// The source is walked from the start to its end. Then the first pages are asked for again with
/// the cursors they came with, which must give the same rows.
public struct SourceCheck<Item: Identifiable & Equatable & Sendable, Cursor: Hashable & Sendable>:
  Sendable
where Item.ID: Sendable {
  /// Something that a feed would stumble over. Pages count from 1.
  public enum Finding: Equatable, Sendable {
    /// A row came a second time.
    case repeatedRow(id: String, page: Int, firstPage: Int)

    /// A row is not the one that was expected at its place.
    case wrongRow(index: Int, expected: String, found: String)

    /// Fewer or more rows came than were expected.
    case wrongCount(expected: Int, found: Int)

    /// A page leads to a cursor that was asked for already.
    case cycle(page: Int, firstPage: Int)

    /// A page without rows leads on.
    case emptyPage(page: Int)

    /// The same cursor gave other rows the second time.
    case unstableCursor(page: Int)

    /// There was no end after so many pages.
    case noEnd(pages: Int)

    /// The source threw.
    case threw(page: Int, failure: String)
  }

  /// The rows, in the order in which they came.
  public private(set) var items: [Item] = []

  /// How many pages the walk had.
  public private(set) var pages = 0

  /// What a feed would stumble over, in the order in which it was found.
  public private(set) var findings: [Finding] = []

  private var asked: [(position: Feed<Item, Cursor>.Position, ids: [Item.ID])] = []
  private let pageSize: Int

  /// Walks `source`.
  ///
  /// - Parameters:
  ///   - source: What is checked. It is asked for each page once, and for some twice.
  ///   - pageSize: How many rows to ask for.
  ///   - expected: The ids that should come, in order; nil if that is not known.
  ///   - limit: After how many pages to give up.
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
    _ source: some PageSource<Item, Cursor>, _ position: Feed<Item, Cursor>.Position
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
        let page = try await load(source, position)
        for row in page.items {
          if let first = firstPages[row.id] {
            findings.append(.repeatedRow(id: "\(row.id)", page: pages, firstPage: first))
          } else {
            firstPages[row.id] = pages
          }
        }
        items += page.items
        asked.append((position, page.items.map(\.id)))
        guard let next = page.next else { return }
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
        let again = try await load(source, page.position)
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
  /// What was found, a line each, under a line that counts.
  public var description: String {
    func counted(_ count: Int, _ what: String) -> String {
      "\(count) \(what)\(count == 1 ? "" : "s")"
    }
    let head =
      "\(counted(items.count, "row")) on \(counted(pages, "page")), "
      + counted(findings.count, "finding")
    return ([head] + findings.map { "- \($0)" }).joined(separator: "\n")
  }
}

extension SourceCheck.Finding: CustomStringConvertible {
  /// The finding in a sentence, with what to do.
  public var description: String {
    switch self {
    case .repeatedRow(let id, let page, let first):
      "row \(id) of page \(page) came on page \(first) already; a feed shows it once, but the "
        + "server's order moves while it is read: page by cursor and not by number"
    case .wrongRow(let index, let expected, let found):
      "row \(index) is \(found) and not \(expected); keep the server's order"
    case .wrongCount(let expected, let found):
      "\(found) rows came and not \(expected); look at the last pages"
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
