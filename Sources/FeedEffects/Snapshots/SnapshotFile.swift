import Foundation

/// A file that is replaced whole, and tells whether it is as it was written.
///
/// Its first line is `feed-snapshot 1 CHECKSUM SECONDS`, the rest is the body.
package struct SnapshotFile {
  let url: URL
  let limit: Int

  static let name = "feed-snapshot 1"

  /// Returns what is in the file, or nil if there is none; of too much not all.
  func bytes() throws -> Data? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    // One byte more than may be there tells that there is too much.
    return try handle.read(upToCount: Self.bound(limit) + 1) ?? Data()
  }

  /// How many bytes a file may have of which the body has so many.
  private static func bound(_ limit: Int) -> Int { limit + 100 }

  /// Thirty thousand years in seconds: an age of more might not be a `Duration`.
  private static let farthest = 1e12

  /// Returns what was written into a file with these bytes, and when.
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
    guard words[2] == checksum(words[3], body) else { throw .damaged }
    return (Date(timeIntervalSince1970: seconds), Data(body))
  }

  private static func problem(in data: Data) -> SnapshotProblem {
    data.starts(with: name.utf8) || data.isEmpty ? .damaged : .unknownFormat
  }

  /// Puts `body` in the place of what was there.
  ///
  /// It is written beside it and on the disk before it takes the name, so that there is no moment
  /// in which neither the old nor the new is whole.
  ///
  /// - Parameter keepsOld: Whether what was there is moved aside.
  func write(_ body: Data, date: Date, keepsOld: Bool) throws {
    if body.count > limit { throw SnapshotProblem.tooLarge(size: body.count, limit: limit) }
    let contents = Self.bytes(of: body, seconds: "\(date.timeIntervalSince1970)")
    try? FileManager.default.removeItem(at: draft)
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(
        atPath: draft.path, contents: contents, attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown) }
    let handle = try FileHandle(forUpdating: draft)
    defer { try? handle.close() }
    try handle.synchronize()
    if keepsOld { setAside() }
    if rename(draft.path, url.path) != 0 { throw CocoaError(.fileWriteUnknown) }
  }

  /// Moves the file to where it is in nobody's way; an earlier one there goes.
  func setAside() {
    _ = rename(url.path, url.path + ".damaged")
  }

  func remove() {
    for url in [url, draft] { try? FileManager.default.removeItem(at: url) }
  }

  private var draft: URL { URL(filePath: url.path + ".new") }

  /// FNV-1a in 64 bits, which tells damage and no forgery: who can write the file can do both.
  static func checksum(_ seconds: String, _ body: Data) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in seconds.utf8 { add(byte) }
    body.withUnsafeBytes { for byte in $0 { add(byte) } }
    return String(hash, radix: 16)
  }
}
