#if os(Linux)
  import Foundation

  /// The header of a response, line by line.
  struct CurlHead {
    /// The largest header: 256 kB. libcurl ends at 300 kB by itself, with a code that says less.
    static let maxBytes = 256 << 10

    /// What a line brought.
    enum Progress {
      case more
      case complete(HTTPResponse.Head)
      case broken(reason: String)
      case tooLong
    }

    /// The codings that do not compress.
    private static let plainCodings = Set(["chunked", "identity"].map { Array($0.utf8) })

    private var head: HTTPResponse.Head

    /// The field that the next line may continue; nil if there is none, or if it is ignored.
    private var lastName: String?

    private var isAtStart = true
    private var isComplete = false
    private var bytes = 0

    init(url: URL) {
      head = HTTPResponse.Head(url: url, status: 0, headers: [:])
    }

    /// Takes a line, with its line break. An informational response (1xx) is dropped; so are trailers,
    /// the lines after the header, and lines that are no field.
    mutating func take(_ line: some BidirectionalCollection<UInt8>) -> Progress {
      bytes += line.count
      if bytes > Self.maxBytes { return .tooLong }
      if isComplete {
        // libcurl and this reader disagree on where the header ends.
        return line.isStatusLine ? .broken(reason: "a second header follows the header") : .more
      }
      if isAtStart { return begin(line) }
      if line.isLineBreak {
        return end()
      } else if line.first?.isSpaceOrTab == true {
        // A line that continues the one before (RFC 9112, section 5.2).
        let value = String(decoding: line.trimmed, as: UTF8.self)
        if let lastName { head.append(value, toField: lastName, separator: " ") }
      } else {
        takeField(line)
      }
      return .more
    }

    private mutating func begin(_ line: some BidirectionalCollection<UInt8>) -> Progress {
      isAtStart = false
      let words = line.trimmed.split(maxSplits: 2, whereSeparator: \.isSpaceOrTab)
      guard words.count > 1, let status = words[1].status else {
        // libcurl reads three digits and passes over what follows, so `103x` would be two things.
        return .broken(reason: "the response has no status")
      }
      head.status = status
      head.headers = [:]
      lastName = nil
      return .more
    }

    private mutating func takeField(_ line: some BidirectionalCollection<UInt8>) {
      lastName = nil
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].isFieldName else {
        return
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = line[line.index(after: colon)...].trimmed
      head.append(String(decoding: value, as: UTF8.self), toField: name)
      lastName = name
    }

    private mutating func end() -> Progress {
      isAtStart = head.isInformational
      if isAtStart { return .more }
      isComplete = true
      if Set(head.list("content-length")).count > 1 {
        // libcurl would take one of them (RFC 9112, section 6.3).
        return .broken(reason: "the header has two lengths of the body")
      }
      let codings = head.list("content-encoding") + head.list("transfer-encoding")
      if codings.count(where: { !Self.plainCodings.contains($0) }) > 1 {
        // Each decoder multiplies by a thousand, and only what the last one returns is counted.
        return .broken(reason: "the body is compressed more than once")
      }
      return .complete(head)
    }
  }

  extension HTTPResponse.Head {
    /// The parts of a field that is a list, in lower case, as bytes: see `isFieldName`.
    fileprivate func list(_ name: String) -> [[UInt8]] {
      (headers[name] ?? "").utf8.split(separator: UInt8(ascii: ","))
        .map { part in
          part.trimmed.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 32 : $0 }
        }
        .filter { !$0.isEmpty }
    }
  }

  extension BidirectionalCollection<UInt8> {
    /// Whether this is an empty line.
    fileprivate var isLineBreak: Bool {
      elementsEqual("\r\n".utf8) || elementsEqual("\n".utf8)
    }

    /// The bytes without spaces, tabs and line breaks around them.
    fileprivate var trimmed: SubSequence {
      var slice = drop { $0.isSpaceOrTab || $0.isLineBreak }
      while let last = slice.last, last.isSpaceOrTab || last.isLineBreak {
        slice = slice.dropLast()
      }
      return slice
    }

    /// Whether this begins as the first line of a header does.
    fileprivate var isStatusLine: Bool { starts(with: "HTTP/".utf8) }

    /// The status code, of three digits; nil if this is none.
    fileprivate var status: Int? {
      guard count == 3, allSatisfy({ $0.isDigit }), first != UInt8(ascii: "0") else { return nil }
      return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }

  extension UInt8 {
    fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") }
  }
#endif
