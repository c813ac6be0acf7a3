/// The version of the program.
enum Version {
  /// The number alone, for JSON.
  static let number = "0.1.0"

  /// The program name and the number.
  static let text = "feed-repl \(number)"
}
