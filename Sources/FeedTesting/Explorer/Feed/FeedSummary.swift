import FeedReducer

// What counterexamples show of feeds. The rest is bookkeeping that few laws are about: pages, cursors without
// rows, what has ended. A model shows more with ``Model/fields(of:)``.

/// A value of which a counterexample shows only a part.
protocol ShownInSteps {
  var summary: Any { get }
}

/// What a counterexample shows of a feed.
private struct FeedSummary<Item: Identifiable & Equatable, Cursor: Hashable> {
  let items: [Item]
  let next: Feed<Item, Cursor>.Position?
  let reader: Range<Int>?
  let refresh: LoadState
  let append: LoadState
  let prepend: LoadState
  let isOnline: Bool
  let isStopped: Bool
  let isDemandPaused: Bool
  let edits: [ShownWord]

  init(_ state: Feed<Item, Cursor>.State) {
    items = Array(state.items)
    next = state.nextPosition
    reader = state.reader
    refresh = state.refresh
    append = state.append
    prepend = state.prepend
    isOnline = state.isOnline
    isStopped = state.isStopped
    isDemandPaused = state.isDemandPaused
    edits =
      state.pendingEdits.map { ShownWord("\($0.edit.ticket) \($0.state.phase)") }
      + state.refusedEdits.map { ShownWord("\($0.edit.ticket) refused") }
  }
}

extension Feed.State: ShownInSteps {
  var summary: Any { FeedSummary(self) }
}

extension FeedWork: ShownInSteps {
  /// What is in flight, in a word each.
  var summary: Any {
    inFlight.map { effect in
      let ticket = effect.startedTicket.map { "\($0) " } ?? ""
      switch effect {
      case .load(let request): return ShownWord(ticket + "\(request.kind)")
      case .schedule: return ShownWord(ticket + "timer")
      case .send: return ShownWord(ticket + "edit")
      default: return ShownWord(ticket)
      }
    }
  }
}

/// A text that is shown without quotes.
package struct ShownWord: Equatable, CustomStringConvertible {
  package let description: String

  /// Creates the text.
  package init(_ description: String) {
    self.description = description
  }
}
