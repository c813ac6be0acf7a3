import FeedHTTP
import FeedReducer

/// Writes an event as a line that makes it again: the shortest that does.
///
/// ```swift
/// EventLine().text(of: .action(.itemAppeared(index: 9)), after: session.state)  // "appear 9"
/// ```
///
/// An answer with the page that the catalogue gives is `ok 2`. Any other action that no short form says in
/// full is JSON, so that the line needs no source.
struct EventLine {
  /// Whether `ok` and `late` get their pages from the catalogue.
  var hasCatalogue = true

  /// The requests that were sent. The answer to one of them that has ended is written as `late`.
  var sent: [Ticket: Load] = [:]

  /// The line for an event that happens in `state`.
  ///
  /// Time is `advance 1.5s hold`: it lets no timer fire, because a timer that fires is an event of its own.
  ///
  /// - Complexity: O(1) in the number of steps and rows.
  func text(of event: Entry.Event, after state: Session.State) -> String {
    switch event {
    // The session begins with it.
    case .begun: ""
    case .advanced(let duration): "advance \(duration.exactText) hold"
    case .typed(let query) where !query.fitsLine:
      JSONText.of(JSONSearch.Action.typed(query: query), masksSecrets: false)
    case .server, .typed, .submitted: event.text
    case .action(let action):
      short(action, in: state) ?? JSONText.of(action, masksSecrets: false)
    }
  }

  /// The action in words; nil if only JSON says all of it.
  private func short(_ action: JSONFeed.Action, in state: Session.State) -> String? {
    if let ticket = action.answeredTicket, ticket.rawValue < 0 { return nil }
    switch action {
    case .started: return "start"
    case .itemAppeared(let index): return "appear \(index)"
    case .visible(let rows) where !rows.isEmpty && rows.lowerBound >= 0:
      return "visible \(rows.lowerBound)..\(rows.upperBound - 1)"
    case .loadMore: return "loadMore"
    case .refreshPulled: return "refresh"
    case .invalidated: return "invalidated"
    case .reset: return "reset"
    case .stopped: return "stopped"
    case .retryTapped(let kind): return "retry" + (kind.map { " \($0)" } ?? "")
    case .errorDismissed(let kind): return "errorDismissed" + (kind.map { " \($0)" } ?? "")
    case .connectivityChanged(let isOnline): return isOnline ? "online" : "offline"
    case .memoryWarning(let keep) where keep >= 0: return "memoryWarning \(keep)"
    case .timerFired(let ticket): return "timerFired \(ticket)"
    case .cancelled(let ticket):
      return state.pending(ticket) == nil ? "cancelled \(ticket)" : "drop \(ticket)"
    case .failed(let ticket, let failure):
      let command = state.pending(ticket)?.load == nil ? "failed" : "fail"
      return failure.reason.map { "\(command) \(ticket) \($0)" }
    case .pageLoaded(let ticket, let page): return answer(ticket, page, in: state)
    case .edit(.remove(let id)) where state.items.index(id: id) != nil && id.rawValue.isOneLine:
      return "remove \(id.rawValue.asWord)"
    case .editCommitted(let ticket, let row):
      guard hasCatalogue, case .edit(let edit)? = state.pending(ticket), let server = state.server,
        let known = try? server.row(taking: edit), known == row
      else { return nil }
      return "ok \(ticket)"
    case .editFailed(let ticket, let failure):
      guard case .edit? = state.pending(ticket) else { return nil }
      return failure.reason.map { "fail \(ticket) \($0)" }
    default: return nil
    }
  }

  /// The answer as `ok 2`, `ok 2 items=3 last` or `late 2`; nil if the catalogue does not give this page.
  private func answer(
    _ ticket: Ticket, _ page: JSONFeed.Page, in state: Session.State
  ) -> String? {
    let pending = state.pending(ticket)
    guard hasCatalogue, let load = pending.map(\.load) ?? sent[ticket],
      var known = try? state.server?.page(for: load)
    else { return nil }
    if page == known { return pending == nil ? "late \(ticket)" : "ok \(ticket)" }
    guard pending != nil, page.items.count <= known.items.count else { return nil }
    var words = ["ok \(ticket)"]
    if page.items.count < known.items.count {
      known.items.removeLast(known.items.count - page.items.count)
      words.append("items=\(page.items.count)")
    }
    if page.next == nil {
      known.next = nil
      words.append("last")
    }
    return page == known ? words.joined(separator: " ") : nil
  }
}

extension Session {
  /// Makes an event happen as the next step. `mapping` changes an action before.
  mutating func make(
    _ event: Entry.Event, mapping: (JSONFeed.Action) -> JSONFeed.Action = { $0 }
  ) {
    switch event {
    case .begun: break
    case .advanced(let duration): advance(by: duration)
    case .server(let change): self.change(change)
    case .typed(let query): type(query)
    case .submitted: submit()
    case .action(let action): send(mapping(action))
    }
  }
}

extension Query {
  /// Whether `query` takes it in a script, which runs on the catalogue.
  fileprivate var fitsLine: Bool {
    allSatisfy { $0.key == CatalogueSource.queryName && $0.value.isOneLine }
  }
}

extension Session.State {
  fileprivate func pending(_ ticket: Ticket) -> Pending? {
    pending.first { $0.ticket == ticket }
  }
}

extension FeedFailure {
  /// The reason that `fail` takes for this failure: `503 after=2s`; nil if there is none.
  fileprivate var reason: String? {
    var plain = self
    plain.retryAfter = nil
    let word = status.map { "\($0)" } ?? code.rawValue
    guard FailureReason.failure(word) == plain else { return nil }
    return word + (retryAfter.map { " after=\($0.exactText)" } ?? "")
  }
}

extension Duration {
  /// The duration in seconds with all its digits: `0.783s`. It must not be negative.
  var exactText: String {
    let (seconds, rest) = components
    guard rest > 0 else { return "\(seconds)s" }
    var digits = String(String(rest + 1_000_000_000_000_000_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}

extension Settings {
  /// The lines that change `old` into these settings: `set prefetch 3`.
  func lines(since old: Settings) -> [String] {
    Setting.all.filter { $0.text(self) != $0.text(old) }.map { "set \($0.name) \($0.text(self))" }
  }

  /// The settings that make this machine.
  init(of feed: JSONFeed) {
    self.init(
      pageSize: feed.pageSize, prefetchDistance: feed.prefetchDistance,
      retries: feed.retry.attempts, refreshMode: feed.refreshMode, maxItems: feed.maxItems,
      maxEmptyPages: feed.maxEmptyPages, snapshotAgeLimit: feed.snapshotAgeLimit,
      isEditable: feed.isEditable)
  }
}
