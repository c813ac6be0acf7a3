package import FeedReducer

// How the machine of a search is compared with its specification.
extension SpecSearch {
  /// The specification's view of a machine's state.
  package init(of state: Machine.State, settings: Machine) {
    self.init(settings, query: state.query, identity: state.current.identity)
    feed = SpecFeed(of: state.current, settings: settings.feed)
    (last, isAsked) = (state.lastQuery, state.isAsked)
    timer = state.timer
    heldLoads = state.heldLoads
    stale = state.stale.map {
      Stale(rows: Array($0.items), query: $0.query, total: $0.total, reader: $0.reader)
    }
  }

  /// Whether the machine, now in `state`, gave the same answer, and shows the same.
  package func agrees(
    with state: Machine.State, settings: Machine, answer: [Effect]?,
    reaction: Reaction<Effect, SearchRefusal>
  ) -> Bool {
    guard let answer else { return reaction.refusal != nil }
    return reaction.refusal == nil
      && answer.count == reaction.effects.count
      && zip(answer, reaction.effects).allSatisfy(Self.allows)
      && self == SpecSearch(of: state, settings: settings)
      && items.elementsEqual(state.items) && words == state.words
      && footer == state.footer && header == state.header
      && (stale == nil ? feed.reader : stale?.reader) == state.reader
      && (stale == nil ? feed.total : stale?.total) == state.total
  }

  private static func allows(wanted: Effect, effect: Effect) -> Bool {
    if case .feed(let query, let wanted) = wanted, case .feed(query, let effect) = effect {
      return SpecFeed.allows(wanted: wanted, effect: effect)
    }
    return wanted == effect
  }

  /// All that it knows in short texts, to be shown.
  package var texts: [(name: String, text: String)] {
    let rows = stale.map { stale in
      stale.rows.map { "\($0.id)" }.joined(separator: " ")
        + " of \(stale.query.map { "\($0)" } ?? "none"), \(stale.reader.map { "\($0)" } ?? "unseen")"
    }
    return [
      ("query", query.map { "\($0)" } ?? "none"),
      ("asked", last.map { "\($0)" + (isAsked ? "" : ", cleared") } ?? "none"),
      ("timer", timer.map { "\($0)" } ?? "none"),
      ("waiting", heldLoads.map { "\($0.ticket)" }.joined(separator: ", ")),
      ("stale", rows ?? "none"),
    ] + feed.texts
  }
}
