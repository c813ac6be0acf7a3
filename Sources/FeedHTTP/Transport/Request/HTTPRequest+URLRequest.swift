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
  /// - Returns: A GET request, or a POST request for GraphQL and for a request with a body.
  /// - Throws: A failure with the code `refused` if the URL is not one of a web server, a link
  ///   leads to an origin that is not allowed, a GraphQL query gets a link, the request has no place for
  ///   the cursor, the body has a number that is not finite, or a header field has a line break or
  ///   another control character.
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
    _ place: Place, size: Int, with loader: HTTPLoader, readingOn queue: ReadingQueue,
    read: @escaping @Sendable (HTTPResponse, _ checkpoint: () throws -> Void) throws -> Value
  ) async throws -> Value {
    let request = try urlRequest(for: place, size: size)
    return try await loader.load(
      request, within: policy(), at: request.url ?? url, readingOn: queue, read: read)
  }

  func urlRequest(for place: Place, size: Int) throws(FeedFailure) -> URLRequest {
    let policy = try policy()
    do {
      var draft = RequestDraft(self)
      for (field, value) in try queryAssignments() { try draft.set(field, to: value) }
      switch place.cursor {
      case .link(let link), .foreignLink(let link):
        try draft.follow(link, allowsCredentials: place.allowsCredentials, policy: policy)
      default:
        for (field, value) in try assignments(for: place, size: size) {
          try draft.set(field, to: value)
        }
        try draft.fillPath()
      }
      let request = try draft.urlRequest()
      return place.allowsCredentials && policy.isBase(request.url)
        ? request : request.withoutCredentials
    } catch {
      throw FeedFailure(error, at: url)
    }
  }

  /// The origins to which links and redirects may lead.
  func policy() throws(FeedFailure) -> OriginPolicy {
    guard let base = Origin(url) else { throw FeedFailure(.request(.notWebAddress), at: url) }
    return OriginPolicy(base: base, allowed: Set(otherOrigins.compactMap(Origin.init)))
  }

  private typealias Assignment = (field: RequestField, value: JSONValue)

  /// What a query has in its places, in the order of their names.
  private func queryAssignments() throws(HTTPProblem) -> [Assignment] {
    var assignments: [Assignment] = []
    for (name, value) in query.sorted(by: { $0.key < $1.key }) {
      if [pageName, sizeName, previousName, previousSizeName].contains(name) {
        throw .request(.takenPlace(name: name))
      }
      guard field(name).takes(value) else { throw .request(.unfitQuery(name: name)) }
      assignments.append((field(name), value))
    }
    return assignments
  }

  /// What the request for a page has in its places.
  private func assignments(
    for place: Place, size: Int
  ) throws(HTTPProblem) -> [Assignment] {
    if let rangeUnit { return [range(in: rangeUnit, from: place.cursor, size: size)] }
    let names = try names(for: place)
    let cursor: [Assignment] =
      switch place.cursor {
      case nil, .link, .foreignLink: []
      case .number(let number, _), .offset(let number, _): [(field(names.page), .integer(number))]
      case .token(let token): [(field(names.page), .string(token))]
      case .json(let value): try assignments(of: value, to: names.page)
      }
    return cursor + (names.size.map { [(field($0), .integer(size))] } ?? [])
  }

  /// The members of an object are parameters of the URL, or the whole is a value in a body.
  private func assignments(
    of cursor: JSONValue, to name: String
  ) throws(HTTPProblem) -> [Assignment] {
    guard case .parameter = field(name) else { return [(field(name), cursor)] }
    guard let members = cursor.members else {
      throw .request(.unfitCursor(cursor: "\(PageCursor.json(cursor))"))
    }
    return members.sorted { $0.key < $1.key }.map { (.parameter($0.key), $0.value) }
  }

  private func range(
    in unit: String, from cursor: PageCursor?, size: Int
  ) -> Assignment {
    let start = if case .offset(let offset, _)? = cursor { offset } else { 0 }
    let (end, isTooFar) = start.addingReportingOverflow(max(1, size) - 1)
    let prefix = unit.isEmpty ? "" : "\(unit)="
    return (.header("Range"), .string("\(prefix)\(start)-\(isTooFar ? .max : end)"))
  }

  /// The names of the places for the cursor and for the number of rows.
  private func names(for place: Place) throws(HTTPProblem) -> (page: String, size: String?) {
    if let cursor = place.cursor, !cursor.isComputed, place.isBefore {
      guard let previousName else { throw .request(.unfitCursor(cursor: "\(cursor)")) }
      return (previousName, previousSizeName ?? sizeName)
    }
    let isAtEnd = place.cursor == nil && startsAtEnd
    return (pageName, isAtEnd ? previousSizeName ?? sizeName : sizeName)
  }
}

