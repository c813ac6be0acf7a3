/// A way that a law about finishing names, followed as far as it leads.
struct WayOn<W: World> {
  /// The moves that were made.
  var moves: [W.Move] = []

  /// Whether they lead to the end.
  var isFinished = false

  /// Whether several moves lead on, so that only a search can tell where to.
  var isForked = false
}

extension World {
  /// Follows a law's way to the end, to a fork, or until the moments repeat themselves.
  func wayOn(from start: Moment, _ law: LawBook<Self>.Finishing) -> WayOn<Self> {
    var moment = start
    var seen = FingerprintTable()
    var way = WayOn<Self>()
    while !law.isFinished(moment) {
      let fingerprint = fingerprint(of: moment)
      let moves = law.ways?(moment) ?? []
      way.isForked = moves.count > 1
      guard seen.index(of: fingerprint) == nil, moves.count == 1 else { return way }
      let move = moves[0]
      seen.append(fingerprint)
      _ = make(move, at: &moment)
      way.moves.append(move)
    }
    way.isFinished = true
    return way
  }
}
