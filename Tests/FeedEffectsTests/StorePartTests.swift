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

  /// The parts whose observations `change` notifies.
  private func told(of change: () -> Void) -> [String] {
    let told = Box<[String]>([])
    let parts: [(String, @MainActor () -> Void)] = [
      ("left", { _ = store[\.left] }), ("right", { _ = store[\.right] }),
      ("sum", { _ = store[\.sum] }), ("count", { _ = store[\.left.count] }),
      ("state", { _ = store.state }),
    ]
    for (name, read) in parts {
      withObservationTracking {
        read()
      } onChange: {
        MainActor.assumeIsolated { told.value.append(name) }
      }
    }
    change()
    return told.value.sorted()
  }

  @Test func eachIsObservedByItself() {
    #expect(told { store.send(.left(3)) } == ["count", "left", "state", "sum"])
    #expect(told { store.send(.right(0)) } == ["right", "state"])
    #expect(told { store.send(.right(2)) } == ["right", "state", "sum"])
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
