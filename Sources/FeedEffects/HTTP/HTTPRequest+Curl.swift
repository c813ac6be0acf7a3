public import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
