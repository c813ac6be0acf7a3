import FeedReducer
import FeedTesting
import TestWatch
import Testing

/// A lamp that counts its switches, also those that it says it ignores: the error.
private struct Lamp: StateMachine, Sendable {
  struct State: Hashable { var isOn = false, switches = 0 }
  enum Action { case on, off }
  enum Refusal: Equatable { case isOn, isOff }

  var isHonest = false

  func reduce(into lamp: inout State, _ action: Action) -> Reaction<Never, Refusal> {
    if lamp.isOn == (action == .on) {
      if !isHonest { lamp.switches += 1 }
      return .ignored(lamp.isOn ? .isOn : .isOff)
    }
    lamp.isOn.toggle()
    lamp.switches += 1
    return .accepted([])
  }
}

/// A lamp in a room whose clock runs, also while the lamp ignores an action.
private struct Room: Model {
  struct State { var lamp = Lamp.State(), time = 0 }
  let start = State()
  var lamp = Lamp()

  func steps(at state: State) -> [Lamp.Action] { state.time < 4 ? [.on, .off] : [] }

  func make(_ action: Lamp.Action, at state: inout State) -> Exchange<Lamp>? {
    state.time += 1
    return Exchange(action, reaction: lamp.reduce(into: &state.lamp, action))
  }

  func fingerprint(of state: State) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(state.lamp.isOn ? 1 : 0)
    fingerprint.mix(state.time)
    return fingerprint.value
  }

  func leavesOut(_ field: String) -> Bool { field == "lamp.switches" }

  func line(for action: Lamp.Action, at state: State) -> String { "\(action)" }
}

/// Two lamps: the model says which one is the machine, or that none is compared.
private struct TwoLamps: Model {
  struct State { var lamp = Lamp.State(), spare = Lamp.State() }
  let start = State()
  var isCompared = true

  func steps(at state: State) -> [Lamp.Action] { [.on, .off] }

  func make(_ action: Lamp.Action, at state: inout State) -> Exchange<Lamp>? {
    Exchange(action, reaction: Lamp().reduce(into: &state.lamp, action))
  }

  func fingerprint(of state: State) -> UInt64 { state.lamp.isOn ? 1 : 0 }

  func leavesOut(_ field: String) -> Bool { field == "lamp.switches" }

  func line(for action: Lamp.Action, at state: State) -> String { "\(action)" }

  func machineState(of state: State) -> Lamp.State? { isCompared ? state.lamp : nil }
}

@Suite("A machine that changes its state while it ignores", .watched)
struct IgnoringTests {
  private static func actions(_ state: Lamp.State) -> [Lamp.Action] {
    state.switches < 3 ? [.on, .off] : []
  }

  private static let text = """
    broken after 1 step: ignoring changes nothing
    An ignored action leaves the machine's state exactly as it was.
      # at first:
      #   isOn      false
      #   switches  0
      off
      #   ignored   .isOff
      #   switches  0 → 1

    """

  @Test func theExplorerFindsIt() {
    let model = ActionModel(Lamp(), state: .init(), actions: Self.actions)
    let result = Explorer(model, laws: []).run()
    #expect(result.failure == Self.text)
    #expect(result.counterexample?.steps == [.off])
    #expect(result.counterexample?.script == ["off"])
  }

  @Test(arguments: UInt64(1)...20) func aWalkFindsAndShrinksIt(seed: UInt64) {
    let model = ActionModel(Lamp(), state: .init(), actions: Self.actions)
    let trail = Walk(model, laws: [], seed: seed).run()
    let steps = trail.counterexample?.steps
    #expect(trail.counterexample?.law.name == "ignoring changes nothing")
    #expect(steps == [.off] || steps == [.on, .on])
  }

  @Test func anHonestMachineBreaksNothing() {
    let model = ActionModel(Lamp(isHonest: true), state: .init(), actions: Self.actions)
    #expect(Explorer(model, laws: []).run().isComplete)
    #expect(Walk(model, laws: [], seed: 1).run().failure == nil)
  }

  @Test func theStateIsFoundInAModelThatDoesNotNameIt() {
    let found = Explorer(Room(), laws: []).run().counterexample
    #expect(found?.steps == [.off])
    // The room's clock is no part of the machine.
    #expect(Explorer(Room(lamp: Lamp(isHonest: true)), laws: []).run().isComplete)
    #expect(Walk(Room(), laws: [], seed: 1).run().counterexample != nil)
  }

  @Test func theModelSaysWhereTheStateIs() {
    let found = Explorer(TwoLamps(), laws: []).run().counterexample
    #expect(found?.law.name == "ignoring changes nothing")
    #expect(Explorer(TwoLamps(isCompared: false), laws: []).run().failure == nil)
  }

  @Test func theGivenLawsComeFirst() {
    let law = Law<ActionModel<Lamp>>.actionProperty("mine", says: "Nothing is switched off.") {
      $0.step == .on || $0.before.switches == $0.after.switches
    }
    let model = ActionModel(Lamp(), state: .init(), actions: Self.actions)
    let result = Explorer(model, laws: [law]).run()
    #expect(result.counterexample?.law.name == "mine")
    #expect(result.laws.map(\.name) == ["mine"])
  }
}
