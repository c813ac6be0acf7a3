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
    var actor, actorByHand, store, storeByHand: Measurement
  }

  static func run(_ effort: Effort) throws -> Report {
    let figures = try JSONDecoder().decode(Figures.self, from: output(effort))
    return Report(bars: [
      Bar(
        name: "one load, send to state, `FeedActor` against an actor by hand", unit: .ratio,
        must: 3, aim: 2, figure: figures.actor / figures.actorByHand, knownMiss: 4.8),
      Bar(
        name: "one load, send to state, `FeedStore` against the main actor by hand", unit: .ratio,
        must: 1.7, aim: 1.4, figure: figures.store / figures.storeByHand),
    ])
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
    let onMain = await measureInTurns(
      effort,
      [
        { await time { await store.loadMore().finish() } },
        { await time { await byHand.loadMore() } },
      ])
    let figures = Figures(
      actor: actors[0], actorByHand: actors[1], store: onMain[0], storeByHand: onMain[1])
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }

  /// Loads that are waited for where they run, off the main actor.
  @concurrent private static func loadOnActors(_ effort: Effort) async -> [Measurement] {
    let actor = FeedActor(RowFeed(prefetchDistance: 1), source: Endless(), seed: 1)
    await actor.send(.started).finish()
    let byHand = ActorByHand()
    return await measureInTurns(
      effort,
      [
        { await time { await actor.send(.loadMore).finish() } },
        { await time { await byHand.loadMore() } },
      ])
  }

  private static let loads = 2_000

  /// The nanoseconds of one of many loads.
  private static func time(
    isolation: isolated (any Actor)? = #isolation, _ load: () async -> Void
  ) async -> Double {
    await processNanoseconds {
      // A closure that does not name it leaves the main actor, and each load would come back to it.
      _ = isolation
      for _ in 0..<loads { await load() }
    } / Double(loads)
  }
}
