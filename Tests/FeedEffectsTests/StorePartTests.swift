import FeedEffects
import FeedReducer
import Observation
import Testing
import TestWatch

/// Two counters, each with a history.
private struct Counters: StateMachine {
  struct State: Equatable {
    var left: [Int] = []
    var right: [Int] = []
    var sum: Int { left.reduce(0, +) + right.reduce(0, +) }
  }

  enum Action: Equatable { case left(Int), right(Int) }

  func reduce(into state: inout State, _ action: Action) -> Reaction<Never, Never> {
    switch action {
    case .left(let number): state.left.append(number)
    case .right(let number): state.right.append(number)
    }
    return .accepted([])
  }
}

private struct Idle: EffectHandler {
  func work(for effect: Never) -> Work<Counters.Action> {}
}

@MainActor @Suite("Parts of a store's state", .watched)
struct StorePartTests {
  private let store = Store(Counters(), state: .init(), handler: Idle())

  /// The parts, by name, each read by itself.
  private static let parts: [(String, @MainActor (Store<Counters>) -> Void)] = [
    ("left", { _ = $0[\.left] }), ("right", { _ = $0[\.right] }), ("sum", { _ = $0[\.sum] }),
    ("count", { _ = $0[\.left.count] }), ("state", { _ = $0.state }),
  ]

  /// The parts whose observations `change` notifies.
  private func told(of change: () -> Void) async -> [String] {
    await namesTold(Self.parts, of: store, by: change)
  }

  @Test func eachIsObservedByItself() async {
    #expect(await told { store.send(.left(3)) } == ["count", "left", "state", "sum"])
    #expect(await told { store.send(.right(0)) } == ["right", "state"])
    #expect(await told { store.send(.right(2)) } == ["right", "state", "sum"])
    #expect(store[\.left] == [3] && store[\.sum] == 5 && store[\.right.count] == 2)
  }

  @Test func anObservationSeesTheNewState() {
    let seen = Box<[Int]>([])
    func observe() {
      withObservationTracking {
        seen.value.append(store[\.sum])
      } onChange: {
        MainActor.assumeIsolated { _ = seen }
      }
    }
    observe()
    store.send(.left(4))
    observe()
    #expect(seen.value == [0, 4])
  }
}
