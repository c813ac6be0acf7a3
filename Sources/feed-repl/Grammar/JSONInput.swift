import FeedEffects
import FeedHTTP
import Foundation

/// An input line with `--json`: an action as JSON, a command, or a command as JSON.
enum JSONInput {
  private struct Envelope: Decodable {
    let command: JSONValue
  }

  /// Returns the command in `{"command":"…"}`, or the line unchanged.
  static func command(in line: String) throws(Failure) -> String {
    guard line.contains("\"command\""), line.first == "{",
      let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(line.utf8))
    else { return line }
    guard case .string(let command) = envelope.command else {
      let reason = "command: expected a text, found \(envelope.command.brief)"
      throw Failure(.badJSON("a command", reason: reason))
    }
    return command
  }
}
