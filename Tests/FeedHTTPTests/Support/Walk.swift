import FeedEffects
import FeedHTTP
import FeedReducer

/// A feed over a source, carried by hand: every effect is carried out when it comes.
struct Walk<Source: PageSource> {
  typealias Machine = Feed<Source.Item, Source.Cursor>

  private(set) var loop: Loop<Machine>
  private let source: Source

  /// How many pages were asked for.
  private(set) var loads = 0

  var state: Machine.State { loop.state }

  init(_ source: Source, pageSize: Int = 20, prefetchDistance: Int = 5) {
    self.source = source
    let machine = Machine(pageSize: pageSize, prefetchDistance: prefetchDistance)
    loop = Loop(machine, state: .init(seed: 1, identity: 1))
  }

  /// Sends an action, and the answers to all that it brings about.
  mutating func send(_ action: Machine.Action) async {
    var actions = [action]
    while !actions.isEmpty {
      for effect in loop.send(actions.removeFirst()).effects {
        guard case .load(let request) = effect else { continue }
        actions.append(await answer(request))
      }
    }
  }

  /// Shows the last row again and again, until that loads no more.
  mutating func scrollToEnd() async {
    var count = -1
    while state.items.count > count {
      count = state.items.count
      await send(.itemAppeared(index: count - 1))
    }
  }

  private mutating func answer(_ request: Machine.Request) async -> Machine.Action {
    loads += 1
    do {
      return .pageLoaded(ticket: request.ticket, page: try await source.page(for: request))
    } catch let failure as FeedFailure {
      return .failed(ticket: request.ticket, failure: failure)
    } catch {
      return .cancelled(ticket: request.ticket)
    }
  }
}

extension Walk {
  /// How many requests the walk may take: for each page itself, those that look where rows have gone, and a few that lead
  /// nowhere.
  func maxRequests(_ healing: PageHealing) -> Int {
    loads * (healing == .thorough ? 9 : 5) + DetectedSource.maxGuesses
  }

  /// Walks a source from its first page to where it ends.
  static func toEnd(of source: Source, pageSize: Int = 20) async -> Walk {
    var walk = Walk(source, pageSize: pageSize)
    await walk.send(.started)
    await walk.scrollToEnd()
    return walk
  }
}
