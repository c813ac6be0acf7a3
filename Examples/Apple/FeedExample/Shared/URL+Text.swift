import Foundation

nonisolated extension URL {
  /// An address that is written in the program.
  init(_ text: StaticString) {
    guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no address") }
    self = url
  }
}
