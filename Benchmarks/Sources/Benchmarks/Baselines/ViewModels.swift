/// A feed as it is written by hand for one screen, with an observer that keeps the latest rows.
protocol ViewModel: AnyObject {
  var items: [Row] { get set }
  var shown: [Row] { get set }

  /// Whether a row that appears at `index` asks for the next page.
  func appeared(_ index: Int) -> Bool

  /// Adds a page that came.
  func apply(_ page: [Row])
}

extension ViewModel {
  func publish() { shown = items }
}

/// A store on the main actor with an array and a set of ids, written with care.
final class HandWrittenStore: ViewModel {
  var items: [Row]
  var shown: [Row] = []
  private var ids: Set<Int>
  private var shownIDs: Set<Int> = []
  private var isLoading = false
  private let threshold = 5

  init(_ rows: [Row]) {
    items = rows
    ids = Set(rows.map(\.id))
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    if isLoading || items.count - 1 - index >= threshold { return false }
    isLoading = true
    return true
  }

  func apply(_ page: [Row]) {
    for row in page where ids.insert(row.id).inserted { items.append(row) }
    isLoading = false
    publish()
    shownIDs = ids
  }
}

/// Pages by a full link; loads when the last row appears; looks at the whole list for repeats.
final class LinkViewModel: ViewModel {
  var items: [Row]
  var shown: [Row] = []
  private var nextPageURL: String? = "next"
  private var showsProgress = false

  init(_ rows: [Row]) {
    items = rows
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    if items[index].id != items.last?.id || nextPageURL == nil || showsProgress { return false }
    showsProgress = true
    return true
  }

  func apply(_ page: [Row]) {
    items += page
    showsProgress = false
    publish()
  }
}

/// Pages by number with a total; loads when exactly so many rows are left.
final class ThresholdViewModel: ViewModel {
  var items: [Row]
  var shown: [Row] = []
  private var page = 1
  private var dataIsLoading = false
  private let itemsFromEndThreshold = 10
  private let totalItemsAvailable = Int.max

  init(_ rows: [Row]) {
    items = rows
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    if items.count - index != itemsFromEndThreshold || dataIsLoading { return false }
    if items.count >= totalItemsAvailable { return false }
    page += 1
    dataIsLoading = true
    return true
  }

  func apply(_ page: [Row]) {
    items.append(contentsOf: page)
    dataIsLoading = false
    publish()
  }
}

/// Pages by number; a short page is the last; a failure ends it.
final class SearchViewModel: ViewModel {
  var items: [Row]
  var shown: [Row] = []
  private var page = 1
  private var canLoadNextPage = true

  init(_ rows: [Row]) {
    items = rows
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    canLoadNextPage && items[index] == items.last
  }

  func apply(_ page: [Row]) {
    self.page += 1
    items.append(contentsOf: page)
    canLoadNextPage = page.count == 20
    publish()
  }
}

/// A Relay connection: the rows that are there and those that came make a new list.
final class ConnectionViewModel: ViewModel {
  var items: [Row]
  var shown: [Row] = []
  private var endCursor: String? = "cursor"
  private var isLoadingMore = false

  init(_ rows: [Row]) {
    items = rows
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    if isLoadingMore || endCursor == nil || index != items.count - 1 { return false }
    isLoadingMore = true
    return true
  }

  func apply(_ page: [Row]) {
    items = items + page
    isLoadingMore = false
    publish()
  }
}

/// A source of pages and a state against double fetches; looks for the row that appeared.
final class PageableViewModel: ViewModel {
  enum State { case idle, loadingNextPage }

  var items: [Row]
  var shown: [Row] = []
  private var state = State.idle
  private let threshold = 5

  init(_ rows: [Row]) {
    items = rows
    publish()
  }

  func appeared(_ index: Int) -> Bool {
    if state != .idle { return false }
    let item = items[index]
    guard let found = items.lastIndex(where: { $0.id == item.id }) else { return false }
    if found < items.count - threshold { return false }
    state = .loadingNextPage
    return true
  }

  func apply(_ page: [Row]) {
    items.append(contentsOf: page)
    state = .idle
    publish()
  }
}
