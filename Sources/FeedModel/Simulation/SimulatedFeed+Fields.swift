package import FeedReducer
import FeedSpec
import FeedTesting

extension SimulatedFeed {
  /// The feed's state in the state of the model.
  package func machineState(of state: SimulationState) -> ModelFeed.State? { state.feed }

  /// The feed's rows, loads and edits, the work in flight and the server's rows.
  package func fields(of state: SimulationState) -> Any { SimulationFields(state) }
}

/// What a counterexample shows of a state: what most laws are about, in few words.
private struct SimulationFields {
  let rows: [ShownWord]
  let next: ModelFeed.Position?
  let previous: ModelFeed.Position?
  let reader: Range<Int>?
  let refresh: LoadState
  let append: LoadState
  let prepend: LoadState
  let isOnline: Bool
  let edits: [ShownWord]
  let inFlight: [ShownWord]
  let server: [Int]

  init(_ state: SimulationState) {
    let feed = state.feed
    rows = feed.items.map { ShownWord($0.value == 0 ? "\($0.id)" : "\($0.id) changed") }
    next = feed.tail.position
    previous = feed.head.position
    reader = feed.reader
    refresh = feed.refresh
    append = feed.append
    prepend = feed.prepend
    isOnline = feed.isOnline
    edits =
      feed.pendingEdits.map { ShownWord("\(Self.text(of: $0.edit.change)) \($0.state)") }
      + feed.refusedEdits.map { ShownWord("\(Self.text(of: $0.edit.change)) refused") }
    inFlight = state.inFlight.map { ShownWord("\($0.ticket) \(Self.text(of: $0.task))") }
    server = ModelServer.ids(state.server.rows)
  }

  private static func text(of change: ModelFeed.Change) -> String {
    switch change {
    case .insert: "insert \(change.id)"
    case .update: "update \(change.id)"
    case .remove: "remove \(change.id)"
    }
  }

  private static func text(of task: SimulationState.Work.Task) -> String {
    switch task {
    case .load(let kind, _, _): "\(kind)"
    case .timer: "timer"
    case .edit(let change, _): text(of: change)
    }
  }
}
