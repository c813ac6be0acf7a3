import FeedHTTP
import Foundation

/// The options that describe an API.
struct RemoteOptions: Equatable {
  /// `--url`: the address.
  var url: URL?

  /// `--preset`: a known API, or a kind of API.
  var preset: Preset?

  /// `--style`: the kind of paging; nil to detect it.
  var kind: PagingKind?

  /// `--items`: the path of the rows in an answer.
  var items: JSONPath?

  /// `--next`: the path of the next page's URL or token, or of a connection's `pageInfo`.
  var next: JSONPath?

  /// `--id`: the path of the id in a row.
  var id: JSONPath?

  /// `--title`: the path of the title in a row.
  var title: JSONPath?

  /// `--total`: the path of the total number of rows.
  var total: JSONPath?

  /// `--page-param`: the parameter or variable that names the page.
  var pageName: String?

  /// `--size-param`: the parameter or variable that asks for a number of rows.
  var sizeName: String?

  /// `--header`: header fields as `K: V`, or `@FILE` with such lines.
  var headers: [String] = []

  /// `--graphql`: the file with the query.
  var queryFile: String?

  /// `--variable`: the values of the query's variables, as `NAME=VALUE`.
  var variables: [String] = []

  /// `--manual`: whether each request waits for `ok` before it is sent.
  var isManual = false

  /// How many rows a request asks for if neither an option nor the style says it.
  static let pageSize = 20

  /// Whether to read an API instead of the catalogue.
  var selectsAPI: Bool { url != nil || preset != nil }
}
