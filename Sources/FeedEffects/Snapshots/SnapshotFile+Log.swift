import Foundation

// The parts of a snapshot file, and how one is added.
extension SnapshotFile {
  /// What a part behind the first one is.
  enum Kind: String {
    /// What has changed.
    case change

    /// Where the reader is. It holds until the next part.
    case reader
  }

  /// A file to which parts are added.
  struct Log {
    let file: FileID
    var end: LogEnd
  }

  /// Where the parts of a file end.
  struct LogEnd: Equatable {
    /// The size in bytes of the first part.
    var first: Int

    /// The size in bytes of all parts.
    var size: Int

    /// The checksum of the last part.
    var checksum: UInt64
  }

  /// What a file has.
  struct Contents {
    /// The date of the last part.
    var date: Date

    /// The body of the first part.
    var body: Data

    /// The bodies of the changes.
    var changes: [Data] = []

    /// The body of the last part, if that is where the reader is.
    var reader: Data?

    /// Where the parts end that can be read; nil for the first version, to which none is added.
    var end: LogEnd?
  }

  static let name = "feed-snapshot 2"

  /// The name of the first version.
  static let oldName = "feed-snapshot 1"

  /// The largest size in bytes of the line before a body.
  private static let headSize = 100

  /// The largest size in bytes of a file whose first body has `limit` bytes.
  static func bound(_ limit: Int) -> Int { min(limit, .max - headSize - 1) + headSize }

  /// The largest accepted date in seconds, some 30,000 years. The age of a file with a much larger
  /// one would overflow `Duration`.
  private static let farthest = 1e12

  /// The changes of a small list may have this size in bytes. Beyond it, or beyond that of a larger list, the list
  /// is written as a whole: else a short list would be written as a whole at nearly each change.
  private static let leastLogSize = 1 << 16

  /// Whether a file may have this size in bytes if its first part has `first` of them.
  private static func mayEnd(at size: Int, behind first: Int) -> Bool {
    size - first <= max(first, leastLogSize)
  }

  // MARK: - Reading

  /// Returns what a file with these bytes has.
  ///
  /// - Throws: A `SnapshotProblem` if the file is too large, its first part is damaged, or it is of another format.
  static func contents(of data: Data, limit: Int) throws(SnapshotProblem) -> Contents {
    if data.count > bound(limit) { throw .tooLarge(size: data.count, limit: limit) }
    let data = Data(data)
    guard let first = part(in: data, at: 0, after: nil),
      [name, oldName].contains(first.name)
    else {
      let isOurs = data.isEmpty || [name, oldName].contains { data.starts(with: $0.utf8) }
      throw isOurs ? .damaged : .unknownFormat
    }
    var contents = Contents(date: first.date, body: first.body)
    var end = LogEnd(first: first.end, size: first.end, checksum: first.checksum)
    // The store writes the whole list again before its log grows further. What follows was not written by it.
    while let part = part(in: data, at: end.size, after: end.checksum),
      let kind = Kind(rawValue: part.name), mayEnd(at: part.end, behind: first.end)
    {
      if kind == .change { contents.changes.append(part.body) }
      contents.reader = kind == .reader ? part.body : nil
      contents.date = part.date
      (end.size, end.checksum) = (part.end, part.checksum)
    }
    if first.name == name { contents.end = end }
    return contents
  }

  /// A part of a file.
  private struct Part {
    let name: String
    let date: Date
    let body: Data
    let checksum: UInt64
    let end: Int
  }

