/// A way that a law about finishing names, followed as far as it leads.
struct WayOn<W: Model> {
  /// The steps that were made.
  var steps: [W.Step] = []

  /// Whether they lead to the end.
  var isFinished = false

  /// Whether several moves lead on, so that only a search can tell where to.
  var isForked = false
}

extension Model {
  /// Follows a law's way to the end, to a fork, or until the states repeat themselves.
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
