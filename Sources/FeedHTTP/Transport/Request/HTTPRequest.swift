public import Foundation

/// The request for a page: the first one, or the one that a cursor names.
///
/// It is a template: an ``HTTPPageSource`` makes a URL request of it for each page. Create one with
/// ``get(_:page:size:headers:)`` for REST, ``post(_:body:page:size:headers:)``, or
/// ``graphql(_:query:variables:cursor:size:headers:)``.
///
/// ```swift
/// let url = URL(string: "https://example.org/people")!
/// var request = HTTPRequest.get(
///   url, page: "page", size: "per_page", headers: ["Authorization": "Bearer abc"])
/// try request.curl(for: .number(2), size: 20)
/// // curl -sSg 'https://example.org/people?page=2&per_page=20' -H 'Accept: application/json' …
/// ```
///
/// The URL as you give it is that of the first page; parameters in it are kept. For a later page
/// the cursor becomes the value of ``pageName``. A cursor that is a link is the whole URL.
///
/// Links and redirects are followed only to the base origin (the scheme, host and port of ``url``)
/// or to one of ``otherOrigins``, and never from https to http. Other origins get no header fields
/// except `Accept` and `Content-Type`, no cookies, no GraphQL query and no body.
public struct HTTPRequest: Hashable, Sendable {
  /// The URL of the first page. With GraphQL or a ``body``, the URL of all pages.
  public var url: URL

  /// Header fields to send. They replace the default `Accept` and `Content-Type`.
  public var headers: [String: String]

  /// Other origins to which links and redirects may lead.
  ///
  /// Of each URL only the scheme, host and port count.
  public var otherOrigins: [URL] = []

  /// The place that names the page.
  ///
  /// | The name | The place |
  /// | --- | --- |
  /// | `cursor` | the parameter of the URL; with GraphQL the variable |
  /// | `page.after` | with a ``body`` the value at this ``JSONPath``, unless the URL has such a parameter |
  /// | `header:X-Cursor` | the header field |
  /// | `path:page` | the part of the URL's path that follows `page`: `/items/page/2` |
  public var pageName: String

  /// The place for the number of rows, named as for ``pageName``; nil if there is none.
  public var sizeName: String?

  /// The place for the cursor of a previous page, named as for ``pageName``; nil if there is none.
  public var previousName: String?

  /// The place for the number of rows of a previous or last page, named as for ``pageName``.
  ///
  /// If it is nil, ``sizeName`` is used.
  public var previousSizeName: String?

  /// Whether the feed begins with the last page and grows at its top, as a chat does.
  ///
  /// It takes effect through ``previousSizeName``: the first request asks for the last rows. The
  /// response must name the previous page, as a Relay connection does.
  public var startsAtEnd = false

  /// Whether links to pages are followed on the origin of ``url``, whatever host they name.
  ///
  /// It is for a server behind a proxy that writes links with a name of its own.
  public var sameOrigin = false

  /// The number of rows in a full page of the server; nil if unknown.
  ///
  /// It counts only if ``sizeName`` is nil. Otherwise a full page has the requested number.
  public var pageSize: Int?

  /// The number of rows that the server gives of a list at most, as 1,000 in GitHub's search; nil
  /// for all.
  ///
  /// The page with the last of them is the last one. It counts with page numbers and offsets, where
  /// the server would refuse the page behind.
  public var maxRows: Int?

  /// The number of the first page, where the URL or the body does not name it; nil for 1, or for the offset 0.
  public var firstNumber: Int?

  /// The unit of the header field `Range`, if it asks for the rows: `items` for `Range: items=20-39`.
  ///
  /// An empty text is for servers that take `Range: 20-39` with `Range-Unit: items`. If it is nil,
  /// ``pageName`` and ``sizeName`` name the places. Use it with ``Paging/offset(total:)``.
  public var rangeUnit: String?

  /// The JSON body of a request with POST; nil for a request with GET.
  public var body: JSONValue?

