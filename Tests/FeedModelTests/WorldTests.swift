import FeedReducer
import TestWatch
import Testing
import World

@testable import FeedTesting

/// What a reader is owed, in worlds that happen at random, and in small ones that are explored.
/// (`explore 10000000 world` and `explore 100000 small` do more of both.)
@Suite("The world", .watched)
struct WorldTests {
  @Test(arguments: UInt64(0)..<20) func aReaderGetsWhatIsOwed(part: UInt64) {
    for seed in part * 20..<part * 20 + 20 {
      #expect(World.walk(seed: seed).failure == nil)
    }
  }

  @Test(arguments: WorldScenario.all.map(\.name)) func aReaderGetsItInEachStateOfASmallWorld(
    name: String
  ) throws {
    let world = try #require(WorldScenario.all.first { $0.name == name }).world
    let result = Explorer(world, laws: world.laws, maxStates: 150).run()
    #expect(result.failure == nil)
  }

  @Test(arguments: 0...40, 1...7) func aSilentServerIsReadWithOneRequestForEachPage(
    rows: Int, size: Int
  ) {
    for distance in 1...5 {
      let world = World(
        WorldFeed(pageSize: size, prefetchDistance: distance), paging: .after, rows: rows)
      var (state, loads) = (world.start, 0)
      while let step = world.wayOn(from: state) {
        let effects = world.make(step, at: &state)?.reaction.effects ?? []
        loads += effects.count { if case .feed(_, .load) = $0 { true } else { false } }
      }
      #expect(world.isFinished(state))
      #expect(loads == max(1, (rows + size - 1) / size))
    }
  }

  @Test(arguments: 1...4, 1...4) func aBoundedListIsScrolledToItsEndAndBack(
    size: Int, distance: Int
  ) {
    let feed = WorldFeed(pageSize: size, prefetchDistance: distance, maxItems: 8)
    let world = World(feed, paging: .after, rows: 40)
    var state = world.start
    while let step = world.wayOn(from: state) { _ = world.make(step, at: &state) }
    #expect(world.isFinished(state))
    for _ in 0..<40 where state.lists[0].items.first?.id != 0 {
      _ = world.make(.act(list: 0, .feed(action: .itemAppeared(index: 0))), at: &state)
      while let step = world.wayOn(from: state), case .answer = step {
        _ = world.make(step, at: &state)
      }
      #expect(state.lists[0].items.count <= 8 + 2 * size + 2 * distance)
    }
    #expect(state.lists[0].items.first?.id == 0)
  }

  @Test(arguments: WorldScript.mended.indices) func aMendedDefectIsGone(index: Int) {
    let script = WorldScript.mended[index]
    var world = script.world
    world.excuses = []
    var run = ModelRun(world, laws: LawBook(world.laws))
    for step in script.steps where run.broken == nil { run.make(step) }
    #expect(run.broken == nil, "\(script.name)")
  }

  /// The script of a known defect breaks its law, though all others are an excuse, and none once it is one, too.
  @Test(arguments: KnownDefect.all.indices) func aKnownDefectIsStillThere(index: Int) {
    let defect = KnownDefect.all[index]
    func broken(excuses: [KnownDefect]) -> String? {
      var world = defect.script.world
      world.excuses = excuses
      var run = ModelRun(world, laws: LawBook(world.laws))
      for step in defect.script.steps where run.broken == nil { run.make(step) }
      return run.broken?.name
    }
    let others = KnownDefect.all.enumerated().filter { $0.offset != index }.map(\.element)
    #expect(broken(excuses: others) == defect.script.law, "\(defect.name)")
    #expect(broken(excuses: KnownDefect.all) == nil, "\(defect.name)")
  }
}
