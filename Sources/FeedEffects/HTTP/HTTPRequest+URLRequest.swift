public import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension HTTPRequest {
  /// Returns the request for a page.
  ///
  /// - Parameters:
  ///   - cursor: What names the page; nil for the first page.
  ///   - size: How many rows are wanted.
  /// - Throws: A failure of code `refused` when the cursor leads to another server or is of a kind
  ///   that the request has no place for.
  public func urlRequest(
    for cursor: PageCursor? = nil, size: Int
  ) throws(FeedFailure) -> URLRequest {
    let territory = try territory()
    var request = URLRequest(url: try target(cursor, size, territory))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let graphQL {
      request.httpMethod = "POST"
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try body(graphQL, cursor, size)
    }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return territory.isHome(request.url) ? request : request.withoutIdentity
  }

  /// Where links and redirects may lead.
  func territory() throws(FeedFailure) -> Territory {
    guard let home = Origin(url) else { throw FeedFailure(.notWebAddress, at: url) }
    return Territory(home: home, others: Set(otherOrigins.compactMap(Origin.init)))
  }

  private func target(
    _ cursor: PageCursor?, _ size: Int, _ territory: Territory
  ) throws(FeedFailure) -> URL {
    if graphQL != nil { return url }
    switch cursor {
    case nil:
      return try setting([(sizeName, String(size))])
    case .number(let number):
      return try setting([(pageName, String(number)), (sizeName, String(size))])
    case .token(let token):
      return try setting([(pageName, token), (sizeName, String(size))])
    case .link(let link):
      guard let target = URL(link: link, on: url), territory.allows(target, from: url) else {
        throw FeedFailure(.foreignLink(link: link), at: url)
      }
      return target
    case .offset:
      throw FeedFailure(.unfitCursor(cursor: "\(cursor, default: "")"), at: url)
    }
  }

  private func setting(_ parameters: [(name: String?, value: String)]) throws(FeedFailure) -> URL {
    var result = url
    for (name, value) in parameters {
      guard let name else { continue }
      guard let next = result.setting(name, to: value) else {
        throw FeedFailure(.notWebAddress, at: url)
      }
      result = next
    }
    return result
  }

  private func body(
    _ graphQL: GraphQL, _ cursor: PageCursor?, _ size: Int
  ) throws(FeedFailure) -> Data {
    var variables = graphQL.variables
    switch cursor {
    case nil: break
    case .token(let token): variables[pageName] = .string(token)
    case .number, .offset, .link:
      throw FeedFailure(.unfitCursor(cursor: "\(cursor, default: "")"), at: url)
    }
    if let sizeName { variables[sizeName] = .integer(size) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body: JSONValue = ["query": .string(graphQL.query), "variables": .object(variables)]
    do {
      return try encoder.encode(body)
    } catch {
      throw FeedFailure(.unfitVariables, at: url)
    }
  }
}
