import FeedEffects
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The request that tells a server of an edit: a method, an address, a body. ``HTTPEditSink`` sends it.
///
/// ```swift
/// HTTPEdit(.patch, at: url, path: "\(note.id)", body: ["text": note.text])
/// // PATCH https://example.org/notes/7  {"text":"Buy milk"}
/// ```
public struct HTTPEdit: Sendable {
  /// What the server is to do.
  public enum Method: String, Sendable {
    /// Take a new row, or carry out what the path names: `/notes/7/like`.
    case post = "POST"

    /// Replace the row by the body.
    case put = "PUT"

    /// Change what the body has of the row.
    case patch = "PATCH"

    /// Remove the row.
    case delete = "DELETE"
  }

  let method: Method
  let url: URL
  let path: [String]
  let endsWithSlash: Bool
  let body: (any Encodable & Sendable)?
  let row: JSONPath?
  let headers: [String: String]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: What the server is to do.
  ///   - url: The address, such as that of all rows.
  ///   - path: The parts of the path behind it. They are percent-encoded, so no id leads to another place. One
  ///     that would is refused: `..`, and an empty one, which would lead to all rows.
  ///   - endsWithSlash: Whether a slash follows the parts: `/notes/7/`.
  ///   - body: What is sent as JSON; nil for no body.
  ///   - row: Where the answer has the server's version of the row: by default the answer itself; nil if it
  ///     has none. It is not looked for in the answer to a removal, nor in an empty one.
  ///   - headers: Header fields of this request, which replace those of the sink.
  public init(
    _ method: Method, at url: URL, path: String..., endsWithSlash: Bool = false,
    body: (any Encodable & Sendable)? = nil, row: JSONPath? = "", headers: [String: String] = [:]
  ) {
    self.method = method
    self.url = url
    self.path = path
    self.endsWithSlash = endsWithSlash
    self.body = body
    self.row = row
    self.headers = headers
  }
}

extension HTTPEdit {
  /// The request, with the fields of its sink where it has none of its own.
  func urlRequest(
    headers fields: [String: String], encoder: JSONEncoder
  ) throws(HTTPProblem) -> URLRequest {
    if let part = path.first(where: { $0.isEmpty || !$0.isPathPart }) {
      throw .request(.unfitEditPart(part))
    }
    let parts = endsWithSlash ? path + [""] : path
    guard let url = url.appending(parts: parts) else { throw .request(.notWebAddress) }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try encoder.data(of: body)
    }
    try request.set(fields)
    try request.set(headers)
    return request
  }
}

extension URLRequest {
  /// Sets header fields.
  mutating func set(_ fields: [String: String]) throws(HTTPProblem) {
    for (name, value) in fields {
      // URLRequest would leave the field out, and say nothing.
      guard name.utf8.isFieldName, value.utf8.isFieldValue else {
        throw .request(.unfitHeader(name: name))
      }
      setValue(value, forHTTPHeaderField: name)
    }
  }
}

extension JSONEncoder {
  /// A body as JSON.
  func data(of body: any Encodable) throws(HTTPProblem) -> Data {
    do {
      return try encode(body)
    } catch {
      throw .request(.unfitVariables)
    }
  }
}

extension URL {
  /// The URL with more parts of its path, before its query.
  fileprivate func appending(parts: [String]) -> URL? {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return nil
    }
    var path = components.percentEncodedPath
    for part in parts {
      if !path.hasSuffix("/") { path += "/" }
      path += QueryEncoding.encoded(part)
    }
    components.percentEncodedPath = path
    components.fragment = nil
    return components.url
  }
}
