import Foundation

/// A file that is replaced whole, and tells whether it is as it was written.
///
/// Its first line is `feed-snapshot 1 CHECKSUM SECONDS`, the rest is the body.
struct SnapshotFile {
  let url: URL
  let limit: Int

  private static let name = "feed-snapshot 1"

  /// Returns what was written and when, or nil if there is no file.
  ///
  /// - Throws: A `SnapshotProblem`, or what the system says.
  func read() throws -> (date: Date, body: Data)? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    // One byte more than may be there tells that there is too much.
    let bound = limit + 100
    let data = try handle.read(upToCount: bound + 1) ?? Data()
    if data.count > bound { throw SnapshotProblem.tooLarge(size: data.count, limit: limit) }
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw problem(in: data) }
    let line = String(decoding: data[..<end], as: UTF8.self)
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 4, words[0...1].joined(separator: " ") == Self.name,
      let seconds = Double(words[3])
    else { throw problem(in: data) }
    let body = data[data.index(after: end)...]
    guard words[2] == Self.checksum(words[3], body) else { throw SnapshotProblem.damaged }
    return (Date(timeIntervalSince1970: seconds), Data(body))
  }

  private func problem(in data: Data) -> SnapshotProblem {
    data.starts(with: Self.name.utf8) || data.isEmpty ? .damaged : .unknownFormat
  }

  /// Puts `body` in the place of what was there.
  ///
  /// It is written beside it and on the disk before it takes the name, so that there is no moment
  /// in which neither the old nor the new is whole.
  func write(_ body: Data, date: Date) throws {
    if body.count > limit { throw SnapshotProblem.tooLarge(size: body.count, limit: limit) }
    let seconds = "\(date.timeIntervalSince1970)"
    let line = "\(Self.name) \(Self.checksum(seconds, body)) \(seconds)\n"
    try? FileManager.default.removeItem(at: draft)
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(
        atPath: draft.path, contents: Data(line.utf8) + body, attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown) }
    let handle = try FileHandle(forUpdating: draft)
    defer { try? handle.close() }
    try handle.synchronize()
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
  private static func checksum(_ seconds: String, _ body: Data) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in seconds.utf8 { add(byte) }
    body.withUnsafeBytes { for byte in $0 { add(byte) } }
    return String(hash, radix: 16)
  }
}
