import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Who tests the tester? Every failure that it can report, in full.
@Suite("What a tester reports", .watched)
struct TesterMessageTests {
  @Test func effectsAreComparedInTheirOrder() {
    Self.effects.forEach { $0.check() }
  }

  @Test func refusalsAreCompared() {
    Self.refusals.forEach { $0.check() }
  }

  @Test func nothingIsLeftInFlight() {
    Self.flights.forEach { $0.check() }
  }

  private static var effects: [MessageCase] {
    [
      MessageCase(
        rule: "one effect for another",
        does: { _ in .accepted([.stop(1), .load(2, page: 3)]) },
        test: {
          $0.send(.go, effects: [.stop(1), .load(2, page: 4)])
          $0.finish(inFlight: [.load(2, page: 3)])
        },
        message: """
          step 1, .go: the effects are not as stated
            [1]  expected .load(2, page: 4), came .load(2, page: 3)
            came:
              .stop(1)
              .load(2, page: 3)
          State all of them in their order, or correct the machine.
          """),
      MessageCase(
        rule: "one effect too many",
        does: { _ in .accepted([.stop(1)]) },
        test: { $0.send(.go) },
        message: """
          step 1, .go: the effects are not as stated
            [0]  expected none, came .stop(1)
            came:
              .stop(1)
          State all of them in their order, or correct the machine.
          """),
      MessageCase(
        rule: "an effect that does not come",
        does: { _ in .accepted([]) },
        test: { $0.send(.go, effects: [.stop(1)]) },
        message: """
          step 1, .go: the effects are not as stated
            [0]  expected .stop(1), came none
            came: nothing
          State all of them in their order, or correct the machine.
          """),
      MessageCase(
        rule: "many effects",
        does: { _ in .accepted((1...40).map { .stop(Ticket(rawValue: $0)) }) },
        test: { $0.send(.go) },
        message: """
          step 1, .go: the effects are not as stated
            [0]  expected none, came .stop(1)
            came:
          \((1...12).map { "    .stop(\($0))\n" }.joined())    … 28 more
          State all of them in their order, or correct the machine.
          """),
    ]
  }

  private static var refusals: [MessageCase] {
    [
      MessageCase(
        rule: "ignored and not stated",
        does: { _ in .ignored(.far(row: 1)) },
        test: { $0.send(.go, effects: [.stop(1)]) { $0.count = 1 } },
        message: """
          step 1, .go: ignored, and the test expects it to be accepted
            refusal  .far(row: 1)
            reason   row 1 is far from the end; scroll on
          State the refusal with send(_:refused:), or correct the machine.
          """),
      MessageCase(
        rule: "a refusal whose sentence is its name",
        does: { _ in .ignored(.late) },
        test: { $0.send(.go) },
        message: """
          step 1, .go: ignored, and the test expects it to be accepted
            refusal  it is too late; come tomorrow
          State the refusal with send(_:refused:), or correct the machine.
          """),
      MessageCase(
        rule: "accepted and not stated",
        does: {
          $0.count = 1
          return .accepted([.stop(1)])
        },
        test: { $0.send(.go, refused: .far(row: 1)) },
        message: """
          step 1, .go: accepted, and the test expects a refusal
            expected  .far(row: 1)
            count     0 → 1
            effect    .stop(1)
          State what it does with send(_:effects:), or correct the machine.
          """),
      MessageCase(
        rule: "another refusal",
        does: { _ in .ignored(.far(row: 2)) },
        test: { $0.send(.go, refused: .far(row: 1)) },
        message: """
          step 1, .go: ignored for another reason
            expected  .far(row: 1)
            came      .far(row: 2)
          Correct what the test states, or the machine.
          """),
      MessageCase(
        rule: "ignored, and the state changed",
        does: {
          $0.count += 1
          return .ignored(.far(row: 1))
        },
        test: { $0.send(.go, refused: .far(row: 1)) },
        message: """
          step 1, .go: ignored, and yet the state changed
            refusal  .far(row: 1)
            count    0 → 1
          Leave the state exactly as it was where the machine ignores an action.
          """),
    ]
  }

  private static var flights: [MessageCase] {
    [
      MessageCase(
        rule: "left in flight",
        does: { _ in .accepted([.load(1, page: 1)]) },
        test: {
          $0.send(.go, effects: [.load(1, page: 1)])
          $0.finish()
        },
        message: """
          what is in flight at the end is not as stated
            expected: nothing
            in flight:
              .load(1, page: 1)
          Answer or cancel the rest, or state it with finish(inFlight:).
          """),
      MessageCase(
        rule: "not in flight",
        does: { _ in .accepted([]) },
        test: { $0.finish(inFlight: [.load(1, page: 1)]) },
        message: """
          what is in flight at the end is not as stated
            expected:
              .load(1, page: 1)
            in flight: nothing
          Answer or cancel the rest, or state it with finish(inFlight:).
          """),
      MessageCase(
        rule: "never finished",
        does: { _ in .accepted([.load(1, page: 1)]) },
        test: { $0.send(.go, effects: [.load(1, page: 1)]) },
        message: """
          the tester was released while something was in flight
            in flight:
              .load(1, page: 1)
          Answer or cancel it and call finish(), or state it with finish(inFlight:).
          """),
      MessageCase(
        rule: "finished too early",
        does: { _ in .accepted([.load(1, page: 1)]) },
        test: {
          $0.finish()
          $0.given(.go)
        },
        message: """
          the tester was released while something was in flight
            in flight:
              .load(1, page: 1)
          Answer or cancel it and call finish(), or state it with finish(inFlight:).
          """),
    ]
  }

  @Test func aMachineThatDependsOnMoreThanStateAndActionIsFound() {
    let reports = Reports()
    var calls = 0
    let tester = reports.tester {
      calls += 1
      $0.count = calls
      return .accepted([])
    }
    tester.send(.go) { $0.count = 1 }
    #expect(
      reports.messages == [
        """
        step 1, .go: the same action in the same state led to two results
          count  1 and then 2
        Let the machine depend on state and action, on no clock, chance or global.
        """
      ])
  }

  @Test func aFailureHasItsSourceLocation() {
    let reports = Reports()
    let tester = reports.tester {
      $0.count += 1
      return .accepted([])
    }
    tester.send(.go)
    let line: UInt = #line - 1
    tester.send(.go, refused: .late)
    tester.finish(inFlight: [.stop(1)])
    #expect(reports.failures.map(\.line) == [line, line + 2, line + 3])
    #expect(reports.failures.allSatisfy { "\($0.fileID)" == #fileID })
    #expect(reports.failures.allSatisfy { "\($0.filePath)" == #filePath })
    #expect(reports.failures.map(\.column) == [16, 16, 18])
  }

  @Test func anUnfinishedTestFailsWhereItsTesterWasCreated() {
    let reports = Reports()
    reports.tester(line: 77) { _ in .accepted([.load(1, page: 1)]) }.given(.go)
    #expect(reports.failures.map(\.line) == [77])
  }

  @Test func afterAFailureTheTestContinuesWithTheMachinesState() {
    let reports = Reports()
    let tester = reports.tester {
      $0.count += 1
      return .accepted([])
    }
    tester.send(.go)
    #expect(tester.state.count == 1)
    tester.send(.go) { $0.count = 2 }
    #expect(reports.failures.count == 1)
  }

  @Test func withoutAReporterTheProgramStops() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let tester = Tester(Puppet { _ in .accepted([.stop(1)]) }, state: .init())
      tester.send(.go)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("step 1, .go: the effects are not as stated"))
  }
}