/// A URL request while its places are filled.
private struct RequestDraft {
  private let request: HTTPRequest
  private var url: URL
  private var body: JSONValue?
  private var headers: [String: String]

  /// The parts of the path, by the names of the parts that they follow.
  private var segments: [(name: String, value: String)] = []

  init(_ request: HTTPRequest) {
    self.request = request
    url = request.url
    headers = request.headers
    body = request.body
    if let query = request.graphQL {
      body = ["query": .string(query.query), "variables": .object(query.variables)]
    }
  }

  mutating func set(_ field: RequestField, to value: JSONValue) throws(HTTPProblem) {
    switch field {
    case .variable(let name):
      try set(.body(JSONPath(components: [.key("variables"), .key(name)])), to: value)
    case .body(let path):
      guard let filled = body?.setting(path, to: value) else {
        throw .request(.unfitBody(path: path))
      }
      body = filled
    case .parameter(let name):
      guard let filled = url.setting(name, to: try texts(of: value)) else {
        throw .request(.notWebAddress)
      }
      url = filled
    case .segment(let name):
      let text = try text(of: value)
      guard text.isPathPart else { throw .request(.unfitPart(name: name)) }
      segments.append((name, text))
    case .header(let name):
      for other in headers.keys where other.lowercased() == name.lowercased() {
        headers[other] = nil
      }
      headers[name] = try text(of: value)
    }
  }

  private func text(of value: JSONValue) throws(HTTPProblem) -> String {
    guard let text = value.parameter else {
      throw .request(.unfitCursor(cursor: "\(PageCursor.json(value))"))
    }
    return text
  }

  /// The texts of a list, or the one text of another value.
  private func texts(of value: JSONValue) throws(HTTPProblem) -> [String] {
    var texts: [String] = []
    for element in value.elements ?? [value] { texts.append(try text(of: element)) }
    return texts
  }

  /// Sets the parts of the path, all at once: the names are those of the request's own URL.
  mutating func fillPath() throws(HTTPProblem) {
    guard let filled = url.setting(segments: segments) else { throw .request(.notWebAddress) }
    url = filled
    segments = []
  }

  /// Takes a link in place of the URL. A query or a body is for the server that was asked.
  mutating func follow(
    _ link: String, allowsCredentials: Bool, policy: OriginPolicy
  ) throws(HTTPProblem) {
    if request.graphQL != nil { throw .request(.unfitCursor(cursor: link.maskingSecrets)) }
    try fillPath()
    guard let target = URL(link: link, on: url), policy.allows(target, from: url) else {
      throw .request(.foreignLink(link: link))
    }
    let isOwn = allowsCredentials && policy.isBase(target)
    if body != nil, !isOwn { throw .request(.foreignBody(link: link)) }
    guard let whole = isOwn ? target.withCredentials(of: url) : target else {
      throw .request(.foreignLink(link: link))
    }
    url = whole
  }

  func urlRequest() throws(HTTPProblem) -> URLRequest {
    var result = URLRequest(url: url)
    result.setValue("application/json", forHTTPHeaderField: "Accept")
    if let body {
      result.httpMethod = "POST"
      result.setValue("application/json", forHTTPHeaderField: "Content-Type")
      result.httpBody = try data(of: body)
    }
    if request.rangeUnit == "" { result.setValue("items", forHTTPHeaderField: "Range-Unit") }
    try result.set(headers)
    return result
  }

  private func data(of body: JSONValue) throws(HTTPProblem) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.data(of: body)
  }
}
