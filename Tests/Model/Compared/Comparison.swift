import FeedReducer
import FeedTesting

/// Compares a feed with its specification along many random steps, and counts what they visit.
///
/// A state that shows something new is kept, and later walks go on from there, so rare states are reached,
/// too. Where a pair of values of the control state has not met every kind of action, the rest are tried at
/// once, on copies.
package struct Comparison {
  /// What was visited.
  package private(set) var coverage = ControlCoverage()

  /// How many steps were compared, and how many of them were accepted.
  package private(set) var steps = 0
  package private(set) var accepted = 0

  /// The shortened steps to the first difference, with both sides; nil if there is none.
  package private(set) var failure: String?

  private let makeMachine: @Sendable (ModelFeed) -> ModelFeed
  private var generator: SplitMix64
  private var kept: [Place] = []

  /// How many walks went on from each kept place.
  private var walks: [Int] = []

  /// A state on a walk.
  private struct Place {
    let model: ComparedFeed
    var state: ComparedFeed.State

    /// The kept place that the walk went on from; nil for the start.
    var origin: Int?

    /// The steps from there.
    var steps: [ComparedStep] = []
  }

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random steps.
  ///   - machine: Makes the settings of the machine under test from those of the specification.
  package init(
    seed: UInt64,
    machine: @escaping @Sendable (ModelFeed) -> ModelFeed = { $0 }
  ) {
    generator = SplitMix64(seed: seed)
    makeMachine = machine
  }

  /// Compares until so many steps were made, or one differs.
  package mutating func run(steps limit: Int) {
    while steps < limit, failure == nil { walk() }
  }

  /// Short walks reach rare states sooner, since those are near the states that walks go on from.
  private static var length: Int { 6 }

  private mutating func walk() {
    var place = start()
    for _ in 0..<Self.length where failure == nil {
      let control = FeedControl(of: place.state.feed, in: place.model.settings)
      if coverage.note(control) {
        kept.append(place)
        walks.append(0)
        place.origin = kept.count - 1
        place.steps = []
      }
      tryMissing(at: place, control)
      let kind = place.model.drawKind(at: place.state, using: &generator)
      make(kind, from: &place, control)
    }
  }

  /// A feed with new settings, or a kept place: of ten the one that was used least.
  private mutating func start() -> Place {
    if kept.isEmpty || Int.random(in: 0..<40, using: &generator) == 0 {
      let settings = ComparedFeed.settings(using: &generator)
      let model = ComparedFeed(settings, machine: makeMachine(settings))
      return Place(model: model, state: model.start)
    }
    var origin = Int.random(in: 0..<kept.count, using: &generator)
    for _ in 0..<9 {
      let other = Int.random(in: 0..<kept.count, using: &generator)
      if walks[other] < walks[origin] { origin = other }
    }
    walks[origin] += 1
    return Place(model: kept[origin].model, state: kept[origin].state, origin: origin)
  }

  /// Tries the actions that the state's pairs of values have not met yet.
  private mutating func tryMissing(at place: Place, _ control: FeedControl) {
    let missing = coverage.missing(at: control, of: ComparedFeed.Kind.allActions)
    if missing == 0 { return }
    for (bit, kind) in ComparedFeed.Kind.actions.enumerated()
    where missing & 1 << bit != 0 && failure == nil {
      var copy = place
      make(kind, from: &copy, control)
    }
  }

  private mutating func make(
    _ kind: ComparedFeed.Kind, from place: inout Place, _ control: FeedControl
  ) {
    let step = place.model.step(kind, at: place.state, using: &generator)
    if let bit = kind.actionIndex { coverage.note(action: bit, at: control) }
    let reaction = place.model.make(step, at: &place.state)?.reaction
    place.steps.append(step)
    steps += 1
    if reaction?.refusal == nil { accepted += 1 }
    guard place.model.broken(at: place.state) != nil else { return }
    let found = place.model.failure(after: path(to: place))
    failure = "after \(steps) steps: \(found ?? "a difference that does not come again")"
  }

  private func path(to place: Place) -> [ComparedStep] {
    (place.origin.map { path(to: kept[$0]) } ?? []) + place.steps
  }
}
