import Foundation

/// Lines in with `--json`: an action, a command, or a command as JSON.
enum JSONInput {
  private struct Envelope: Decodable {
    let command: String
  }

  /// Returns the line to run: that in `{"command":"…"}`, or the line as it is.
  static func command(in line: String) -> String {
    guard line.contains("\"command\""), line.first == "{",
      let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(line.utf8))
    else { return line }
    return envelope.command
  }
}
