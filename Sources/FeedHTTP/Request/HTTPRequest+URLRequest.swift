import FeedEffects
public import FeedReducer

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension HTTPRequest {
  /// Returns the URL request for a page.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page; nil for the first page.
  ///   - size: The number of rows to ask for. A link as a cursor ignores it.
  /// - Returns: A GET request, or a POST request for GraphQL.
  /// - Throws: A failure with the code `refused` if the URL is not one of a web server, a link
  ///   leads to an origin that is not allowed, a GraphQL query gets a link, a variable of the query
  ///   has a number that is not finite, or a header field has a line break or another control
  ///   character.
  public func urlRequest(
    for cursor: PageCursor? = nil, size: Int
  ) throws(FeedFailure) -> URLRequest {
    try urlRequest(for: Place(cursor: cursor), size: size)
  }

  /// The position of a page: at a cursor, before it, or (without a cursor) at the start.
  struct Place {
    var cursor: PageCursor?
    var isBefore = false

    /// Whether the page may get credentials. One to which another origin led may not.
    var allowsCredentials: Bool {
      if case .foreignLink = cursor { false } else { true }
    }
  }

  /// Requests a page and reads the response. See ``HTTPLoader/load(_:within:at:readingOn:read:)``.
  func load<Value: Sendable>(
    _ place: Place, size: Int, with loader: HTTPLoader, readingOn queue: DispatchQueue,
    read: @escaping @Sendable (HTTPResponse, _ checkpoint: () throws -> Void) throws -> Value
  ) async throws -> Value {
    let request = try urlRequest(for: place, size: size)
    return try await loader.load(
      request, within: policy(), at: request.url ?? url, readingOn: queue, read: read)
  }

  func urlRequest(for place: Place, size: Int) throws(FeedFailure) -> URLRequest {
    let policy = try policy()
    let names = try names(for: place)
    var request = URLRequest(
      url: try target(for: place, size: size, policy: policy, names: names))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let graphQL {
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try body(of: graphQL, cursor: place.cursor, size: size, names: names)
    }
    for (name, value) in headers {
      // URLRequest would leave the field out, and say nothing.
      guard name.utf8.isFieldName, value.utf8.isFieldValue else {
        throw FeedFailure(.request(.unfitHeader(name: name)), at: url)
      }
      request.setValue(value, forHTTPHeaderField: name)
    }
    return place.allowsCredentials && policy.isBase(request.url)
      ? request : request.withoutCredentials
  }

  /// The origins to which links and redirects may lead.
  func policy() throws(FeedFailure) -> OriginPolicy {
    guard let base = Origin(url) else { throw FeedFailure(.request(.notWebAddress), at: url) }
    return OriginPolicy(base: base, allowed: Set(otherOrigins.compactMap(Origin.init)))
  }

  /// The names of the parameters or variables for the page and for the number of rows.
  private typealias Names = (page: String, size: String?)

  private func names(for place: Place) throws(FeedFailure) -> Names {
    if case .token(let token)? = place.cursor, place.isBefore {
      guard let previousName else {
        throw FeedFailure(.request(.unfitCursor(cursor: token)), at: url)
      }
      return (previousName, previousSizeName ?? sizeName)
    }
    let isAtEnd = place.cursor == nil && startsAtEnd
    return (pageName, isAtEnd ? previousSizeName ?? sizeName : sizeName)
  }

  private func target(
    for place: Place, size: Int, policy: OriginPolicy, names: Names
  ) throws(FeedFailure) -> URL {
    if graphQL != nil { return url }
    switch place.cursor {
    case nil:
      return try setting([(names.size, String(size))])
    case .number(let number), .offset(let number):
      return try setting([(names.page, String(number)), (names.size, String(size))])
    case .token(let token):
      return try setting([(names.page, token), (names.size, String(size))])
    case .link(let link), .foreignLink(let link):
      guard let target = URL(link: link, on: url), policy.allows(target, from: url),
        let whole = place.allowsCredentials && policy.isBase(target)
          ? target.withCredentials(of: url) : target
      else { throw FeedFailure(.request(.foreignLink(link: link)), at: url) }
      return whole
    }
  }

  private func setting(_ parameters: [(name: String?, value: String)]) throws(FeedFailure) -> URL {
    var result = url
    for (name, value) in parameters {
      guard let name else { continue }
      guard let next = result.setting(name, to: value) else {
        throw FeedFailure(.request(.notWebAddress), at: url)
      }
      result = next
    }
    return result
  }

  private func body(
    of graphQL: GraphQL, cursor: PageCursor?, size: Int, names: Names
  ) throws(FeedFailure) -> Data {
    var variables = graphQL.variables
    switch cursor {
    case nil: break
    case .token(let token): variables[names.page] = .string(token)
    case .number(let number), .offset(let number): variables[names.page] = .integer(number)
    case .link, .foreignLink:
      throw FeedFailure(.request(.unfitCursor(cursor: "\(cursor, default: "")")), at: url)
    }
    if let name = names.size { variables[name] = .integer(size) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body: JSONValue = ["query": .string(graphQL.query), "variables": .object(variables)]
    do {
      return try encoder.encode(body)
    } catch {
      throw FeedFailure(.request(.unfitVariables), at: url)
    }
  }
}
