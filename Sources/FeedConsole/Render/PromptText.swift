import FeedHTTP
import FeedReducer

extension Session {
  /// The prompt: `20/82 loading more>`. It shows the rows of all rows, and how the loads stand.
  ///
  /// `feed>` before the start; `[3/9] 20/82>` at step 3 of 9, in the past.
  var prompt: String {
    let time = undone == 0 ? "" : "[\(position)/\(position + undone)] "
    let words = state.words
    return time + state.count + (words.isEmpty ? "" : " " + words.joined(separator: ", ")) + ">"
  }
}

extension Session.State {
  /// The rows of all rows, `20/82`; `feed` before the start.
  fileprivate var count: String {
    let isNew = feed.generation == 0 && feed.refresh == .idle && items.isEmpty
    return isNew ? "feed" : "\(items.count)" + (display.total.map { "/\($0)" } ?? "")
  }

  /// How the loads and the edits stand, each in a word or two; empty if nothing is to be said.
  fileprivate var words: [String] {
    let isFirst = items.isEmpty
    let loads = [
      word(feed.refresh, verb: isFirst ? "loading" : isStale ? "searching" : "refreshing"),
      word(feed.append, verb: "loading more"), word(feed.prepend, verb: "loading before"),
    ]
    var words = (search?.isTyping == true ? ["typing"] : []) + loads.compactMap { $0 }
    if !feed.isOnline, !words.contains("offline") { words.append("offline") }
    if words.isEmpty {
      if display.isEmpty {
        words.append("empty")
      } else if let end = feed.append.end {
        words.append(end == .stalled ? "stalled" : "at the end")
      }
    }
    let edits = pending.count { if case .edit = $0 { true } else { false } }
    if edits > 0 { words.append(edits.counted("edit")) }
    return words
  }

  private func word(_ load: LoadState, verb: String) -> String? {
    switch load {
    case .loading: verb
    case .waiting(let ticket, _): "retry" + (timeLeft(of: ticket).map { " in \($0)" } ?? "")
    case .offline: "offline"
    case .failed: "failed"
    default: nil
    }
  }
}
