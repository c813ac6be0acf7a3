import FeedHTTP
import FeedModel
import FeedReducer
import FeedSpec
import FeedTesting
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

@Suite("Scripts of the explorer's scenarios", .watched)
struct ScriptTests {
  @Test(arguments: FeedScenario.all.indices) func aPathThroughAScenarioRuns(index: Int) throws {
    let model = SimulatedFeed(FeedScenario.all[index])
    var state = model.start
    var generator = SplitMix64(seed: UInt64(index))
    var steps: [SimulationStep] = []
    for _ in 0..<250 {
      guard let step = model.steps(at: state).randomElement(using: &generator) else { break }
      steps.append(step)
      _ = model.make(step, at: &state)
    }
    try Play(steps, in: model).expectTheSame(of: model.scenario.feed)
  }

  @Test func theCounterexampleOfAWrongMachineRunsOnTheRightOne() throws {
    let feed = FeedScenario.cursor.feed
    // A faulty feed: it applies every answer to the request in flight, even a late one.
    let trusting = ModelMachine { state, action in
      guard case .pageLoaded(_, let page) = action,
        let ticket = state.refresh.request ?? state.append.request
      else { return feed.reduce(into: &state, action) }
      return feed.reduce(into: &state, .pageLoaded(ticket: ticket, page: page))
    }
    let model = SimulatedFeed(.cursor, machine: trusting)
    let found = try #require(Explorer(model, laws: model.laws).run().counterexample)
    #expect(found.law.name == "late is ignored")
    let play = Play(found.steps, in: model)
    #expect(model.preamble + play.lines == found.script)
    try play.expectTheSame(of: feed)
  }
}

/// The steps of a model run, as lines of a script and as actions.
private struct Play {
  private(set) var lines: [String] = []
  private let preamble: [String]

  /// The action of each line; nil where the script restarts the program.
  private var actions: [ModelFeed.Action?] = []

  init(_ steps: [SimulationStep], in model: SimulatedFeed) {
    preamble = model.preamble
    var state = model.start
    for step in steps {
      lines.append(model.line(for: step, at: state))
      if let exchange = model.make(step, at: &state) {
        actions.append(exchange.action)
      } else if step == .restart {
        actions.append(nil)
      }
    }
  }

  /// Runs the lines in the built program and compares each step with `feed`.
  func expectTheSame(of feed: ModelFeed) throws {
    let script = preamble + lines.flatMap { $0.hasPrefix("#") ? [$0] : [$0, "state"] }
    let input = script.map { $0 + "\n" }.joined()
    let run = try Program.shell(#""$PROGRAM" --json run "$INPUT""#, input: Data(input.utf8))
    #expect(run.status == 0, "\(run.output.suffix(500)) \(run.errors)")
    let answers = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let steps = answers.filter { $0.type == "step" }
    let states = answers.compactMap(\.value)
    try #require(steps.count == actions.count { $0 != nil } && states.count == actions.count)
    var state = ModelFeed.State(seed: 1, identity: 1)
    var ignored = steps.map(\.ignored)
    for (number, action) in actions.enumerated() {
      if let action {
        let refusal = feed.reduce(into: &state, action).refusal
        #expect(ignored.removeFirst() == refusal.map { "\($0)" }, "step \(number + 1)")
      } else {
        state = ModelFeed.State(seed: 1, identity: 1)
      }
      #expect(states[number] == Line.State(state), "step \(number + 1)")
    }
  }

  /// A line of JSON output.
  private struct Line: Decodable {
    let type: String
    let ignored: String?
    let value: State?

    private enum Key: CodingKey { case type, ignored, command, value }

    init(from decoder: any Decoder) throws {
      let line = try decoder.container(keyedBy: Key.self)
      type = try line.decode(String.self, forKey: .type)
      ignored = try line.decodeIfPresent(String.self, forKey: .ignored)
      let isState = try line.decodeIfPresent(String.self, forKey: .command) == "state"
      value = isState ? try line.decode(State.self, forKey: .value) : nil
    }

    /// The fields of `state` that the comparison uses.
    struct State: Decodable, Equatable {
      struct Row: Decodable, Equatable {
        let id: String
        let value: Int
      }

      let items: [Row]
      let refresh, append, prepend: JSONValue
      let page: Int?
      let pages: Int
      let total: Int?
      let generation: Int
      let reader: String?

      init(_ feed: ModelFeed.State) {
        items = feed.items.map { Row(id: "\($0.id)", value: $0.value) }
        refresh = FieldValue(feed.refresh).json
        append = FieldValue(feed.append).json
        prepend = FieldValue(feed.prepend).json
        page = feed.page
        pages = feed.pages.count
        total = feed.total
        generation = feed.generation
        reader = feed.reader.map {
          $0.count == 1 ? "row \($0.lowerBound)" : "rows \($0.lowerBound) to \($0.upperBound - 1)"
        }
      }
    }
  }
}
