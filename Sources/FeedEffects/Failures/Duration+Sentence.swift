extension Duration {
  /// The duration in seconds, with a fraction only if there is one: `7 s`, `0.5 s`.
  package var inSentence: String {
    let (seconds, attoseconds) = components
    return attoseconds == 0 ? "\(seconds) s" : "\(self / .seconds(1)) s"
  }
}
