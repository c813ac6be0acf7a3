#if os(Linux)
  import Foundation

  /// The header of a response, line by line.
  struct CurlHead {
    /// The largest header: 256 kB.
    static let maxBytes = 256 << 10

    /// What a line brought.
    enum Progress {
      case more
      case complete(HTTPResponse.Head)
      case tooLarge
    }

    private var head: HTTPResponse.Head
    private var lastName = ""
    private var isComplete = false
    private var bytes = 0

    init(url: URL) {
      head = HTTPResponse.Head(url: url, status: 0, headers: [:])
    }

    /// Takes a line, with its line break. An informational response (1xx) is dropped; so are trailers,
    /// the lines after the header.
    mutating func take(_ line: some BidirectionalCollection<UInt8>) -> Progress {
      bytes += line.count
      if bytes > Self.maxBytes { return .tooLarge }
      if isComplete { return .more }
      let line = line.trimmed
      if line.isEmpty { return end() }
      if line.starts(with: "HTTP/".utf8) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        head.status = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        head.headers = [:]
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        lastName = String(decoding: line[..<colon].trimmed, as: UTF8.self).lowercased()
        add(line[line.index(after: colon)...].trimmed, separator: ", ")
      } else {
        // A line that continues the one before (RFC 9112, section 5.2).
        add(line, separator: " ")
      }
      return .more
    }

    private mutating func add(_ value: some BidirectionalCollection<UInt8>, separator: String) {
      let text = String(decoding: value, as: UTF8.self)
      if head.headers[lastName]?.append(separator + text) == nil { head.headers[lastName] = text }
    }

    private mutating func end() -> Progress {
      if 100..<200 ~= head.status { return .more }
      isComplete = true
      return .complete(head)
    }
  }

  extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces, tabs and line breaks around them.
    fileprivate var trimmed: SubSequence {
      let blanks: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
      var slice = drop { blanks.contains($0) }
      while let last = slice.last, blanks.contains(last) { slice = slice.dropLast() }
      return slice
    }
  }
#endif
