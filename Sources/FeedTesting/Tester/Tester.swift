import FeedEffects
public import FeedReducer

/// Tests a machine step by step: what the test does not state must not happen.
///
/// ```swift
/// let tester = Tester(Feed<Row, Int>(pageSize: 3), report: record)
/// tester.send(.started, effects: [load(1, .refresh, .start)]) {
///   $0.refresh = .loading(ticket: 1, attempt: 0)
/// }
/// tester.send(.loadMore, refused: .noFirstPage)
/// tester.send(.cancelled(ticket: 1)) {
///   $0.refresh = .idle
/// }
/// tester.finish()
/// ```
///
/// Of each step the whole state, the effects in their order and the refusal are compared, and at
/// the end what is in flight. The closure gets the fields of the state before the action and
/// changes them to what they should be after it. A failure goes to `report` with the line of the
/// test; after it the test goes on from the state that the machine is in.
///
/// The tester is synchronous and runs no effect: the test sends the answers. It also finds a
/// machine that changes its state while it ignores an action, and one whose result depends on
/// anything but state and action.
public final class Tester<Machine: StateMachine, Fields: Equatable> {
  /// The current state.
  public private(set) var state: Machine.State

  /// Whether everything has to be stated. Where it is false only what is stated is compared.
  ///
  /// The closure then gets the fields as they are *after* the action; set in it what they should
  /// be. Effects and refusals are compared where they are given.
  public var isExhaustive = true

  /// Called with what a step did and the test does not state, if not everything has to be.
  ///
  /// Where it is set, closures are also called with the fields before the action.
  public var showSkipped: ((String) -> Void)?

  let machine: Machine
  let fields: (Machine.State) -> Fields
  let tracking: Tracking<Machine>
  let report: (TesterFailure) -> Void
  let creator: TesterFailure.Caller
  var work: [Work] = []
  var stepCount = 0
  var isFinished = false

  /// Something that was started and neither answered nor stopped.
  struct Work {
    let id: WorkID
    let effect: Machine.Effect
    let endsIn: Machine.Action?
  }

  /// Creates a tester of a machine whose state a test can't write, but fields of it.
  ///
  /// - Parameters:
  ///   - state: Where the machine begins.
  ///   - tracking: Which effects start and stop work, and which actions answer it.
  ///   - fields: Makes of a state the fields that are compared. Fields that are left out are not.
  ///   - report: Told of each failure. Without it the program stops at the first one.
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

  /// Creates a tester of a machine whose state a test can write.
  ///
  /// - Parameters:
  ///   - state: Where the machine begins.
  ///   - tracking: Which effects start and stop work, and which actions answer it.
  ///   - report: Told of each failure. Without it the program stops at the first one.
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

  /// Reduces `action` and follows what is in flight.
  func reduce(_ action: Machine.Action) -> Reaction<Machine.Effect, Machine.Refusal> {
    stepCount += 1
    isFinished = false
    let reaction = machine.reduce(into: &state, action)
    follow(action, reaction.effects)
    return reaction
  }
}
