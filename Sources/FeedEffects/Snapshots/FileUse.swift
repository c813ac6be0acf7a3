import Foundation

/// A feed's use of a file, from its opening to its end. Of the feeds of a program one uses a file at a time.
///
/// The feed that opened the file first has it until it ends. Another one is refused for good, also when the
/// first ends before: its rows would replace edits of the first one that were never sent.
final class FileUse: Sendable {
  /// The uses, by the paths of their files.
  private static let uses = Locked<[String: FileUse]>([:])

  private let path: String
  private let ended = Locked(false)

  /// Writes what waits to be written.
  let write: @Sendable () async -> Void

  /// Drops what waits, stores nothing more, and removes the file.
  let logOut: @Sendable () -> Void

  /// Creates the use of a file, which is not taken yet.
  init(
    of file: URL, write: @escaping @Sendable () async -> Void,
    logOut: @escaping @Sendable () -> Void
  ) {
    let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
    path = folder + "/" + file.lastPathComponent
    self.write = write
    self.logOut = logOut
  }

  /// Whether the feed has ended. What it left to write may still be written.
  var hasEnded: Bool { ended.use { $0 } }

  /// Takes the file, unless a feed has it that has not ended.
  ///
  /// - Returns: Whether it was taken, and the other feed that has or had it.
  func take() -> (isTaken: Bool, other: FileUse?) {
    Self.uses.use { uses in
      let other = uses[path].flatMap { $0 === self ? nil : $0 }
      guard !hasEnded, other?.hasEnded ?? true else { return (false, other) }
      uses[path] = self
      return (true, other)
    }
  }

  /// Ends the use: writes what waits, then gives the file free.
  func end() {
    ended.use { $0 = true }
    Task {
      await write()
      Self.uses.use { uses in
        if uses[path] === self { uses[path] = nil }
      }
    }
  }
}
