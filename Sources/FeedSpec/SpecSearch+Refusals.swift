package import FeedReducer

// Whether what a refusal of a search says is so.
extension SpecSearch {
  /// What is wrong with a refusal of an action, or an explanation without one; nil if all of it is true.
  package func falsehood(in refusal: SearchRefusal, of action: Machine.Action? = nil) -> String? {
    if case .feed(let reason) = refusal { return falsehood(inReason: reason, of: action) }
    return isTrue(refusal, of: action) && isOfUse(refusal) ? nil : "not so: \(refusal)"
  }

  private func isTrue(_ refusal: SearchRefusal, of action: Machine.Action?) -> Bool {
    switch refusal {
    case .sameQuery:
      if case .typed(let typed)? = action { typed == query } else { query == asked }
    case .noQuery: query == nil
    case .notAsked: query != nil && asked == nil && timer == nil
    case .typing(let ticket): timer == ticket
    case .staleRows: stale != nil
    case .noSnapshots:
      if case .feed(action: .restored(let kept, _))? = action { !restores(kept) } else { false }
    case .unknownTicket(let ticket):
      if case .timerFired? = action {
        timer != ticket
      } else {
        heldLoads.contains { $0.ticket == ticket }
      }
    case .feed: false
    }
  }

  /// Whether what it advises is accepted.
  private func isOfUse(_ refusal: SearchRefusal) -> Bool {
    switch refusal {
    case .sameQuery, .noQuery: accepts(.typed(query: -1))
    case .notAsked, .typing: accepts(.submitted)
    case .staleRows: feed.refresh.request ?? feed.refresh.timer != nil || !feed.isOnline
    default: true
    }
  }

  private func accepts(_ action: Machine.Action) -> Bool {
    var copy = self
    return copy.reduce(action) != nil
  }

  private func falsehood(inReason reason: FeedRefusal, of action: Machine.Action?) -> String? {
    if case .noSuchRow(let index, let count) = reason, let stale {
      let isTrue = count == stale.rows.count && !stale.rows.indices.contains(index)
      return isTrue ? nil : "not so: \(reason)"
    }
    let inner: SpecFeed.Action? = if case .feed(let inner)? = action { inner } else { nil }
    return feed.falsehood(in: reason, of: inner)
  }
}
