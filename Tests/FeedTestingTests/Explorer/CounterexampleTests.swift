import FeedReducer
import FeedTesting
import TestWatch
import Testing

/// A form that is filled in and sent.
private struct Form: StateMachine, Sendable {
  struct Address: Hashable { var street = "", town = "", country = "", postCode = "" }
  enum Phase: Hashable { case open, sent(attempt: Int), stuck }
  struct State: Hashable {
    var phase = Phase.open
    var words: [String] = []
    var address = Address()
  }
  enum Action { case write, move, send, fail }
  enum Refusal: Equatable { case notOpen }

  func reduce(into form: inout State, _ action: Action) -> Reaction<Never, Refusal> {
    if form.phase != .open, action != .fail { return .ignored(.notOpen) }
    switch action {
    case .write: form.words.append("word")
    case .move: form.address.town = "Aachen"
    case .send: form.phase = .sent(attempt: 1)
    case .fail: form.phase = .stuck
    }
    return .accepted([])
  }
}

/// The form with a model that shows only how many words it has.
private struct Short: Model {
  struct Shown { let count: Int }
  let start = Form.State()
  let preamble = ["# a form"]

  func steps(at form: Form.State) -> [Form.Action] { form.words.count < 3 ? [.write, .move] : [] }

  func make(_ action: Form.Action, at form: inout Form.State) -> Exchange<Form>? {
    Exchange(action, reaction: Form().reduce(into: &form, action))
  }

  func fingerprint(of form: Form.State) -> UInt64 { UInt64(form.words.count) }

  func line(for action: Form.Action, at form: Form.State) -> String { "\(action)" }

  func fields(of form: Form.State) -> Any { Shown(count: form.words.count) }
}

/// A state with a description of several lines.
private struct Board: Hashable, CustomStringConvertible {
  var marks = "...."
  var description: String { "\(marks.prefix(2))\n\(marks.suffix(2))" }
}

private struct Marker: StateMachine, Sendable {
  func reduce(into board: inout Board, _ mark: Character) -> Reaction<Never, Never> {
    board.marks = String(mark) + board.marks.dropLast()
    return .accepted([])
  }
}

@Suite("The text of a counterexample", .watched)
struct CounterexampleTests {
  private typealias FormLaw = Law<ActionModel<Form>>

  private static func failure(
    _ law: FormLaw, _ actions: [Form.Action]
  ) -> Counterexample<ActionModel<Form>>? {
    let model = ActionModel(Form(), state: .init()) { $0.words.count < 3 ? actions : [] }
    return Explorer(model, laws: [law]).run().counterexample
  }

  @Test func itNamesTheRule() {
    let rule = Rule(3, says: "Nothing is ever written.")
    let never = Law<Short>.invariant("still", says: "The form stays as it is.", rule: rule) {
      $0.words.isEmpty
    }
    let failure = Explorer(Short(), laws: [never]).run().failure
    #expect(failure?.contains("guards rule 3: Nothing is ever written.") == true)
  }

  @Test func itShowsTheFirstStateAndEachChange() {
    let law = FormLaw.invariant("one", says: "It has one word at most.") {
      $0.words.count < 2 || $0.address.town.isEmpty || $0.phase == .open
    }
    let found = Self.failure(law, [.write, .move, .send])
    #expect(found?.script == ["write", "write", "move", "send"])
    #expect(
      found?.description == """
        broken after 4 steps: one
        It has one word at most.
          # at first:
          #   phase             .open
          #   words             []
          #   address.street    ""
          #   address.town      ""
          #   address.country   ""
          #   address.postCode  ""
          write
          #   words  [] → ["word"]
          write
          #   words  ["word"] → ["word", "word"]
          move
          #   address.town  "" → "Aachen"
          send
          #   phase  .open → .sent(attempt: 1)

        """)
  }

  @Test func aLivenessLawShowsTheStateWithoutAnEnd() {
    let law = FormLaw.liveness(
      "is sent", says: "It can be sent.", by: { $0.phase == .open ? [.send] : [.write] }
    ) { if case .sent = $0.phase { true } else { false } }
    let found = Self.failure(law, [.write, .fail, .send])
    #expect(found?.script == ["fail", "# from here on the end is out of reach:", "write"])
    #expect(
      found?.description.hasSuffix(
        """
          fail
          #   phase  .open → .stuck
          # from here on the end is out of reach:
          #   phase             .stuck
          #   words             []
          #   address.street    ""
          #   address.town      ""
          #   address.country   ""
          #   address.postCode  ""
          write
          #   ignored  .notOpen

        """) == true, "\(found?.description ?? "")")
  }

  @Test func withoutItsCommentsItIsTheScript() throws {
    let law = FormLaw.invariant("open", says: "It is open.") { $0.phase == .open }
    let found = try #require(Self.failure(law, [.write, .send]))
    let lines = found.description.split(separator: "\n").dropFirst(2).map { $0.dropFirst(2) }
    #expect(lines.filter { !$0.hasPrefix("#") }.map { String($0) } == found.script)
  }

  @Test func aModelSaysWhatIsShown() {
    let law = Law<Short>.invariant("short", says: "It has no word.") { $0.words.isEmpty }
    let failure = Explorer(Short(), laws: [law]).run().failure
    #expect(
      failure == """
        broken after 1 step: short
        It has no word.
          # a form
          # at first:
          #   count  0
          write
          #   count  0 → 1

        """)
  }

  @Test func aDescriptionOfSeveralLinesIsShownAsSuch() {
    let law = Law<ActionModel<Marker>>.invariant("free", says: "It is free.") {
      $0.marks == "...."
    }
    let model = ActionModel(Marker(), state: Board()) { _ in ["x"] }
    let failure = Explorer(model, laws: [law]).run().failure
    #expect(
      failure == """
        broken after 1 step: free
        It is free.
          # at first:
          #   state  ..
          #          ..
          x
          #   marks  "...." → "x..."

        """)
  }
}
