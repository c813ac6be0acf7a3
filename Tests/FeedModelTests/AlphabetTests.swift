import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing
import World

/// Whatever can happen to a feed has to happen in the models: what no model can do is not tested.
@Suite("The alphabet of the models", .watched)
struct AlphabetTests {
  @Test func everyCodeOfAFailureIsInTheList() throws {
    let declared = try Self.source("Messages/FeedFailure.swift")
      .matches(of: #/public static let (\w+) = Self\(rawValue: "(\w+)"\)/#)
      .map { String($0.output.2) }
    #expect(declared.count >= 8)
    #expect(Set(declared) == Set(FeedFailure.Code.all.map(\.rawValue)))
  }

  @Test func theWorldHasEachClassOfFailures() {
    #expect(
      Set(World.Failure.allCases.map { FailureClass($0.failure) }) == Set(FailureClass.allCases))
  }

  /// Also answers, late and wrong ones among them, and what happens to the program and on the server.
  @Test func everyActionAndEveryStepIsInTheWorld() throws {
    let actions = try Self.source("Messages/Feed.Action.swift")
      .matches(of: #/\n    (?:indirect )?case (\w+)/#).map { String($0.output.1) }
    let steps: Set = [
      "act", "serve", "answer", "fail", "cancel", "late", "keep", "restart", "restore",
      "replaceFile", "othersAdd", "othersRemove", "othersChange", "othersMove",
      "serverForgets",
    ]
    var (drawn, taken) = (Set<String>(), Set<String>())
    for seed in UInt64(0)..<400 where drawn.count < actions.count || taken.count < steps.count {
      let world = World.random(seed: seed)
      var (state, generator) = (world.start, SplitMix64(seed: seed))
      for _ in 0..<150 {
        guard let step = world.draw(at: state, using: &generator) else { break }
        taken.insert(Self.name(of: step))
        guard world.has(step, at: state) else { continue }
        if case .feed(let action)? = world.make(step, at: &state)?.action.action {
          drawn.insert(Self.name(of: action))
        }
      }
    }
    #expect(drawn == Set(actions))
    #expect(taken == steps)
  }

  /// The name of a case.
  private static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  private static func source(_ path: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/FeedReducer/\(path)")
    return try String(contentsOf: file, encoding: .utf8)
  }
}

/// What follows a failure depends on its class.
private enum FailureClass: CaseIterable {
  case ofNetwork, repeatable, refused, lostCursor

  init(_ failure: FeedFailure) {
    self =
      failure.code == .invalidCursor
      ? .lostCursor
      : failure.isOfNetwork ? .ofNetwork : failure.isRetryable ? .repeatable : .refused
  }
}
