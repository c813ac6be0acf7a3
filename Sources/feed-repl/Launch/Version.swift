/// The version of the program.
enum Version {
  /// The number.
  static let number = "0.1.0"

  /// The program and its number.
  static let text = "feed-repl \(number)"
}
