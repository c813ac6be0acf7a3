import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// Who asks an API: `--user` or `--token`. It becomes a header field, which is not shown.
enum Credentials: Equatable {
  /// A token for the scheme `Bearer`, or `@FILE` with one.
  case token(String)

  /// `NAME:PASSWORD` for the scheme `Basic`, `@FILE` with that, or `NAME`, for which a terminal asks.
  case user(String)

  /// The value of the header field `Authorization`. `mayAsk` is whether the terminal may ask for a password.
  func field(mayAsk: Bool) throws(Problem) -> String {
    switch self {
    case .token(let text):
      let token = try Self.value(of: text)
      guard !token.isEmpty else { throw .noCredentials("--token", in: text) }
      return "Bearer \(token)"
    case .user(let text):
      let user = try Self.value(of: text)
      guard !user.isEmpty else { throw .noCredentials("--user", in: text) }
      let words =
        user.contains(":") ? user : "\(user):\(try Self.password(of: user, mayAsk: mayAsk))"
      return words.basicCredentials
    }
  }

  /// The text, or the contents of the file that it names by `@FILE`.
  private static func value(of text: String) throws(Problem) -> String {
    let value = text.hasPrefix("@") ? try Files.text(of: String(text.dropFirst())) : text
    return value.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Asks for a password on the terminal, which does not show it.
  private static func password(of name: String, mayAsk: Bool) throws(Problem) -> String {
    // Without a terminal the system's function would read the script.
    let terminal = mayAsk ? Foundation.open("/dev/tty", O_RDWR | O_CLOEXEC) : -1
    guard terminal >= 0 else { throw .noPassword(of: name) }
    close(terminal)
    guard let password = getpass("Password of \(name.shown(60)): ") else {
      throw .noPassword(of: name)
    }
    return String(cString: password)
  }
}

extension FeedFailure {
  /// The option that allows the link or redirect that was refused, or that has the scheme in which the server
  /// wants credentials; nil for other failures.
  var option: String? {
    if message.contains("allow it by name"),
      let match = message.firstMatch(of: /another server, (https?:\/\/[^\/, ]+)/)
    {
      return "--allow \(match.1)"
    }
    let match = message.firstMatch(of: /the server wants the scheme ([A-Za-z0-9_-]+)\)/)
    guard let scheme = match?.1 else { return nil }
    return switch scheme.lowercased() {
    case "bearer": "--token TOKEN"
    case "basic": "--user NAME"
    default: "--header 'Authorization: \(scheme) …'; --token sends Bearer, --user Basic"
    }
  }
}
