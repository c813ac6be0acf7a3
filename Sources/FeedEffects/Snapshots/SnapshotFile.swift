import Foundation

/// A file that begins with a whole snapshot, behind which changes are added. Each part carries a checksum.
///
/// ```
/// feed-snapshot 2 CHECKSUM SECONDS LENGTH
/// the snapshot
/// change CHECKSUM SECONDS LENGTH
/// what has changed
/// reader CHECKSUM SECONDS LENGTH
/// where the reader is
/// ```
///
/// `SECONDS` is the date of writing, in seconds since 1970, and `LENGTH` the size of what follows, in bytes. The
/// checksum covers the name, both numbers, the body, and the checksum of the part before. A part that was cut by the end of the program is
/// dropped with what follows. The first part is written beside the file and renamed, so it is never cut.
///
/// A file of the first version has one part, and no length in its line.
package struct SnapshotFile {
  let url: URL
  let limit: Int
  var system = SystemCalls()

  /// Returns the bytes of the file and which file it is, or nil if there is no file.
  ///
  /// It reads at most one byte more than is allowed.
  func read() throws -> (data: Data, id: FileID?)? {
    // Without O_NONBLOCK, opening a pipe of this name would wait for a writer.
    let opened = try system.checkedIfPresent {
      system.open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }
    guard let file = opened else { return nil }
    defer { _ = system.close(file) }
    var attributes = stat()
    guard fstat(file, &attributes) == 0, attributes.st_mode & S_IFMT == S_IFREG else {
      throw SnapshotProblem.system(reason: "\(url.path) is not a regular file")
    }
    // The extra byte shows that the file is too large.
    return (try system.read(upTo: Self.bound(limit) + 1, from: file), FileID(attributes))
  }

  /// Replaces the file with one that has `body`.
  ///
  /// The new file is written beside the old one and synchronized to the disk before it is renamed.
  /// So the old file or the new one is always complete, also while others write the same file.
  ///
  /// - Parameters:
  ///   - body: The new body.
  ///   - date: The date of writing, for the first line.
  ///   - keepsOld: Whether the old file stays as `.damaged`.
  ///   - makesFolder: Whether the folder is made if there is none.
  /// - Returns: The log of the new file; nil if nothing can be added to it.
  /// - Throws: `SnapshotProblem.tooLarge` if `body` exceeds the limit; the errors of the system. Then
  ///   the old file is in place, unless closing the new one failed.
  @discardableResult
  func write(
    _ body: Data, date: Date, keepsOld: Bool, makesFolder: Bool = true
  ) throws -> Log? {
    if body.count > limit { throw SnapshotProblem.tooLarge(size: body.count, limit: limit) }
    let (contents, end) = Self.part(Self.name, body: body, date: date, after: nil)
    let (draft, file) = try createDraft(makesFolder: makesFolder)
    let id = FileID(file)
    do {
      try system.write(all: contents, to: file)
      _ = try system.checked { system.synchronize(file) }
      if keepsOld { try keepOld() }
      _ = try system.checked { system.rename(draft, url.path) }
    } catch {
      _ = system.unlink(draft)
      _ = system.close(file)
      throw error
    }
    // An interrupted close has closed the file.
    if system.close(file) != 0, errno != EINTR { throw SystemError(number: errno) }
    return id.map { Log(file: $0, end: end) }
  }

  /// Creates a draft, and locks it so that it is not removed while it is written.
  private func createDraft(
    makesFolder: Bool
  ) throws(SystemError) -> (path: String, file: Int32) {
    while true {
      let draft = newDraft
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      var opened = try system.checkedIfPresent { system.open(draft, flags) }
      if opened == nil, makesFolder {
        // There is no such folder. On Linux that is so of the usual ones until a program makes them.
        try? FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        opened = try system.checkedIfPresent { system.open(draft, flags) }
      }
      guard let file = opened else { throw SystemError(number: ENOENT) }
      // Where files can't be locked, no draft is removed.
      let isTaken = system.lock(file) != 0 && errno == EWOULDBLOCK
      if !isTaken, system.hasName(file) { return (draft, file) }
      // Another program took it for one that was left behind, before it was locked.
      _ = system.unlink(draft)
      _ = system.close(file)
    }
  }

  /// Gives the old file a second name, `.damaged`, until the new one replaces it.
  private func keepOld() throws(SystemError) {
    let link = newDraft
    // A disk without links has a moment without the file.
    guard system.link(url.path, link) == 0 else { return try setAside() }
    // Renaming leaves the link where both names are of one file already.
    defer { _ = system.unlink(link) }
    _ = try system.checked { system.rename(link, aside) }
  }

  /// Renames the file, if there is one, to end in `.damaged`. This replaces an earlier file of that
  /// name.
  func setAside() throws(SystemError) {
    try system.checkedIfPresent { system.rename(url.path, aside) }
  }

  private var aside: String { url.path + ".damaged" }

  /// Removes the file and its drafts.
  func remove() throws(SystemError) {
    removeDrafts()
    try system.checkedIfPresent { system.unlink(url.path) }
  }

  /// Removes the file, its drafts, and a file that could not be read.
  func removeAll() throws(SystemError) {
    try remove()
    try system.checkedIfPresent { system.unlink(aside) }
  }

  /// Removes the drafts of programs that ended while they wrote them.
  ///
  /// A draft that is being written is locked, and stays.
  func removeDrafts() {
    let folder = url.deletingLastPathComponent().path
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names ?? [] where name.hasPrefix(url.lastPathComponent + Self.draftMark) {
      let draft = folder + "/" + name
      // For writing, since a folder can't be opened so.
      let file = system.open(draft, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      if file < 0 { continue }
      if system.lock(file) == 0 { _ = system.unlink(draft) }
      _ = system.close(file)
    }
  }

  /// A name for a draft that no other draft has.
  private var newDraft: String {
    url.path + Self.draftMark + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  /// What follows the file's name in the names of its drafts.
  private static let draftMark = ".new-"
}
