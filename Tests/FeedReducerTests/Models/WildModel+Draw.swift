import FeedReducer
import FeedTesting

// Any action may happen. Actions that the machine is likely to accept are drawn more often.
extension WildModel {
  func draw(at state: State, using generator: inout some RandomNumberGenerator) -> Step? {
    let age = Int.random(in: 0...3, using: &generator)
    return Step(action: action(state.feed, &generator), age: age)
  }

  private func action(
    _ state: Letters.State, _ random: inout some RandomNumberGenerator
  ) -> Letters.Action {
    switch Int.random(in: 0..<26, using: &random) {
    case 0: .started
    case 1: .loadMore
    case 2: .refreshPulled
    case 3: .retryTapped(kind: LoadKind.allCases.randomElement(using: &random))
    case 4: .cancelled(ticket: 0)
    case 5, 6: .failed(ticket: 0, failure: failure(&random))
    case 7:
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1: .reset
      case 2: .stopped
      case 3...5: .errorDismissed(kind: nil)
      default: .retryTapped(kind: nil)
      }
    case 8, 9: .timerFired(ticket: 0)
    case 10: .connectivityChanged(isOnline: Int.random(in: 0..<3, using: &random) > 0)
    case 11: .memoryWarning(keep: Int.random(in: 0...9, using: &random))
    case 12: .invalidated
    case 13, 14: edit(state, &random)
    case 15: .editCommitted(ticket: 0, item: Bool.random(using: &random) ? row(&random) : nil)
    case 16: .editFailed(ticket: 0, failure: Bool.random(using: &random) ? .refused : .server)
    case 17...19:
      .itemAppeared(index: Int.random(in: -1...max(0, state.items.count), using: &random))
    case 24: .editRetried(id: row(&random).id)
    case 25: .editDismissed(id: row(&random).id)
    default: .pageLoaded(ticket: 0, page: page(&random))
    }
  }

  private func failure(_ random: inout some RandomNumberGenerator) -> FeedFailure {
    Int.random(in: 0..<5, using: &random) == 0
      ? FeedFailure(.invalidCursor, message: "unknown cursor") : .server
  }

  private func row(_ random: inout some RandomNumberGenerator) -> Row {
    Row("\(Int.random(in: 0..<40, using: &random))", "\(Int.random(in: 0..<4, using: &random))")
  }

  private func page(_ random: inout some RandomNumberGenerator) -> Letters.Page {
    let cursors = ["c1", "c2", "c3", "c4", nil]
    return .init(
      items: (0..<Int.random(in: 0...4, using: &random)).map { _ in row(&random) },
      next: cursors.randomElement(using: &random) ?? nil,
      previous: cursors.randomElement(using: &random) ?? nil)
  }

  private func edit(
    _ state: Letters.State, _ random: inout some RandomNumberGenerator
  ) -> Letters.Action {
    let row = row(&random)
    let known = state.items.randomElement(using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .edit(change: .insert(item: row, before: known?.id))
    case 1: return .edit(change: .update(item: Row(known?.id ?? "x", "edited")))
    default: return .edit(change: .remove(id: known?.id ?? "x"))
    }
  }
}
