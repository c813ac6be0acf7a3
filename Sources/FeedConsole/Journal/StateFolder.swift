import Foundation

/// The folder with what outlives a session, as the XDG rules say: the history of lines, and the journals.
struct StateFolder {
  let path: String

  /// The folder of the user. Nil if the environment names no home.
  init?(_ variables: [String: String]) {
    let states =
      variables["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
    guard let states else { return nil }
    path = states + "/feed-repl"
  }

  /// Creates a folder and those above it where they are missing. Only the user may look into them.
  static func create(_ path: String) {
    for end in path.indices where path[end] == "/" && end > path.startIndex {
      mkdir(String(path[..<end]), 0o700)
    }
    mkdir(path, 0o700)
  }
}
