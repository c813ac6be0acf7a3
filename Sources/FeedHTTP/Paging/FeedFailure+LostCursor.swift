import FeedEffects
import FeedReducer

// A cursor that the server has forgotten.

extension FeedFailure {
  /// Whether a server refused a page since it does not know its cursor any more: with status 410, or with words for a
  /// token.
  ///
  /// Only the server's own cursors are forgotten. A page number that is refused is another matter.
  func isOfLostCursor(_ cursor: PageCursor?) -> Bool {
    switch cursor {
    case .token, .json, .link, .foreignLink: break
    case .number, .offset, nil: return false
    }
    if status == 410 { return true }
    guard status.map({ [400, 404, 409, 422].contains($0) }) ?? [.graphQL, .http].contains(code)
    else { return false }
    // What the server says is quoted; the URL before it has names of its own.
    let words = Leaf.normalized(String(message.drop { $0 != "\"" }))
    let isOfCursor = [
      "cursor", "token", "continuation", "marker", "bookmark", "scroll", "searchcontext",
    ].contains { words.contains($0) }
    let isLost = [
      "invalid", "expired", "unknown", "notfound", "nolonger", "tooold", "older", "stale",
      "doesnotexist", "notvalid", "malformed", "gone",
    ].contains { words.contains($0) }
    return isOfCursor && isLost
  }

  /// The same failure as one of which a feed knows what to do: it loads the list from its start, once.
  var asLostCursor: FeedFailure {
    var failure = FeedFailure(
      .invalidCursor, message: message, url: url, status: status, isRetryable: false)
    failure.excerpt = excerpt
    return failure
  }

  /// Whether the server's words name a parameter as one that it takes, and refuse something else of the request.
  func knows(_ parameter: String) -> Bool {
    let words = message.drop { $0 != "\"" }.lowercased()
    let isUnknown = [
      "unknown", "unsupported", "unexpected", "unrecognized", "not allowed", "invalid",
    ]
    .contains { words.contains($0) }
    return words.contains(parameter.lowercased()) && !isUnknown
  }
}
