import FeedHTTP
import FeedReducer

// Why work started: the step that started it, and the rule in words.
extension Session {
  /// Returns what started the work with this ticket; nil if it was never started.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func cause(of ticket: Ticket) -> Cause? {
    for entry in entries[...position].reversed() {
      for effect in entry.reaction.effects where effect.startedTicket == ticket {
        return Cause(entry: entry, effect: effect, before: entries[max(0, entry.number - 1)])
      }
    }
    return nil
  }
}

/// What started a request, a timer or an edit.
struct Cause {
  /// The step that started it.
  let entry: Entry

  let effect: JSONFeed.Effect

  /// The step before.
  let before: Entry

  /// The step and the reason: `started in step 3 by itemAppeared(index: 9): row 9 is …`.
  var text: String {
    "started in step \(entry.number) by \(entry.event.text): \(reason)"
  }

  private var reason: String {
    switch effect {
    case .schedule(let ticket, let after):
      if entry.state.search?.timer == ticket {
        return "the query is asked after a pause in the typing"
      }
      return "the load failed for the moment, and is tried again after \(after.text)"
    case .send: return "the edit shows already, and the server is to know it"
    case .load(let request): return reason(of: request)
    case .cancel: return "it was to be stopped"
    case .drop: return "the edit can't be kept any longer"
    }
  }

  private func reason(of request: JSONFeed.Request) -> String {
    if case .submitted = entry.event { return "the query was submitted" }
    guard let action = entry.event.action else { return "the machine decided so" }
    switch action {
    case .timerFired(let ticket) where before.state.search?.timer == ticket:
      return "the pause after the last key is over"
    case .timerFired: return "the pause before another attempt is over"
    case .retryTapped: return "the user asked to try again"
    case .connectivityChanged: return "the device is online again"
    case .gapTapped where request.kind == .gap: return "the user asked for the rows of a gap"
    case .loadMore where request.kind == .append: return "more rows were asked for"
    case .restored where request.kind == .refresh:
      return "the snapshot is too old, so its rows are refreshed"
    default: break
    }
    if request.kind == .refresh { return reasonOfRefresh(action) }
    return readerText(at: request.kind)
  }

  private func reasonOfRefresh(_ action: JSONFeed.Action) -> String {
    switch action {
    case .started: "the feed is shown, and has no first page"
    case .refreshPulled: "the user pulled to refresh"
    case .invalidated: "the rows are out of date"
    case .reset: "the list was emptied, so it starts over"
    default: "the first page is needed again"
    }
  }

  /// Where the reader is, as the rule about distance sees it.
  private func readerText(at kind: LoadKind) -> String {
    let (feed, distance) = (entry.state.feed, entry.machine.prefetchDistance)
    guard let reader = feed.reader else {
      return "the list has no rows, so the next page is needed"
    }
    if kind == .gap { return "the user is near the gap (within \(distance.counted("row")))" }
    let isAppend = kind == .append
    let between = isAppend ? feed.items.count - reader.upperBound : reader.lowerBound
    let row = isAppend ? reader.upperBound - 1 : reader.lowerBound
    let place = isAppend ? "the end" : "the start"
    let verb = isAppend ? "follow" : "come before it"
    return "row \(row) is near \(place) (\(between.counted("row")) "
      + "\(between == 1 ? (isAppend ? "follows" : "comes before it") : verb), "
      + "fewer than \(distance))"
  }
}

extension Session {
  /// Why the latest load of a kind failed; nil if none has.
  ///
  /// - Complexity: O(*n*) in the steps since then.
  func lastCause(of kind: LoadKind) -> String? {
    for index in stride(from: position, to: 0, by: -1) {
      guard case .action(.failed(let ticket, let failure)) = entries[index].event,
        entries[index - 1].state.pending.first(where: { $0.ticket == ticket })?.load?.request.kind
          == kind
      else { continue }
      return failure.cause
    }
    return nil
  }
}
