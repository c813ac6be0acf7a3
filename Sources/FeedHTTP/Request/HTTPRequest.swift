import FeedEffects
public import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a server is asked for a page: the first one, and the one that a cursor names.
///
/// ```swift
/// .get(url, page: "page", size: "per_page")
/// .graphql(url, query: "query ($after: String) { … }", variables: ["fullPath": "a/b"])
/// ```
///
/// The URL as it is given leads to the first page. Links and redirects are followed only on the
/// same server (scheme, host and port) or to one of ``otherOrigins``, where no header goes along.
public struct HTTPRequest: Hashable, Sendable {
  /// Where the first page is.
  public var url: URL

  /// What is sent along, beside `Accept` and `Content-Type`, which may be replaced here.
  public var headers: [String: String]

  /// Servers that pages may be on too, each named by a URL of which scheme, host and port count.
  public var otherOrigins: [URL] = []

  /// The parameter or GraphQL variable that names the page.
  public var pageName: String

  /// The parameter or GraphQL variable that asks for a number of rows; nil if there is none.
  public var sizeName: String?

  /// The parameter or GraphQL variable that names the page before a cursor; nil if there is none.
  public var previousName: String?

  /// The parameter or variable that asks for a number of rows before a cursor, or at the end.
  public var previousSizeName: String?

  /// Whether the feed begins with the last page, as a chat does, and grows at its top.
  public var startsAtEnd = false

  /// How many rows the server's pages hold, where nothing asks for a number; nil if unknown.
  public var pageSize: Int?

  /// What is asked, if the server speaks GraphQL.
  public var graphQL: GraphQL?

  /// A GraphQL query and its variables.
  public struct GraphQL: Hashable, Sendable {
    /// The query's text.
    public var query: String

    /// The values of its variables, without the cursor's.
    public var variables: [String: JSONValue]

    /// Whether rows count that come with errors beside them; otherwise such a page is refused.
    public var acceptsPartialData = false

    /// Creates a query.
    public init(
      query: String, variables: [String: JSONValue] = [:], acceptsPartialData: Bool = false
    ) {
      self.query = query
      self.variables = variables
      self.acceptsPartialData = acceptsPartialData
    }
  }
}

extension HTTPRequest {
  /// Asks with GET.
  ///
  /// - Parameters:
  ///   - url: Where the first page is. Parameters that it carries are kept.
  ///   - page: The parameter that takes the number of a page, the offset, or the token.
  ///   - size: The parameter that takes the number of rows; nil when the server decides it.
  ///   - headers: What is sent along.
  public static func get(
    _ url: URL, page: String = "page", size: String? = nil, headers: [String: String] = [:]
  ) -> Self {
    Self(url: url, headers: headers, pageName: page, sizeName: size)
  }

  /// Asks a GraphQL server with POST.
  ///
  /// - Parameters:
  ///   - url: Where the server is.
  ///   - query: The query's text.
  ///   - variables: The values of its variables, without the cursor's.
  ///   - cursor: The variable that takes the cursor. When nil it is the one that the query uses in
  ///     `after: $…`. Those of the page before are the ones in `before: $…` and `last: $…`.
  ///   - size: The variable that takes the number of rows. When nil it is the one that the query
  ///     uses in `first: $…`, unless `variables` gives that a value.
  ///   - headers: What is sent along.
  public static func graphql(
    _ url: URL, query: String, variables: [String: JSONValue] = [:], cursor: String? = nil,
    size: String? = nil, headers: [String: String] = [:]
  ) -> Self {
    let after = query.firstMatch(of: /\bafter\s*:\s*\$(\w+)/)?.1
    let first = query.firstMatch(of: /\bfirst\s*:\s*\$(\w+)/).map { String($0.1) }
    let isFixed = first.map { variables[$0] != nil } ?? true
    let before = query.firstMatch(of: /\bbefore\s*:\s*\$(\w+)/)?.1
    let last = query.firstMatch(of: /\blast\s*:\s*\$(\w+)/)?.1
    return Self(
      url: url, headers: headers, pageName: cursor ?? after.map(String.init) ?? "after",
      sizeName: size ?? (isFixed ? nil : first), previousName: before.map(String.init),
      previousSizeName: last.map(String.init),
      graphQL: GraphQL(query: query, variables: variables))
  }
}

extension HTTPRequest {
  /// The number or offset of the page at the start: the one in the URL, else the style's own.
  func first(_ paging: Paging) -> Int {
    url.parameter(pageName).flatMap(Int.init) ?? paging.firstNumber
  }

  /// How many rows a full page has when a feed asks for `size`; nil if that is unknown.
  func expectedCount(asking size: Int) -> Int? {
    sizeName == nil ? pageSize : size
  }
}

extension HTTPRequest {
  /// Returns the request for a page as a command line for a POSIX shell.
  ///
  /// ```swift
  /// try HTTPRequest.get(url).curl(for: .number(2), size: 20)
  /// // curl -sSg 'https://example.org/people?page=2' -H 'Accept: application/json'
  /// ```
  ///
  /// - Parameters:
  ///   - cursor: What names the page; nil for the first page.
  ///   - size: How many rows are wanted.
  /// - Throws: A failure of code `refused`, as ``urlRequest(for:size:)``.
  public func curl(for cursor: PageCursor? = nil, size: Int) throws(FeedFailure) -> String {
    let request = try urlRequest(for: cursor, size: size)
    let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    var words = ["curl", "-sSg", Self.quoted(request.url?.absoluteString ?? "")]
    for (name, value) in headers { words += ["-H", Self.quoted("\(name): \(value)")] }
    if let body = request.httpBody {
      words += ["--data-raw", Self.quoted(String(decoding: body, as: UTF8.self))]
    }
    return words.joined(separator: " ")
  }

  /// Inside single quotes a shell leaves everything as it is but the single quote.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