  /// Returns the part that begins at an offset; nil if there is none, or it is cut or damaged.
  private static func part(in data: Data, at start: Int, after checksum: UInt64?) -> Part? {
    guard let end = data[start...].prefix(headSize).firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    let line = String(decoding: data[start..<end], as: UTF8.self)
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    // In the first version the body is all that follows.
    let isOld = line.hasPrefix(oldName + " ")
    guard words.count > 3 else { return nil }
    let numbers = Array(words.suffix(isOld ? 2 : 3))
    let rest = data[(end + 1)...]
    guard let seconds = Double(numbers[1]), seconds.magnitude < farthest,
      let length = isOld ? rest.count : Int(numbers[2]), 0...rest.count ~= length
    else { return nil }
    let body = rest.prefix(length)
    let name = words.dropLast(numbers.count).joined(separator: " ")
    let text = isOld ? numbers[1] : "\(name) \(numbers[1]) \(numbers[2])"
    let found = Self.checksum(of: body, text: text, after: checksum)
    guard numbers[0] == String(found, radix: 16) else { return nil }
    return Part(
      name: name, date: Date(timeIntervalSince1970: seconds), body: Data(body),
      checksum: found, end: end + 1 + length)
  }

  // MARK: - Writing

  /// Adds a part to the file.
  ///
  /// - Parameter log: The file that was written or read before. Its end moves.
  /// - Returns: False, with nothing added, if the file is now another one, or is better written as a whole.
  /// - Throws: The errors of the system. Then the part may have been added, whole or cut.
  func append(_ kind: Kind, body: Data, date: Date, to log: inout Log) throws -> Bool {
    let (part, end) = Self.part(kind.rawValue, body: body, date: date, after: log.end)
    guard end.size <= Self.bound(limit),
      Self.mayEnd(at: end.size, behind: end.first)
    else { return false }
    let flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
    guard let file = try? system.checked({ system.open(url.path, flags) }) else { return false }
    do {
      // A file that is longer has a part that was cut, behind which nothing would be read.
      guard let id = FileID(file), id.isSame(as: log.file), id.size == log.end.size else {
        _ = system.close(file)
        return false
      }
      try system.write(all: part, to: file)
      _ = try system.checked { system.synchronize(file) }
    } catch {
      _ = system.close(file)
      throw error
    }
    if system.close(file) != 0, errno != EINTR { throw SystemError(number: errno) }
    log.end = end
    return true
  }

  /// Returns the bytes of a part, and where it ends.
  static func part(
    _ name: String, body: Data, date: Date, after log: LogEnd?
  ) -> (bytes: Data, end: LogEnd) {
    let numbers = "\(date.timeIntervalSince1970) \(body.count)"
    let checksum = checksum(of: body, text: "\(name) \(numbers)", after: log?.checksum)
    let bytes = Data("\(name) \(String(checksum, radix: 16)) \(numbers)\n".utf8) + body
    let size = (log?.size ?? 0) + bytes.count
    return (bytes, LogEnd(first: log?.first ?? size, size: size, checksum: checksum))
  }

  /// Returns the FNV-1a hash in 64 bits. It detects damage and no forgery: a program that can write
  /// the file can also write the hash.
  static func checksum(of body: Data, text: String, after checksum: UInt64?) -> UInt64 {
    var hash = checksum ?? 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in text.utf8 { add(byte) }
    body.withUnsafeBytes { for byte in $0 { add(byte) } }
    return hash
  }
}

/// Which file it is, whatever its name; only of a file that nobody but its owner can read.
struct FileID {
  private let device, inode: UInt64

  /// The size in bytes at that time.
  let size: Int

  /// Returns the file that is open; nil if others than this user may read it.
  init?(_ file: Int32) {
    var attributes = stat()
    guard fstat(file, &attributes) == 0 else { return nil }
    self.init(attributes)
  }

  /// Returns the file with these attributes; nil if others than this user may read it.
  init?(_ attributes: stat) {
    let (kind, others) = (attributes.st_mode & S_IFMT, attributes.st_mode & 0o077)
    guard kind == S_IFREG, others == 0, attributes.st_uid == geteuid(), attributes.st_nlink == 1
    else { return nil }
    device = UInt64(truncatingIfNeeded: attributes.st_dev)
    inode = UInt64(truncatingIfNeeded: attributes.st_ino)
    size = Int(attributes.st_size)
  }

  /// Whether both are one file, whatever its size.
  func isSame(as other: FileID) -> Bool { device == other.device && inode == other.inode }
}
