import FeedEffects

/// A source that has every page there is, with a title for all rows: to write one for each would
/// take as long as a tenth of a load.
struct Endless: PageSource {
  private let title = "A row of the feed, like any other"

  func page(for request: RowFeed.Request) async throws -> RowFeed.Page {
    try await page(at: request.position.cursor ?? 0)
  }

  @concurrent func page(at start: Int) async throws -> RowFeed.Page {
    .init(items: [Row(start, title: title)], next: start + 1)
  }
}

// Loads as they are written by hand: a task for each, no deadline, and an array for the rows.

private struct PagesByHand {
  private(set) var items: [Row] = []
  private(set) var cursor: Int? = 0

  mutating func add(_ page: RowFeed.Page) {
    items += page.items
    cursor = page.next
  }
}

/// Asks for the next page in a task of its own, and applies it where it was asked for.
actor ActorByHand {
  private var pages = PagesByHand()
  private var load: Task<Void, Never>?
  private let source = Endless()

  func loadMore() async {
    guard load == nil, let cursor = pages.cursor else { return }
    let task = Task { [source, weak self] in
      guard let page = try? await source.page(at: cursor) else { return }
      await self?.apply(page)
    }
    load = task
    await task.value
  }

  private func apply(_ page: RowFeed.Page) {
    pages.add(page)
    load = nil
  }
}

/// The same on the main actor.
@MainActor final class MainActorByHand {
  private var pages = PagesByHand()
  private var load: Task<Void, Never>?
  private let source = Endless()

  func loadMore() async {
    guard load == nil, let cursor = pages.cursor else { return }
    let task = Task { [source, weak self] in
      guard let page = try? await source.page(at: cursor) else { return }
      self?.apply(page)
    }
    load = task
    await task.value
  }

  private func apply(_ page: RowFeed.Page) {
    pages.add(page)
    load = nil
  }
}
