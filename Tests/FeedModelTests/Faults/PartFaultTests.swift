import FeedModel
@testable import FeedReducer
import FeedTesting
import TestWatch
import Testing

/// A wrong search that the named law of its feed has to catch, by itself.
private struct PartFault: Sendable {
  let law: String
  let machine: SimulatedSearch.Machine

  init(_ law: String, machine: SimulatedSearch.Machine) {
    self.law = "feed: " + law
    self.machine = machine
  }

  static let all: [PartFault] = [
    PartFault(
      "the reader is at rows",
      machine: .amended { action, _, after, _ in
        if action == .feed(action: .itemAppeared(index: 0)) { after.current.visibleRows = 0..<9 }
      }),
    PartFault(
      "a stopped feed is empty",
      machine: .amended { action, _, after, effects in
        if action == .typed(query: nil) { (after.current.isStopped, effects) = (true, []) }
      }),
    PartFault(
      "tracked is in flight",
      machine: .amended { _, _, after, effects in
        if after.query == 2 { effects.removeAll { $0.isLoad } }
      }),
    PartFault(
      "nothing leaks",
      machine: .amended { action, _, _, effects in
        if action == .submitted { effects.removeAll { $0.isCancelOfFeed } }
      }),
    PartFault(
      "one request of a kind",
      machine: .amended { action, before, after, effects in
        guard action == .feed(action: .refreshPulled), let query = before.asked else { return }
        let request = ModelSearch.State.Request(
          ticket: after.current.nextTicket(), kind: .refresh, position: .start, size: 2)
        effects.append(.feed(query: query, effect: .load(request: request)))
      }),
    PartFault(
      "demand is not forgotten",
      machine: .amended { _, _, after, effects in
        guard after.current.append.request != nil, effects.contains(where: { $0.isLoad }) else {
          return
        }
        after.current.tail.load = .idle
        effects.removeAll { $0.isLoad }
      }),
    PartFault(
      "tickets only grow",
      machine: .amended { action, _, after, _ in
        if action == .typed(query: nil) { after.current.lastTicket = 0 }
      }),
    PartFault("late is ignored", machine: .taking(anyPageFor: .refresh)),
    PartFault(
      "no screen is blank",
      machine: .amended { action, _, after, _ in
        guard case .feed(action: .pageLoaded) = action, after.current.append == .idle else {
          return
        }
        after.current.items = []
      }),
  ]
}

extension ModelSearch.Effect {
  fileprivate var isLoad: Bool {
    if case .feed(_, .load) = self { true } else { false }
  }

  fileprivate var isCancelOfFeed: Bool {
    if case .feed(_, .cancel) = self { true } else { false }
  }
}

@Suite("The laws of a part", .watched)
struct PartFaultTests {
  @Test(arguments: PartFault.all.indices) func eachCatchesItsFault(index: Int) {
    let fault = PartFault.all[index]
    let model = SimulatedSearch(machine: fault.machine)
    let laws = model.laws.filter { $0.name == fault.law }
    let result = Explorer(model, laws: laws, maxStates: 4_000).run()
    #expect(result.counterexample?.law.name == fault.law, "\(fault.law) catches nothing")
  }

  @Test func everyLawHasAFault() {
    let laws = SimulatedSearch().laws.map(\.name).filter { $0.hasPrefix("feed: ") }
    #expect(Set(laws) == Set(PartFault.all.map(\.law)))
  }
}