  /// The GraphQL query; nil for other requests.
  public var graphQL: GraphQL?

  /// What the request asks for, by the names of the places.
  var query: [String: JSONValue] = [:]

  /// A GraphQL query and its variables.
  public struct GraphQL: Hashable, Sendable {
    /// The text of the query.
    public var query: String

    /// The values of the variables, without the cursor and the number of rows.
    public var variables: [String: JSONValue]

    /// Whether a page with `errors` beside its rows is accepted. Its null rows are skipped.
    public var acceptsPartialData = false

    /// Creates a query with its variables.
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
  /// Whether `url` has the origin of this request: the same scheme, host and port.
  package func hasOrigin(of url: URL) -> Bool {
    Origin(url).map { $0 == Origin(self.url) } ?? false
  }
}

extension HTTPRequest {
  /// Creates a request with GET.
  ///
  /// - Parameters:
  ///   - url: The URL of the first page. Its other parameters are kept.
  ///   - page: The parameter for the page number, the offset or the token.
  ///   - size: The parameter for the number of rows; nil if the server decides the number.
  ///   - headers: Header fields to send. They reach the base origin only.
  /// - Returns: A request for ``HTTPPageSource``.
  public static func get(
    _ url: URL, page: String = "page", size: String? = nil, headers: [String: String] = [:]
  ) -> Self {
    Self(url: url, headers: headers, pageName: page, sizeName: size)
  }

  /// Creates a request with POST, for an API whose questions are JSON.
  ///
  /// ```swift
  /// let request = HTTPRequest.post(
  ///   url, body: ["query": "swift", "page": ["size": 20]], page: "page.after", size: "page.size")
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL of all pages.
  ///   - body: The body for the first page. Cursor and number of rows are written into it.
  ///   - page: The path of the cursor in the body, or another place that ``pageName`` may name.
  ///   - size: The path of the number of rows; nil if the body or the server decides it.
  ///   - headers: Header fields to send. They reach the base origin only, as the body does.
  /// - Returns: A request for ``HTTPPageSource``.
  public static func post(
    _ url: URL, body: JSONValue, page: String = "page", size: String? = nil,
    headers: [String: String] = [:]
  ) -> Self {
    Self(url: url, headers: headers, pageName: page, sizeName: size, body: body)
  }

  /// Creates a request for a GraphQL server, with POST.
  ///
  /// ```swift
  /// let query = """
  ///   query ($first: Int, $after: String) {
  ///     issues(first: $first, after: $after) {
  ///       nodes { id title } pageInfo { endCursor hasNextPage }
  ///     }
  ///   }
  ///   """
  /// let issues = HTTPPageSource<Issue>(
  ///   .graphql(url, query: query), rows: .list(at: "data.issues.nodes"),
  ///   paging: .relay(at: "data.issues.pageInfo"))
  /// ```
  ///
  /// For a previous page it takes the variables that the query uses in `before: $…` and `last: $…`.
  ///
  /// - Parameters:
  ///   - url: The URL of the GraphQL server.
  ///   - query: The text of the query.
  ///   - variables: The values of the other variables.
  ///   - cursor: The variable for the cursor; nil for the one that the query uses in `after: $…`.
  ///   - size: The variable for the number of rows; nil for the one that the query uses in
  ///     `first: $…` or `limit: $…`, unless `variables` has a value for it.
  ///   - headers: Header fields to send. They reach the base origin only.
  /// - Returns: A request for ``HTTPPageSource``.
  public static func graphql(
    _ url: URL, query: String, variables: [String: JSONValue] = [:], cursor: String? = nil,
    size: String? = nil, headers: [String: String] = [:]
  ) -> Self {
    let after = query.firstMatch(of: /\bafter\s*:\s*\$(\w+)/)?.1
    let first = query.firstMatch(of: /\b(?:first|limit)\s*:\s*\$(\w+)/).map { String($0.1) }
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
