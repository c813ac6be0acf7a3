import FeedEffects
import FeedReducer

nonisolated struct Number: Identifiable, Equatable {
  let id: Int
}

nonisolated struct Numbers: PageSource {
  func page(for request: Feed<Number, Int>.Request) async throws -> Feed<Number, Int>.Page {
    let first = request.position.cursor ?? 0
    let next = first + request.size
    return .init(items: (first..<next).map { Number(id: $0) }, next: next)
  }
}

/// Prints all rows, each page as it comes. Returns false if the list goes on and no page comes.
nonisolated func export(from source: some PageSource<Number, Int>) async throws -> Bool {
  let feed = FeedActor(source: source)
  var printed = 0
  while true {
    try Task.checkCancellation()
    let isAccepted = await feed.loadMore().finish()
    let state = await feed.state
    for row in state.items[printed...] { print(row.id) }
    printed = state.items.count
    if let failure = state.error { throw failure }
    if !isAccepted || state.isStalled { return !state.canLoadNextPage }
  }
}

final class Draft: Identifiable, Equatable {
  let id: Int

  init(id: Int) {
    self.id = id
  }

  static func == (lhs: Draft, rhs: Draft) -> Bool {
    lhs.id == rhs.id
  }
}

@MainActor final class Drafts {
  static let shared = Drafts()

  func page(from first: Int, size: Int) -> Feed<Draft, Int>.Page {
    .init(items: (first..<first + size).map(Draft.init), next: nil)
  }
}

@MainActor final class Metrics {
  private(set) var pages = 0
  private(set) var rows = 0
  private(set) var failures = 0

  func count(_ step: StoreStep<Feed<Number, Int>>) {
    guard case .accepted = step.reaction else { return }
    switch step.action {
    case .pageLoaded(_, let page):
      pages += 1
      rows += page.items.count
    case .failed: failures += 1
    default: break
    }
  }
}

/// The window of a user interface that has a loop of its own.
actor Window {
  private(set) var rows: [Int] = []
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func show(_ rows: [Int], isLoading: Bool) {
    self.rows = rows
    for waiter in waiting where waiter.count <= rows.count { waiter.continuation.resume() }
    waiting.removeAll { $0.count <= rows.count }
  }

  /// Waits until so many rows are shown.
  func show(until count: Int) async {
    if rows.count >= count { return }
    await withCheckedContinuation { waiting.append((count, $0)) }
  }
}
