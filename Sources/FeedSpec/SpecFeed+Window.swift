import FeedReducer

// A bound on the rows that are kept. Pages far from the reader are dropped, and read again when the reader
// comes back.
extension SpecFeed {
  /// After a page there are at most `maxItems` rows, if the ends that may give some have enough.
  mutating func trim(at kinds: [LoadKind]) -> [Effect] {
    settings.maxItems.map { drop(toKeep: $0, at: kinds) } ?? []
  }

  /// When the system is short of memory, pages are dropped at once.
  mutating func dropPages(toKeep limit: Int) -> [Effect]? {
    let before = pages.count
    let cancels = drop(toKeep: limit, at: Self.ends)
    return pages.count == before ? nil : cancels
  }

  /// The farther page goes first. Two pages stay, and `prefetchDistance` rows on either side of the reader.
  private mutating func drop(toKeep limit: Int, at kinds: [LoadKind]) -> [Effect] {
    let visible = visibleIDs
    var cancels: [Effect] = []
    while rows.count > limit, pages.count > 2 {
      var farthest: (kind: LoadKind?, spare: Int) = (nil, -1)
      for kind in kinds where spare(kind) > farthest.spare { farthest = (kind, spare(kind)) }
      guard let kind = farthest.kind else { break }
      cancels += cancelLoad(kind)
      dropPage(at: kind)
      showEdits()
      keepReader(at: visible)
    }
    return cancels
  }

  /// How many rows more than needed there are beside the reader without the last page at an end. Before the
  /// first report the reader counts as being at the top.
  private func spare(_ kind: LoadKind) -> Int {
    guard let reader else { return kind == .append ? .max : .min }
    let between = kind == .append ? shown.count - reader.upperBound : reader.lowerBound
    return between - (kind == .append ? pages[pages.count - 1] : pages[0]).count
      - settings.prefetchDistance
  }

  /// The end opens at the page's own position. If the response to that does not tell what lies beyond, the
  /// page is noted among those that were dropped.
  private mutating func dropPage(at kind: LoadKind) {
    let page = kind == .append ? pages.removeLast() : pages.removeFirst()
    if kind == .append { rows.removeLast(page.count) } else { rows.removeFirst(page.count) }
    if page.position == .start || Self.follows(page.position, at: kind) {
      self[end: kind] = end(at: page.position)
    } else {
      self[end: kind].dropped.append(page.position)
      self[kind] = .idle
    }
  }

  /// A page that is read again from its far side may be shorter, or have other rows, so that it does not lead
  /// into the list. Then what lies between comes first, and the page is asked for again. After `maxEmptyPages` such
  /// pages the list is that page.
  mutating func fill(_ gap: Position, at kind: LoadKind) -> [Effect] {
    self[end: kind].dropped.append(gap)
    self[end: kind].emptyPages += 1
    self[kind] = .idle
    return trim(at: [kind.opposite])
  }

  /// Whether a request for a position goes on at this end: then its response tells what lies beyond.
  static func follows(_ position: Position, at kind: LoadKind) -> Bool {
    switch position {
    case .after: kind == .append
    case .before: kind == .prepend
    default: false
    }
  }
}
