/// The path that a liveness law names from a state, followed as far as it is clear.
struct WayOn<W: Model> {
  /// The steps of the path.
  var steps: [W.Step] = []

  /// Whether the path reaches a finished state.
  var isFinished = false

  /// Whether the path ends where the law names several steps, so that only a search can decide.
  var isForked = false
}

extension Model {
  /// Follows a law's path until a finished state, a fork, a dead end or a repeated state.
  func wayOn(from start: State, _ law: LawBook<Self>.Finishing) -> WayOn<Self> {
    var state = start
    var seen = FingerprintTable()
    var way = WayOn<Self>()
    while !law.isFinished(state) {
      let fingerprint = fingerprint(of: state)
      let steps = law.ways?(state) ?? []
      way.isForked = steps.count > 1
      guard seen.index(of: fingerprint) == nil, steps.count == 1 else { return way }
      let step = steps[0]
      seen.append(fingerprint)
      _ = make(step, at: &state)
      way.steps.append(step)
    }
    way.isFinished = true
    return way
  }
}
