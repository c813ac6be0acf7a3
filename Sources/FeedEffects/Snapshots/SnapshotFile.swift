import Foundation

/// A file that is replaced as a whole and carries a checksum.
///
/// Its first line is `feed-snapshot 1 CHECKSUM SECONDS`; the rest is the body. `SECONDS` is the
/// date of writing, in seconds since 1970. The checksum covers this date and the body.
package struct SnapshotFile {
  let url: URL
  let limit: Int

  static let name = "feed-snapshot 1"

  /// Returns the bytes of the file, or nil if there is no file.
  ///
  /// It reads at most one byte more than is allowed.
  func bytes() throws -> Data? {
    // Without O_NONBLOCK, opening a pipe of this name would wait for a writer.
    let file = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    let handle = try Self.handle(file)
    defer { try? handle.close() }
    guard lseek(file, 0, SEEK_SET) == 0 else {
      throw SnapshotProblem.system(reason: "\(url.path) is not a regular file")
    }
    // The extra byte shows that the file is too large.
    return try handle.read(upToCount: Self.bound(limit) + 1) ?? Data()
  }

  /// The largest size in bytes of a file whose body has `limit` bytes. The first line is shorter
  /// than 100 bytes.
  private static func bound(_ limit: Int) -> Int { min(limit, .max - 101) + 100 }

  /// The largest accepted date in seconds, some 30,000 years. The age of a file with a much larger
  /// one would overflow `Duration`.
  private static let farthest = 1e12

  /// Returns the body of a file with these bytes, and the date of writing.
  ///
  /// - Throws: A `SnapshotProblem` if the file is too large, damaged, or of another format.
  static func contents(
    of data: Data, limit: Int
  ) throws(SnapshotProblem) -> (date: Date, body: Data) {
    if data.count > bound(limit) { throw .tooLarge(size: data.count, limit: limit) }
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw problem(in: data) }
    let line = String(decoding: data[..<end], as: UTF8.self)
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 4, words[0...1].joined(separator: " ") == name,
      let seconds = Double(words[3]), seconds.magnitude < farthest
    else { throw problem(in: data) }
    let body = data[data.index(after: end)...]
    guard words[2] == checksum(of: body, seconds: words[3]) else { throw .damaged }
    return (Date(timeIntervalSince1970: seconds), Data(body))
  }

  private static func problem(in data: Data) -> SnapshotProblem {
    data.starts(with: name.utf8) || data.isEmpty ? .damaged : .unknownFormat
  }

  /// Replaces the file with one that has `body`.
  ///
  /// The new file is written beside the old one and synchronized to the disk before it is renamed.
  /// So the old file or the new one is always complete.
  ///
  /// - Parameters:
  ///   - body: The new body.
  ///   - date: The date of writing, for the first line.
  ///   - keepsOld: Whether the old file is moved aside first.
  /// - Throws: `SnapshotProblem.tooLarge` if `body` exceeds the limit; the errors of the system.
  func write(_ body: Data, date: Date, keepsOld: Bool) throws {
    if body.count > limit { throw SnapshotProblem.tooLarge(size: body.count, limit: limit) }
    let contents = Self.bytes(of: body, seconds: "\(date.timeIntervalSince1970)")
    try writeDraft(contents)
    if keepsOld { setAside() }
    if rename(draft.path, url.path) != 0 { throw CocoaError(.fileWriteUnknown) }
  }

  /// Writes the draft. Only the owner can read it, from its first byte on.
  private func writeDraft(_ contents: Data) throws {
    // Not `removeItem`, which would remove a folder of this name with all that is in it.
    unlink(draft.path)
    let file = open(
      draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    let handle = try Self.handle(file)
    defer { try? handle.close() }
    try handle.write(contentsOf: contents)
    try handle.synchronize()
  }

  /// Returns a handle for an open file.
  ///
  /// - Throws: The system's error if `file` is negative.
  private static func handle(_ file: Int32) throws -> FileHandle {
    guard file >= 0 else {
      throw SnapshotProblem.system(reason: String(cString: strerror(errno)))
    }
    return FileHandle(fileDescriptor: file, closeOnDealloc: false)
  }

  /// Renames the file to end in `.damaged`. This replaces an earlier file of that name.
  func setAside() {
    _ = rename(url.path, url.path + ".damaged")
  }

  func remove() {
    for url in [url, draft] { unlink(url.path) }
  }

  private var draft: URL { URL(filePath: url.path + ".new") }

  /// Returns the FNV-1a hash in 64 bits. It detects damage and no forgery: a program that can write
  /// the file can also write the hash.
  static func checksum(of body: Data, seconds: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in seconds.utf8 { add(byte) }
    body.withUnsafeBytes { for byte in $0 { add(byte) } }
    return String(hash, radix: 16)
  }
}
