// A page that is read again from its far side, and what may lie between it and the list.
extension Feed {
  /// Where the rows are that `page` leaves out in front of the list; nil where it leads into it.
  ///
  /// It begins where it began when it was first read; where it ends the server decides. It may be
  /// shorter now, or other rows have come. For a server that never names a place twice in the same
  /// way, this gives up after a few tries.
  func gap(_ state: State, _ page: Page, _ side: Side, _ asked: Position) -> Position? {
    guard !side.follows(asked), Int(state[side].tries) <= progressTries,
      let inner = side.opposite.next(in: page), inner != asked,
      let neighbour = side == .append ? state.pages.last : state.pages.first,
      neighbour.position != inner
    else { return nil }
    let row = side == .append ? page.items.first : page.items.last
    let isKnown = row.map { state.base.contains(id: $0.id) } ?? false
    return isKnown ? nil : inner
  }

  /// Sends for what lies in the gap first; the page is read again after it.
  func fill(
    _ state: inout State, _ side: Side, _ gap: Position
  ) -> Reaction<Effect, FeedRefusal> {
    state[side].dropped.append(gap)
    state[side].tries &+= 1
    state[side].load = .idle
    return accept(&state, trim(&state, landed: side))
  }
}

extension Feed.Side {
  /// The other end.
  fileprivate var opposite: Feed.Side { self == .append ? .prepend : .append }

  /// Where a page says that the rows beyond it at this end are; nil where there are none.
  fileprivate func next(in page: Feed.Page) -> Feed.Position? {
    (self == .append ? page.next : page.previous).map(position(beyond:))
  }

  /// Whether a request for `position` asks for what follows a row of the list at this end.
  fileprivate func follows(_ position: Feed.Position) -> Bool {
    switch position {
    case .start: false
    case .after: self == .append
    case .before: self == .prepend
    }
  }
}
