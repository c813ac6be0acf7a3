import FeedEffects
import FeedReducer

extension Session {
  /// The prompt: `feed:4 loading more (1 pending)>`.
  var prompt: String {
    let place = undone == 0 ? "\(position)" : "\(position)/\(position + undone)"
    let pending = moment.pending.count
    return "feed:\(place) \(word)" + (pending == 0 ? "" : " (\(pending) pending)") + ">"
  }

  /// The status of the feed, in one or two words.
  private var word: String {
    let state = moment.state
    if state.isLoading { return "loading" }
    if state.refreshing { return "refreshing" }
    if state.isLoadingMore { return "loading more" }
    if state.error != nil { return "failed" }
    if state.generation == 0 { return "not started" }
    if state.isEmpty { return "empty" }
    return state.append.end.map { $0 == .stalled ? "stalled" : "at the end" } ?? "idle"
  }
}
