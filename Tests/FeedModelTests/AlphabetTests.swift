import Compared
import FeedReducer
import FeedSpec
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

  @Test func everyActionIsInTheComparison() throws {
    let declared = try Self.source("Messages/Feed.Action.swift")
      .matches(of: #/\n    (?:indirect )?case (\w+)/#).map { String($0.output.1) }
    #expect(Set(declared).count == declared.count)
    // A list of the specification has no gaps.
    #expect(declared.filter { $0 != "gapTapped" }.count == ComparedFeed.Kind.actions.count)
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

  @Test func theComparisonDrawsEveryKindOfAnswer() {
    var (drawn, codes) = (Set<String>(), Set<FeedFailure.Code>())
    for seed in UInt64(1)...200 {
      var generator = SplitMix64(seed: seed)
      let model = ComparedFeed(ComparedFeed.settings(using: &generator))
      var state = model.start
      for _ in 0..<100 {
        guard let step = model.draw(at: state, using: &generator) else { break }
        if case .answer(let work, let answer) = step {
          drawn.formUnion(Self.names(of: work, in: state.feed))
          if case .page(let page) = answer {
            drawn.formUnion(Self.names(of: page, for: state.feed, size: model.settings.pageSize))
          }
          if case .failure(let failure) = answer { codes.insert(failure.code) }
        }
        _ = model.make(step, at: &state)
      }
    }
    #expect(codes == Set(FeedFailure.Code.all))
    #expect(
      drawn == [
        "late", "not given yet", "of another kind", "in flight",
        "whole", "short", "empty", "long", "a row twice", "known rows only", "known and new rows",
        "no cursor", "next only", "previous only", "both cursors", "the cursor that was asked for",
      ])
  }

  private static func names(of work: ComparedStep.Work, in feed: ModelFeed.State) -> [String] {
    switch work {
    case .load(let kind): [feed[kind].request == nil ? "of another kind" : "in flight"]
    case .edit: []
    case .past(let count): [count < 0 ? "not given yet" : "late"]
    }
  }

  private static func names(
    of page: ModelFeed.Page, for feed: ModelFeed.State, size: Int
  ) -> [String] {
    let ids = page.items.map(\.id)
    let known = ids.filter { id in feed.items.contains { $0.id == id } }
    let isRepeated = page.next != nil && page.next == feed.page
    let amount =
      ids.isEmpty ? "empty" : ids.count < size ? "short" : ids.count > size ? "long" : "whole"
    let cursors = [
      ["no cursor", "previous only"][page.previous == nil ? 0 : 1],
      ["next only", "both cursors"][page.previous == nil ? 0 : 1],
    ][page.next == nil ? 0 : 1]
    var names = [amount, cursors]
    if Set(ids).count < ids.count { names.append("a row twice") }
    if !known.isEmpty { names.append(known == ids ? "known rows only" : "known and new rows") }
    if isRepeated { names.append("the cursor that was asked for") }
    return names
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
