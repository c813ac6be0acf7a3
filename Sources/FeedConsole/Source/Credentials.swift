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
  /// The option with which a link or a redirect to another server is followed, if that was refused.
  var allowOption: String? {
    guard message.contains("allow it by name") else { return nil }
    return message.firstMatch(of: /another server, (https?:\/\/[^\/, ]+)/).map { "--allow \($0.1)" }
  }

  /// The option with the scheme that a server wants credentials in; nil if it named none.
  var credentialOption: String? {
    guard let match = message.firstMatch(of: /the server wants the scheme ([A-Za-z0-9_-]+)\)/)
    else {
      return nil
    }
    return switch match.1.lowercased() {
    case "bearer": "--token TOKEN"
    case "basic": "--user NAME"
    default: "--header 'Authorization: \(match.1) …'; --token sends Bearer, --user Basic"
    }
  }
}
