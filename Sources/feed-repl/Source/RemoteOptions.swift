import FeedEffects
import FeedHTTP
import Foundation

/// What was said about an API on the command line.
struct RemoteOptions: Equatable {
  /// Where it is.
  var url: URL?

  /// What is known by name.
  var preset: Preset?

  /// The kind of paging.
  var kind: PagingKind?

  /// Where the rows are in an answer.
  var items: JSONPath?

  /// Where the next page's URL is, or a connection's `pageInfo`.
  var next: JSONPath?

  /// Where the id is in a row.
  var id: JSONPath?

  /// Where the title is in a row.
  var title: JSONPath?

  /// Where the number of all rows is.
  var total: JSONPath?

  /// The parameter or variable that names the page.
  var pageName: String?

  /// The parameter or variable that asks for a number of rows.
  var sizeName: String?

  /// What is sent along: `K: V`, or `@FILE` with lines of that form.
  var headers: [String] = []

  /// The file with a GraphQL query.
  var queryFile: String?

  /// The values of the query's variables, as `NAME=VALUE`.
  var variables: [String] = []

  /// Whether each request waits for `ok` before it is sent.
  var isManual = false

  /// Whether there is an API at all.
  var isWanted: Bool { url != nil || preset != nil }
}

// MARK: - What can be wrong with it

extension UsageProblem {
  static let noURL = Self(message: "this preset needs --url URL")

  static func needs(_ option: String, value: String = "PATH", for style: PagingKind) -> Self {
    Self(
      message:
        "style '\(style.rawValue)' needs \(option) \(value): the first answer does not tell")
  }

  static func badHeader(_ text: String) -> Self {
    Self(message: "'\(text.shortened(to: 60))' is not a header; write it like 'Name: value'")
  }

  static func badVariable(_ text: String) -> Self {
    Self(message: "'\(text.shortened(to: 60))' is not a variable; write it like name=value")
  }
}
