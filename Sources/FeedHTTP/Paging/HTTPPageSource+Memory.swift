import FeedEffects
import FeedReducer

// From page to page: what came before a page tells what its end is worth.

extension HTTPPageSource {
  /// The page of a reading, with what the pages before it tell of its end. The cursor behind it names its last row, for
  /// a source that heals.
  func marked(
    _ reading: PageReading<Item>, for request: Feed<Item, PageCursor>.Request
  ) -> Feed<Item, PageCursor>.Page {
    var page = reading.page
    if case .before = request.position { return page }
    let cursor = request.position.cursor
    if !page.items.isEmpty { budget.notePage() }
    let step = memory.use { memory in
      var step = memory.step(from: cursor, over: reading)
      if let path = paging.keyPath, memory.isBehindTie(page.items, at: cursor) {
        step.note(
          loss: "rows have the same value at \(path.shown), by which the pages go on, "
            + "and those between two pages may be skipped")
      }
      return step
    }
    // Some servers name a next page behind the last row, too.
    if page.items.isEmpty, page.next != nil, let total = page.total, let count = step.count,
      count >= total
    {
      (page.next, page.ending) = (nil, Ending(.total))
    }
    let row = page.items.last.map { "\($0.id)" } ?? cursor?.row
    let next = healing == .off ? nil : row.flatMap { page.next?.after($0) }
    let isTraced = next?.place != nil
    page.next = next ?? page.next
    memory.use { memory in
      if request.position == .start { memory.begin(with: page) }
      memory.note(step, to: page.next, from: cursor, tracing: isTraced ? page.items.map(\.id) : nil)
    }
    if page.next == nil { page.ending = ending(of: page, at: cursor, behind: step) }
    return page
  }

  /// What is known of the end of the list at its last page.
  private func ending(
    of page: Feed<Item, PageCursor>.Page, at cursor: PageCursor?, behind step: ListMemory<Item>.Step
  ) -> Ending? {
    var ending = page.ending
    if let loss = step.loss { ending?.doubt = loss }
    if ending?.doubt != nil { return ending }
    var doubt = doubt(of: step.pageCount, before: page, at: cursor)
    if judgesTotal, let count = step.count {
      ending = ending ?? Ending(.emptyPage)
      doubt = paging.doubt(of: step.total, count: count, isFirst: cursor == nil) ?? doubt
    }
    if let doubt {
      ending = ending ?? Ending(.emptyPage)
      ending?.doubt = doubt
    }
    return ending
  }

  /// What the number of all pages says against an end at a page without rows; nil if it says nothing.
  private func doubt(
    of pageCount: Int?, before page: Feed<Item, PageCursor>.Page, at cursor: PageCursor?
  ) -> String? {
    guard case .pageCount = paging, page.items.isEmpty, let pageCount else { return nil }
    let first = request.first(paging)
    let pages = (cursor?.place ?? first) - min(first, 1)
    return pages < pageCount ? "the server counts \(pageCount) pages, and \(pages) came" : nil
  }
}
