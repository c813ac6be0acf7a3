import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import Testing
import World

@testable import FeedConsole
import TestWatch

@Suite("Scripts of the world", .watched)
struct ScriptTests {
  @Test(arguments: UInt64(1)...24) func whatHappensInAWorldRuns(seed: UInt64) throws {
    let worlds = (0...).lazy.map { World.random(seed: seed + 100 * $0) }
    let world = try #require(worlds.first { $0.start.lists.count == 1 && $0.preamble.count > 2 })
    var state = world.start
    var generator = SplitMix64(seed: seed)
    var play = Play(preamble: world.preamble)
    for _ in 0..<250 {
      guard let step = world.draw(at: state, using: &generator), world.has(step, at: state) else {
        continue
      }
      play.make(step, in: world, at: &state)
    }
    try play.expectTheSame(of: world.machine.feed)
  }

  @Test(arguments: WorldScript.mended.indices) func aScriptOfAWorldRuns(index: Int) throws {
    let script = WorldScript.mended[index]
    let world = script.world
    var state = world.start
    var play = Play(preamble: world.preamble)
    for step in script.steps { play.make(step, in: world, at: &state) }
    try play.expectTheSame(of: world.machine.feed)
  }
}

/// The steps of a world, as lines of a script and as actions.
private struct Play {
  let preamble: [String]
  private(set) var lines: [String] = []

  /// The action of each line; nil where the script restarts the program.
  private var actions: [WorldFeed.Action?] = []

  init(preamble: [String]) { self.preamble = preamble }

  mutating func make(_ step: World.Step, in world: World, at state: inout World.State) {
    lines.append(world.line(for: step, at: state))
    if case .feed(let action)? = world.make(step, at: &state)?.action.action {
      actions.append(action)
    } else if case .restart = step {
      actions.append(nil)
    }
  }

  /// Runs the lines in the built program and compares each step with `feed`.
  func expectTheSame(of feed: WorldFeed) throws {
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
    var state = WorldFeed.State(seed: 1, identity: 1)
    var ignored = steps.map(\.ignored)
    for (number, action) in actions.enumerated() {
      if let action {
        let refusal = feed.reduce(into: &state, action).refusal
        #expect(ignored.removeFirst() == refusal.map { "\($0)" }, "step \(number + 1)")
      } else {
        state = WorldFeed.State(seed: 1, identity: 1)
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

      init(_ feed: WorldFeed.State) {
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
