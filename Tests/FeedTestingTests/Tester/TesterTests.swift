import FeedEffects
import FeedReducer
import FeedTesting
import Testing
import TestWatch

/// Reports what a tester finds as an issue of the running test.
func record(_ failure: TesterFailure) {
  let location = SourceLocation(
    fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
    column: Int(failure.column))
  Issue.record("\(failure)", sourceLocation: location)
}

/// A lamp that goes out by itself.
private struct Lamp: StateMachine {
  enum Action: Equatable { case press, wentOut, ask, answered(Ticket) }
  enum Effect: Equatable { case wait(Ticket), stop(Ticket), ask(Ticket), beep }
  enum Refusal: Equatable { case isDark }

  func reduce(into isOn: inout Bool, _ action: Action) -> Reaction<Effect, Refusal> {
    switch action {
    case .press:
      isOn.toggle()
      return .accepted(isOn ? [.wait(1)] : [.stop(1)])
    case .wentOut:
      if !isOn { return .ignored(.isDark) }
      isOn = false
      return .accepted([.beep])
    case .ask: return .accepted([.ask(2)])
    case .answered: return .accepted([])
    }
  }
}

private struct LampHandler: EffectHandler {
  func work(for effect: Lamp.Effect) -> Work<Lamp.Action> {
    switch effect {
    case .wait(let ticket): .schedule(id: WorkID(ticket), after: .seconds(9), action: .wentOut)
    case .stop(let ticket): .cancel(id: WorkID(ticket))
    case .ask(let ticket): .run(id: WorkID(ticket), operation: .concurrent { .answered(ticket) })
    case .beep: .none
    }
  }
}

@Suite("Tester", .watched)
struct TesterTests {
  private var lamp: Tester<Lamp, Bool> {
    let tracking = Tracking<Lamp>(LampHandler()) { action in
      if case .answered(let ticket) = action { WorkID(ticket) } else { nil }
    }
    return Tester(Lamp(), state: false, tracking: tracking, report: record)
  }

  @Test func aRightTestPasses() {
    let tester = lamp
    tester.send(.wentOut, refused: .isDark)
    tester.send(.press, effects: [.wait(1)]) { $0 = true }
    tester.send(.press, effects: [.stop(1)]) { $0 = false }
    tester.finish()
  }

  @Test func aHandlerTellsTheWorkInFlight() {
    let tester = lamp
    tester.given(.press, .ask)
    #expect(tester.inFlight == [.wait(1), .ask(2)])
    tester.send(.answered(2))
    #expect(tester.inFlight == [.wait(1)])
    tester.send(.wentOut, effects: [.beep]) { $0 = false }
    tester.finish()
  }

  @Test func anIgnoredAnswerEndsItsWorkToo() {
    let tester = Tester(
      Lamp(), state: false,
      tracking: Tracking(effect: { _ in .starts(WorkID(1)) }, answer: { _ in WorkID(1) }),
      report: record)
    tester.given(.ask)
    #expect(tester.inFlight == [.ask(2)])
    tester.send(.wentOut, refused: .isDark)
    tester.finish()
  }

  @Test func workWithTheSameIDReplacesTheFirst() {
    let tester = lamp
    tester.given(.ask, .ask)
    tester.finish(inFlight: [.ask(2)])
  }

  @Test func aMachineWithoutWorkNeedsNoTracking() {
    let tester = Tester(Lamp(), state: false, report: record)
    tester.send(.press, effects: [.wait(1)]) { $0 = true }
  }

  @Test func fieldsReplaceAStateThatATestCannotSet() {
    struct Shown: Equatable { var light: String }
    let tester = Tester(
      Lamp(), state: false, fields: { Shown(light: $0 ? "on" : "off") }, report: record)
    tester.send(.press, effects: [.wait(1)]) { $0.light = "on" }
  }
}

@Suite("A tester that compares only what is stated", .watched)
struct PartialTesterTests {
  private let reports = Reports()

  private func tester(
    _ does: @escaping (inout Puppet.State) -> Puppet.Answer
  ) -> PuppetTester {
    let tester = reports.tester(does)
    tester.isExhaustive = false
    return tester
  }

  private static func grow(_ state: inout Puppet.State) -> Puppet.Answer {
    state.count += 1
    state.name += "b"
    return .accepted([.load(1, page: state.count)])
  }

  @Test func whatIsNotStatedIsNotCompared() {
    let tester = tester(Self.grow)
    tester.send(.go)
    tester.send(.go) { $0.count = 2 }
    tester.send(.go, effects: [.load(1, page: 3)])
    #expect(reports.messages == [])
  }

  @Test func whatIsStatedIsCompared() {
    let tester = tester(Self.grow)
    tester.send(.go, effects: []) { $0.count = 7 }
    tester.finish()
    #expect(
      reports.messages == [
        """
        step 1, .go: the state is not as stated
          count  expected 7, came 1
        State every field that changes and no other, or correct the machine.
        """,
        """
        step 1, .go: the effects are not as stated
          [0]  expected none, came .load(1, page: 1)
          came:
            .load(1, page: 1)
        State all of them in their order, or correct the machine.
        """,
        """
        what is in flight at the end is not as stated
          expected: nothing
          in flight:
            .load(1, page: 1)
        Answer or cancel the rest, or state it with finish(inFlight:).
        """,
      ])
  }

  @Test func aFieldMayBeStatedThatDidNotChange() {
    let tester = tester(Self.grow)
    tester.send(.go) { $0.limit = nil }
    #expect(reports.messages == [])
    tester.send(.go) { $0.name = "a" }
    #expect(
      reports.messages == [
        """
        step 2, .go: the state is not as stated
          name  expected "a", came "abb"
        State every field that changes and no other, or correct the machine.
        """
      ])
  }

  @Test func anIgnoredActionFailsOnlyWhatItContradicts() {
    let tester = tester { _ in .ignored(.far(row: 1)) }
    tester.send(.go)
    tester.send(.go) { $0.count = 0 }
    tester.send(.go, refused: .far(row: 1))
    #expect(reports.messages == [])
    tester.send(.go) { $0.count = 1 }
    #expect(
      reports.messages == [
        """
        step 4, .go: ignored, and the test expects it to be accepted
          refusal  .far(row: 1)
          reason   row 1 is far from the end; scroll on
        State the refusal with send(_:refused:), or correct the machine.
        """
      ])
  }

  @Test func whatWasSkippedIsShown() {
    var tester: PuppetTester? = tester(Self.grow)
    tester?.showSkipped = { reports.skipped.append($0) }
    tester?.send(.go)
    tester?.send(.go, effects: [.load(1, page: 2)]) { $0.count = 2 }
    tester?.send(.go) {
      $0.count = 3
      $0.name = "abbb"
    }
    tester = nil
    #expect(reports.messages == [])
    #expect(
      reports.skipped == [
        """
        step 1, .go: not stated
          name    "a" → "ab"
          count   0 → 1
          effect  .load(1, page: 1)
        """,
        """
        step 2, .go: not stated
          name  "ab" → "abb"
        """,
        """
        step 3, .go: not stated
          effect  .load(1, page: 3)
        """,
        """
        in flight at the end, not stated
          .load(1, page: 3)
        """,
      ])
  }

  @Test func aRefusalThatWasSkippedIsShown() {
    let tester = tester { _ in .ignored(.far(row: 1)) }
    tester.showSkipped = { reports.skipped.append($0) }
    tester.send(.go)
    tester.send(.go, refused: .far(row: 1))
    #expect(reports.skipped == ["step 1, .go: not stated\n  ignored  .far(row: 1)"])
  }
}
