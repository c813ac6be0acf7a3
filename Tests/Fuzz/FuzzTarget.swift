import Foundation

/// A reader of what a server or a file says, which must come back from any bytes.
enum FuzzTarget: String, CaseIterable {
  /// A page in each style of paging.
  case page

  /// The `Link` header field.
  case link

  /// The style of paging of a first answer.
  case detect

  /// The file of a snapshot.
  case snapshot

  /// A Relay connection of a GraphQL server.
  case graphQL

  /// Has `input` read.
  ///
  /// - Throws: A `Finding` if what came of it breaks a rule.
  func run(_ input: Data) throws(Finding) {
    switch self {
    case .page: try Message(input).readAsPage()
    case .link: try String(decoding: input, as: UTF8.self).readAsLinks()
    case .detect: try Message(input).readAsFirstAnswer()
    case .snapshot: try input.readAsSnapshot()
    case .graphQL: try Message(input).readAsConnection()
    }
  }
}

/// What was read breaks a rule.
struct Finding: Error {
  let text: String

  /// Throws a finding with the rule as its text, unless that holds.
  static func unless(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(text: rule()) }
  }
}
