extension FeedFailure {
  /// A few words for the person at the screen. ``message`` is for the developer.
  ///
  /// They are in English, by the code, and of `http` by the status. An app has other words, or another language, in
  /// a table of its own whose keys are these: `catalog[failure.text] ?? failure.text`. With Foundation, in
  /// `FeedEffects`, `localizedDescription` looks into the table `Feed` of the app's bundle.
  ///
  /// ```swift
  /// FeedFailure(.http, message: "GET /people: 503", status: 503).text  // "The server has a problem"
  /// ```
  public var text: String {
    switch code {
    case .offline: "No connection"
    case .unreachable: "The server can't be reached"
    case .timeout: "The server takes too long"
    case .http: Self.text(ofStatus: status ?? 0)
    case .decoding: "The answer can't be read"
    case .invalidCursor: "The list has changed"
    case .refused: "The request can't be sent"
    default: "Something went wrong"
    }
  }

  private static func text(ofStatus status: Int) -> String {
    switch status {
    case 401: "Sign in again"
    case 403: "This is not allowed"
    case 404, 410: "This is not there any more"
    case 429: "Too many requests"
    case 500...: "The server has a problem"
    default: "The server refused this"
    }
  }
}
