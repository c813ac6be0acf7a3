import FeedModel
import TestWatch
import Testing

@testable import FeedReducer

/// What an older response, a retry or another query could bring back. (`explore 100000 worlds` runs more.)
@Suite("Worlds of edits", .watched)
struct EditWorldTests {
  @Test(arguments: UInt64(1)...40) func nothingOlderReplacesWhatTheServerHasTold(seeds: UInt64) {
    for seed in seeds * 50..<seeds * 50 + 50 {
      #expect(EditWorld.failure(seed: seed, steps: 150) == nil)
    }
  }

  /// Searches that are wrong on purpose: what each forgets, after an action.
  private static let faults:
    [(name: String, change: @Sendable (ModelSearch.Action, inout ModelSearch.State) -> Void)] = [
      (
        "what the server took of rows that are not in the list",
        { _, state in
          let rows = state.current.serverRows
          state.current.confirmed.removeAll { !rows.contains(id: $0.id) }
          state.current.closeLog()
        }
      ),
      (
        "the edits, with another query",
        { action, state in
          if case .typed(query: nil) = action { state.current.edits = .none }
        }
      ),
      (
        "what the server took, at once",
        { _, state in
          state.current.confirmed = []
          state.current.closeLog()
        }
      ),
    ]

  @Test(arguments: 0..<3) func aSearchThatForgetsIsFound(index: Int) {
    let fault = Self.faults[index]
    let failures = (UInt64(1)...2_000).lazy.compactMap { seed in
      EditWorld.failure(seed: seed, steps: 150) { settings in
        SimulatedSearch.Machine { state, action in
          let reaction = settings.reduce(into: &state, action)
          fault.change(action, &state)
          return reaction
        }
      }
    }
    #expect(failures.first != nil, "\(fault.name)")
  }
}
