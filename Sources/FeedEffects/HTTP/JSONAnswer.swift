public import Foundation

/// What a server answered, as JSON.
public struct JSONAnswer: Sendable {
  /// Where the answer came from in the end.
  public var url: URL

  /// The header fields, by their names in lower case.
  public var headers: [String: String]

  /// The body.
  public var body: JSONValue

  /// Creates an answer.
  public init(url: URL, headers: [String: String] = [:], body: JSONValue) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}
