import Foundation

/// What is fuzzed: the parsers, and the feed. For any bytes they must return or throw.
enum FuzzTarget: String, CaseIterable {
  /// A page, in each paging style.
  case page

  /// The `Link` header field.
  case link

  /// The detection of the paging style from a first answer.
  case detect

  /// A snapshot file.
  case snapshot

  /// A GraphQL answer with a Relay connection.
  case graphQL

  /// A feed whose server sends hostile pages.
  case pages

  /// Cursors of any shape, and the requests that take them: in a body, a header field, a path.
  case cursor

  /// Runs the target on `input`.
  ///
  /// - Throws: A `Finding` if the result breaks a rule.
  func run(_ input: Data) throws(Finding) {
    switch self {
    case .page: try Message(input).readAsPage()
    case .link: try String(decoding: input, as: UTF8.self).readAsLinks()
    case .detect: try Message(input).readAsFirstAnswer()
    case .snapshot: try input.readAsSnapshot()
    case .graphQL: try Message(input).readAsConnection()
    case .pages: try input.runAsPages()
    case .cursor: try Message(input).readAsCursors()
    }
  }
}

/// A broken rule.
struct Finding: Error {
  let text: String

  /// Throws a finding with the text `rule` unless `holds` is true.
  static func unless(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(text: rule()) }
  }
}
