package import FeedReducer
package import FeedSpec
package import FeedTesting

/// The feed type that is compared, with the rows of the specification.
package typealias ModelFeed = Feed<ModelRow, Int>
package typealias ModelSearch = Search<Int, ModelRow, Int>
package typealias ModelRow = SpecFeed.Row

/// A feed beside its specification: any action can happen at any time, and the two must do the same.
///
/// Other models have a server that keeps its promises. Here a page may have any rows and cursors, an answer
/// any ticket, and a failure any code. `Walk` and ``Comparison`` take random steps; a difference is shortened
/// and shown with both sides.
package struct ComparedFeed: Model {
  package typealias Machine = ModelFeed
  package typealias Step = ComparedStep

  /// The settings of the specification.
  package let settings: ModelFeed

  /// The machine under test: the feed with these settings, or with others, so that the two differ.
  package let machine: ModelFeed

  /// Creates the model.
  package init(_ settings: ModelFeed, machine: ModelFeed? = nil) {
    self.settings = settings
    self.machine = machine ?? settings
  }

  /// A feed and its specification after the same actions.
  package struct State: Sendable {
    package internal(set) var feed = ModelFeed.State(seed: 1, identity: 1)

    /// What the specification says that `feed` is.
    var spec: SpecFeed

    /// The feed as it was kept when the program last quit.
    var kept: ModelFeed.Snapshot?

    /// The effects of the last action by the specification and by the machine; nil if it was ignored.
    var wanted: [ModelFeed.Effect]?
    var came: [ModelFeed.Effect]?

    /// The rows of a list model that is told of splices.
    var listed: [ModelRow] = []

    /// Whether the two have done the same in the last step.
    package internal(set) var agrees = true
  }

  package var start: State { State(spec: SpecFeed(settings, identity: 1)) }

  /// Does the same to both, and compares them.
  package func make(_ step: ComparedStep, at state: inout State) -> Exchange<ModelFeed>? {
    guard let action = action(for: step, at: state) else {
      if let snapshot = state.feed.snapshot { state.kept = snapshot }
      state.agrees = state.spec.snapshot == state.feed.snapshot
      (state.wanted, state.came) = (nil, nil)
      state.feed = ModelFeed.State(seed: 1, identity: 1)
      state.spec = SpecFeed(settings, identity: 1)
      state.listed = []
      return nil
    }
    let before = state.feed.items
    state.wanted = state.spec.reduce(action)
    let reaction = machine.reduceUnchecked(into: &state.feed, action)
    state.came = if case .accepted(let effects) = reaction { effects } else { nil }
    state.agrees = state.spec.agrees(with: state.feed, answer: state.wanted, reaction: reaction)
    state.listed.apply(state.feed.items.splices(from: before), of: state.feed.items)
    return Exchange(action, reaction: reaction)
  }

  package var laws: [Law<ComparedFeed>] {
    [Self.agreement, Self.consistency, Self.splices]
  }

  private static let agreement = Law<ComparedFeed>.invariant(
    "the machine does what the specification says",
    says: "After the same actions both have the same rows, loads and effects."
  ) { $0.agrees }

  private static let consistency = Law<ComparedFeed>.invariant(
    "no state contradicts itself", says: "Every state obeys the invariants of the machine."
  ) { $0.feed.violation == nil }

  private static let splices = Law<ComparedFeed>.invariant(
    "splices lead to the rows",
    says: "A list model that is told of nothing but splices has the rows of the feed."
  ) { $0.listed.elementsEqual($0.feed.items) }

  /// The law that a state breaks, if any.
  package func broken(at state: State) -> Law<ComparedFeed>? {
    if !state.agrees { return Self.agreement }
    if state.feed.violation != nil { return Self.consistency }
    return state.listed.elementsEqual(state.feed.items) ? nil : Self.splices
  }
}

extension [ModelRow] {
  /// Carries out the splices as they come.
  fileprivate mutating func apply(
    _ splices: [ItemList<ModelRow>.Splice], of list: ItemList<ModelRow>
  ) {
    for splice in splices {
      let added = list[splice.index..<splice.index + splice.inserted]
      replaceSubrange(splice.index..<splice.index + splice.removed, with: added)
    }
  }
}

// What only an explorer or a counterexample asks for.
extension ComparedFeed {
  /// None: the steps are drawn at random.
  package func steps(at state: State) -> [ComparedStep] { [] }

  /// Any step can happen at any time.
  package func has(_ step: ComparedStep, at state: State) -> Bool { true }

  package func fingerprint(of state: State) -> UInt64 { 0 }

  package func machineState(of state: State) -> ModelFeed.State? { state.feed }

  /// The settings.
  package var preamble: [String] { ["# \(settings)"] }

  package func line(for step: ComparedStep, at state: State) -> String {
    action(for: step, at: state).map { "\($0)" } ?? "# the program is quit and started again"
  }

  /// What the specification says that the feed is.
  package func fields(of state: State) -> Any {
    Shown(fields: Self.texts(of: state.spec, effects: state.wanted))
  }

  /// The shortest steps found among those to a difference, and what each side says after the last one; nil if
  /// the steps lead to none.
  package func failure(after steps: [ComparedStep]) -> String? {
    var state = start
    for step in steps { _ = make(step, at: &state) }
    guard let law = broken(at: state) else { return nil }
    return description(of: Shrinking(law, in: self).counterexample(from: steps))
  }

  private func description(of found: Counterexample<ComparedFeed>) -> String {
    var state = start
    for step in found.steps { _ = make(step, at: &state) }
    let wanted = Self.texts(of: state.spec, effects: state.wanted)
    let machine = SpecFeed(of: state.feed, settings: settings)
    let came = Self.texts(of: machine, effects: state.came)
    let differences = zip(wanted, came).filter { $0.text != $1.text }.map { wanted, came in
      "  \(wanted.name)\n    specification  \(wanted.text)\n    machine        \(came.text)\n"
    }
    let words = differences.isEmpty ? "  what shows or is kept\n" : differences.joined()
    return "\(found)the two differ in\n\(words)" + (state.feed.violation.map { "\($0)\n" } ?? "")
  }

  private static func texts(
    of feed: SpecFeed, effects: [ModelFeed.Effect]?
  ) -> [(name: String, text: String)] {
    [("effects", effects.map { $0.map(text).joined(separator: ", ") } ?? "ignored")] + feed.texts
  }

  private static func text(of effect: ModelFeed.Effect) -> String {
    switch effect {
    case .load(let request): "load \(request.ticket) \(request.kind) at \(request.position)"
    case .cancel(let ticket): "cancel \(ticket)"
    case .schedule(let ticket, let time): "schedule \(ticket) after \(time)"
    case .send(let edit): "send \(edit.ticket) for \(edit.id)"
    case .drop(let edit): "drop \(edit.ticket) for \(edit.id)"
    }
  }
}

/// Fields as a counterexample shows them.
struct Shown: CustomReflectable {
  let fields: [(name: String, text: String)]

  var customMirror: Mirror {
    let children = fields.map { (label: $0.name as String?, value: ShownWord($0.text) as Any) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
