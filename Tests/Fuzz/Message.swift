import FeedEffects
import FeedHTTP
import Foundation

/// An answer in the format of a fuzzer input: a line of words for the target, header fields, an
/// empty line and the body.
///
/// ```text
/// relay 200 cursor
/// link: </feed?page=2>; rel=next
///
/// {"items":[]}
/// ```
struct Message {
  /// The words of the first line.
  let words: [String]

  /// The header fields by lower-case name.
  let headers: [String: String]

  /// The bytes after the empty line.
  let body: Data

  init(_ input: Data) {
    var rest = input[...]
    func line() -> String {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      return String(decoding: line, as: UTF8.self)
    }
    words = line().split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    while case let field = line(), !field.isEmpty {
      let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.dropFirst().first ?? ""
      headers[parts[0].lowercased()] = value.trimmingCharacters(in: .whitespaces)
    }
    // Foundation parses dates so slowly that the fuzzer would do little else.
    headers["date"] = nil
    if headers["retry-after"].map({ Int($0) == nil }) == true { headers["retry-after"] = nil }
    self.headers = headers
    body = Data(rest)
  }

  /// The word at an index of the first line, or nil.
  func word(_ index: Int) -> String? {
    words.indices.contains(index) ? words[index] : nil
  }

  /// The answer from `url`. The second word is its status; the default is 200.
  func answer(from url: URL) -> HTTPResponse {
    let status = word(1).flatMap { Int($0) } ?? 200
    return HTTPResponse(url: url, status: status, headers: headers, body: body)
  }
}
