import FeedHTTP
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

  /// What to do about rows that move: `--no-healing` or `--thorough`.
  var healing = PageHealing.automatic

  /// `--no-guess`: whether it may ask for what leads on, where nothing tells it.
  var mayGuess = true

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
