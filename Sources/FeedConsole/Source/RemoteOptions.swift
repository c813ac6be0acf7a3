import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

/// The options that describe an API.
struct RemoteOptions: Equatable {
  /// `--url`: the address.
  var url: URL?

  /// Whether the address was given without a scheme.
  var isSchemeGuessed = false

  /// What is known of the API: `--style`, `--items`, `--next`, `--id`, `--title`, `--total`,
  /// `--page-param` and `--size-param`.
  var given = PagingStyle.Given()

  /// `--header`: header fields as `K: V`, or `@FILE` with such lines.
  var headers: [String] = []

  /// `--user` and `--token`, of which one may be given.
  var credentials: [Credentials] = []

  /// The header fields of the session before, of the same origin, if none are given here.
  var carried: [String: String] = [:]

  /// Whether the terminal may ask for a password.
  var mayAsk = true

  /// `--post`: the file with the JSON body.
  var bodyFile: String?

  /// `--graphql`: the file with the query.
  var queryFile: String?

  /// `--variable`: the values of the query's variables, as `NAME=VALUE`.
  var variables: [String] = []

  /// `--allow`: other origins to which links and redirects may lead.
  var allowed: [URL] = []

  /// `--same-origin`: whether links are followed on the API's own origin, whatever host they name.
  var followsOnOwnOrigin = false

  /// What to do about rows that move: `--no-healing` or `--thorough`.
  var healing = PageHealing.automatic

  /// `--no-guess`: whether it may ask for what leads on, where nothing tells it.
  var mayGuess = true

  /// `--wait` of `pull`: the longest wait that a server may ask for; nil for the usual one.
  var longestWait: Duration?

  /// `--manual`: whether each request waits for `ok` before it is sent.
  var isManual = false

  /// Whether a journal has the first page: the API is not looked at before a request is sent.
  var isResumed = false

  /// How often a failed load is repeated by itself.
  static let retries = 3

  /// How many rows a request asks for if neither an option nor the style says it.
  static let pageSize = 20

  /// Whether to read an API instead of the catalogue.
  var selectsAPI: Bool { url != nil }
}

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
