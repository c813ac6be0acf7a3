#if os(Linux)
  import Foundation

  /// The body of a response, which libcurl hands over as it comes: maybe byte by byte.
  struct CurlBody: ~Copyable {
    /// How many pieces may have fewer than 4 bytes on average. Each takes libcurl 30 ns, so 32 MB in
    /// single bytes would keep the thread busy for more than a second.
    static let maxTinyPieces = 1_000_000

    /// What is collected before it goes on: a lock and memory for each byte would take ten times as long.
    private let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)

    /// How many bytes of ``part`` are taken.
    private var partCount = 0

    /// In how many pieces the body has come: chunks, or what was read at once.
    private var pieces = 0

    /// How many bytes have gone on.
    private var count = 0

    deinit { part.deallocate() }

    /// Whether the body came in more pieces than a server has reason to send.
    var isInTinyPieces: Bool { pieces > Self.maxTinyPieces && count < 4 * pieces }

    /// Takes a piece. Returns what has come, if it is time to hand it on.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Data? {
      pieces += 1
      if bytes.count > part.count - partCount {
        count += bytes.count
        return rest() + bytes
      }
      UnsafeMutableRawBufferPointer(rebasing: part[partCount...]).copyMemory(from: bytes)
      partCount += bytes.count
      return partCount < part.count ? nil : rest()
    }

    /// Returns what was not handed on.
    mutating func rest() -> Data {
      defer { partCount = 0 }
      count += partCount
      return Data(part[..<partCount])
    }
  }
#endif
