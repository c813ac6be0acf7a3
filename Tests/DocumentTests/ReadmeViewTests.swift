import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestWatch
import Testing
import World

#if os(Linux)
  @_spi(Rendering) import SwiftUI

  /// The README's view, over the rows of the worlds. A test compares the two, line by line.
  private struct ModelView: View {
    let store: FeedStore<WorldRow, Int>

    var body: some View {
      List {
        EndView(end: store.header) { store.retry($0) }
        ForEach(store.items) { item in
          Text(item.name).onAppear { store.appeared(item.id) }
        }
        EndView(end: store.footer) { store.retry($0) }
      }
      .refreshable { await store.refresh() }
    }
  }

  extension WorldRow {
    fileprivate var name: String { "Row \(id)" }
  }

  /// Answers nothing: what a gesture leads to is seen at once.
  private struct Silence: EffectHandler {
    func work(for effect: WorldFeed.Effect) -> Work<WorldFeed.Action> { .none }
  }

  @MainActor @Suite("The README's view", .watched)
  struct ReadmeViewTests {
    @Test func isTheOneThatIsShownHere() throws {
      let here = try Document("Tests/DocumentTests/ReadmeViewTests.swift").text
      let readme = try Document("README.md").text
      let start = try #require(readme.firstRange(of: "var body")).upperBound
      let body = readme[start...].prefix(
        upTo: try #require(readme.firstRange(of: "///")).lowerBound)
      let lines = body.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.count > 8)
      for line in lines { #expect(here.contains(line), "\(line)") }
    }

    /// Worlds of one feed that only grows at its end, as the view expects.
    @Test(arguments: WorldScenario.all.filter { $0.world.hasOneEnd }.map(\.name))
    func isNeverBlankAndHasNoDeadButton(scenario name: String) throws {
      let world = try #require(WorldScenario.all.first { $0.name == name }).world
      let states = Locked<[WorldFeed.State]>([])
      let collecting = Law<World>.invariant("collect", says: "Every state is seen.") { moment in
        if case .feed(let state) = moment.lists[0] { states.use { $0.append(state) } }
        return true
      }
      _ = Explorer(world, laws: [collecting], maxStates: 400).run()
      let seen = states.use { $0 }
      #expect(seen.count >= 400)
      for state in seen where !state.isStopped {
        if state.lastTicket > 0 || state.refresh != .idle || state.generation > 0 {
          check(state, world.machine.feed)
        }
      }
    }

    private func check(_ state: WorldFeed.State, _ feed: WorldFeed) {
      let shown = shown(state, feed)
      // A list that loads again what it dropped in front of itself has rows.
      let isBlank = shown.allSatisfy { if case .pull = $0 { true } else { false } }
      #expect(!isBlank, "\(state)")
      for index in shown.indices {
        guard case .button(let title, _) = shown[index] else { continue }
        let store = store(state, feed)
        var counted = false
        store.onStep { counted = counted || $0.reaction.refusal == nil }
        guard case .button(_, let action) = ModelView(store: store).shown[index] else {
          Testing.Issue.record("another view for the same state")
          return
        }
        action()
        #expect(counted, "\(title): \(state)")
      }
    }

    private func shown(_ state: WorldFeed.State, _ feed: WorldFeed) -> [Shown] {
      ModelView(store: store(state, feed)).shown
    }

    private func store(
      _ state: WorldFeed.State, _ feed: WorldFeed
    ) -> FeedStore<WorldRow, Int> {
      FeedStore(
        Engine(feed, state: state, handler: Silence()), clock: ContinuousClock(), starts: false)
    }
  }

  extension World {
    fileprivate var hasOneEnd: Bool {
      guard paging != .both, start.lists.count == 1, case .feed = start.lists[0] else {
        return false
      }
      return true
    }
  }
#endif
