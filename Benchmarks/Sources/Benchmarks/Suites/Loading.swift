import FeedEffects
import FeedReducer
import Foundation
import System

/// Loads through the runner, from a source in memory, in a program of their own.
///
/// A program that has a single core from its start has a single thread beside the main one. In one
/// that is kept to a core later, two of them take turns.
enum Loading {
  /// The argument that starts the program again for the loads alone.
  static let argument = "--loads"

  /// The nanoseconds of a load.
  private struct Figures: Codable {
    var actor, patientActor, actorByHand, store, storeByHand: Measurement
  }

  static func run(_ effort: Effort) throws -> Report {
    let figures = try JSONDecoder().decode(Figures.self, from: output(effort))
    return Report(
      bars: [
        Bar(
          name: "one load on one core, send to state, `FeedActor`", unit: .microseconds,
          must: 4_000, aim: 1_500, figure: figures.actor),
        Bar(
          name: "one load on one core, send to state, `FeedStore`", unit: .microseconds,
          must: 20_000, aim: 11_000, figure: figures.store),
      ],
      notes: [
        ("one load on one core, an actor by hand", text(figures.actorByHand)),
        ("one load on one core, the main actor by hand", text(figures.storeByHand)),
        ("one load on one core, `FeedActor` without a deadline", text(figures.patientActor)),
      ])
  }

  private static func text(_ figure: Measurement) -> String {
    "\(rounded(figure.median / 1_000)) µs"
  }

  /// Starts the program again on one core, and returns what it prints.
  private static func output(_ effort: Effort) throws -> Data {
    let (program, pipe) = (Process(), Pipe())
    program.executableURL = URL(filePath: CommandLine.arguments[0])
    program.arguments = effort.isShort ? ["--short", argument] : [argument]
    program.standardOutput = pipe
    use_one_core()
    defer { use_all_cores() }
    try program.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    precondition(program.terminationStatus == 0, "the loads end with \(program.terminationStatus)")
    return output
  }

  /// Measures the loads and prints the figures.
  @MainActor static func printFigures(_ effort: Effort) async throws {
    let actors = await loadOnActors(effort)
    let store = FeedStore(RowFeed(prefetchDistance: 1), source: Endless(), seed: 1)
    await store.settle()
    let byHand = MainActorByHand()
    let figures = Figures(
      actor: actors.ours, patientActor: actors.patient, actorByHand: actors.byHand,
      store: await time(effort) { await store.loadMore().finish() },
      storeByHand: await time(effort) { await byHand.loadMore() })
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }

  /// Loads that are waited for where they run, off the main actor.
  @concurrent private static func loadOnActors(
    _ effort: Effort
  ) async -> (ours: Measurement, patient: Measurement, byHand: Measurement) {
    let feed = RowFeed(prefetchDistance: 1)
    let actor = FeedActor(feed, source: Endless(), seed: 1)
    let patient = FeedActor(feed, source: Endless(), seed: 1, timeout: nil)
    await actor.send(.started).finish()
    await patient.send(.started).finish()
    let byHand = ActorByHand()
    return (
      await time(effort) { await actor.send(.loadMore).finish() },
      await time(effort) { await patient.send(.loadMore).finish() },
      await time(effort) { await byHand.loadMore() }
    )
  }

  private static let loads = 2_000

  /// The nanoseconds of one of many loads.
  private static func time(
    isolation: isolated (any Actor)? = #isolation, _ effort: Effort, _ load: () async -> Void
  ) async -> Measurement {
    await measure(effort) {
      // A closure that does not name it leaves the main actor, and each load would come back to it.
      _ = isolation
      let start = ContinuousClock.now
      for _ in 0..<loads { await load() }
      return (ContinuousClock.now - start) / .nanoseconds(1) / Double(loads)
    }
  }
}
