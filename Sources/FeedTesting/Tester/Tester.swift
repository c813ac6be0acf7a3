import FeedEffects
public import FeedReducer

/// Tests a state machine step by step: the test states everything that a step does.
///
/// Use it to test the rules of a feed, or of a state machine of your own. In each step it compares
/// the whole state, the effects in their order and the refusal. At the end it compares the work in
/// flight. A difference is a failure, and so is a change that the test does not state.
///
/// ```swift
/// let rows = (1...3).map { Row(id: $0) }
/// let tester = FeedTester(Feed<Row, Int>(pageSize: 3), report: record)
/// tester.send(
///   .started,
///   effects: [.load(request: .init(ticket: 1, kind: .refresh, position: .start, size: 3))]
/// ) {
///   $0.refresh = .loading(ticket: 1, attempt: 0)
/// }
/// tester.send(.loadMore, refused: .refreshing(ticket: 1))
/// tester.send(.pageLoaded(ticket: 1, page: .init(items: rows, next: 4))) {
///   $0.refresh = .idle
///   $0.prepend = .ended(reason: .exhausted)
///   $0.items = rows
///   $0.pages = [.init(count: 3, position: .start)]
///   $0.next = .after(cursor: 4)
///   $0.generation = 1
/// }
/// tester.finish()
/// ```
///
/// The closure receives the fields of the state before the action and sets those that the action
/// changes. After a failure the test continues with the state that the machine is in. `record`
/// passes failures on to the test framework: see ``TesterFailure``.
///
/// The tester is synchronous and runs no effect: the test sends the answers itself. It reduces each
/// action twice, and so finds a machine that depends on more than state and action. It also finds a
/// machine that changes its state although it ignores the action. To test a store with its source
/// and timers, use ``ScriptedSource`` and ``ManualClock``.
public final class Tester<Machine: StateMachine, Fields: Equatable> {
  /// The current state of the machine.
  public private(set) var state: Machine.State

  /// Whether the test must state everything; true by default.
  ///
  /// If false, only stated fields, effects and refusals are compared. The closure then receives the
  /// fields *after* the action: set the expected values in it.
  public var isExhaustive = true

  /// Called with the unstated changes of a step, if the tester is not exhaustive.
  ///
  /// If it is set, each closure runs a second time, with the fields before the action.
  public var showSkipped: ((String) -> Void)?

  let machine: Machine
  let fields: (Machine.State) -> Fields
  let tracking: Tracking<Machine>
  let report: (TesterFailure) -> Void
  let creator: TesterFailure.Caller
  var work: [Work] = []
  var stepCount = 0
  var isFinished = false

  /// Work that was started and neither answered nor stopped.
  struct Work {
    let id: WorkID
    let effect: Machine.Effect
    let endsIn: Machine.Action?
  }

  /// Creates a tester that compares fields of the state.
  ///
  /// Use it if a test can't set the state itself.
  ///
  /// - Parameters:
  ///   - machine: The machine under test.
  ///   - state: The initial state.
  ///   - tracking: Which effects start and stop work, and which actions answer it.
  ///   - fields: Returns the fields to compare. Other parts of the state are not compared.
  ///   - report: Receives each failure. If it is nil, the program stops at the first failure.
  ///   - fileID: The caller, for a failure about work in flight when the tester is released.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public init(
    _ machine: Machine, state: Machine.State, tracking: Tracking<Machine> = .nothing,
    fields: @escaping (Machine.State) -> Fields,
    report: ((TesterFailure) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.machine = machine
    self.state = state
    self.tracking = tracking
    self.fields = fields
    self.report = report ?? { fatalError($0.message, file: $0.filePath, line: $0.line) }
    creator = TesterFailure.Caller(
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a tester that compares the whole state.
  ///
  /// - Parameters:
  ///   - machine: The machine under test.
  ///   - state: The initial state.
  ///   - tracking: Which effects start and stop work, and which actions answer it.
  ///   - report: Receives each failure. If it is nil, the program stops at the first failure.
  ///   - fileID: The caller, for a failure about work in flight when the tester is released.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public convenience init(
    _ machine: Machine, state: Machine.State, tracking: Tracking<Machine> = .nothing,
    report: ((TesterFailure) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Fields == Machine.State {
    self.init(
      machine, state: state, tracking: tracking, fields: { $0 }, report: report, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  deinit { reportUnfinished() }

  /// Reduces `action` and updates the work in flight.
  func reduce(_ action: Machine.Action) -> Reaction<Machine.Effect, Machine.Refusal> {
    stepCount += 1
    isFinished = false
    let reaction = machine.reduce(into: &state, action)
    follow(action, effects: reaction.effects)
    return reaction
  }
}
