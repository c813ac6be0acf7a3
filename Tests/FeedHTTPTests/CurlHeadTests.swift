#if os(Linux)
  import Foundation
  import TestWatch
  import Testing

  // The reader of a header is internal: over libcurl only some of its lines can be reached.
  @testable import FeedHTTP

  /// Headers line by line, as libcurl passes them on.
  @Suite("libcurl headers", .watched)
  struct CurlHeadTests {
    /// Reads lines, which get a line break each. Returns the head, or the reason why there is none.
    private func read(_ lines: [String]) -> (head: HTTPResponse.Head?, reason: String?) {
      var head = CurlHead(url: URL(filePath: "/"))
      for line in lines {
        switch head.take(Array("\(line)\r\n".utf8)) {
        case .more: continue
        case .complete(let head): return (head, nil)
        case .broken(let reason): return (nil, reason)
        case .tooLong: return (nil, "too long")
        }
      }
      return (nil, nil)
    }

    private func fields(_ lines: String...) -> [String: String]? {
      read(["HTTP/1.1 200 OK"] + lines + [""]).head?.headers
    }

    @Test func aFieldHasItsNameInLowerCaseAndItsValueWithoutBlanks() {
      #expect(
        fields("Content-Type: \t text/a b \t", "X!#$%&'*+-.^_`|~0:") == [
          "content-type": "text/a b", "x!#$%&'*+-.^_`|~0": "",
        ])
      #expect(fields("X: 1", "x: 2") == ["x": "1, 2"])
    }

    @Test func aLineThatBeginsWithABlankContinuesTheOneBefore() {
      #expect(
        fields("X: a", " b: c", "\td", " HTTP/1.1 404 No") == [
          "x": "a b: c d HTTP/1.1 404 No"
        ])
      #expect(fields("X: a", " ", "Y: b") == ["x": "a ", "y": "b"], "blanks are no end")
    }

    @Test func aLineThatIsNoFieldIsIgnoredWithWhatContinuesIt() {
      let marks = String(repeating: "\u{301}\u{316}", count: 10)
      for line in ["no colon", ": a", "X : a", "X Y: a", "é: a", "\(marks): a", "X\0: a", "\rX: a"]
      {
        #expect(fields("Y: b", line, " c") == ["y": "b"], "\(line)")
      }
      #expect(fields(" c", "Y: b") == ["y": "b"])
    }

    @Test func onlyAnEmptyLineEndsAHead() {
      #expect(fields("\r", "X: a") == ["x": "a"])
      var head = CurlHead(url: URL(filePath: "/"))
      _ = head.take(Array("HTTP/1.1 200 OK\n".utf8))
      guard case .complete = head.take(Array("\n".utf8)) else {
        Issue.record("a line feed alone is an empty line, too")
        return
      }
    }

    @Test func aHeadBeginsWithItsOwnStatus() {
      let hints = ["HTTP/1.1 103 Early Hints", "X: a", ""]
      let lines =
        hints + ["HTTP/1.1 201 Created", "HTTP/1.1 404 No", "HTTP/2: b", "Y: c", " d", ""]
      let head = read(lines).head
      #expect(head?.status == 201)
      #expect(head?.headers == ["y": "c d"])
      #expect(read(hints).head == nil)
    }

    /// Where libcurl read a second header, it would not be checked.
    @Test func noSecondHeaderFollows() {
      var head = CurlHead(url: URL(filePath: "/"))
      for line in ["HTTP/1.1 200 OK", "", "X-Trailer: HTTP/1.1"] {
        if case .broken = head.take(Array("\(line)\r\n".utf8)) { Issue.record("\(line)") }
      }
      guard case .broken(let reason) = head.take(Array("HTTP/1.1 200 OK\r\n".utf8)) else {
        Issue.record("it is taken")
        return
      }
      #expect(reason == "a second header follows the header")
    }

    @Test(
      arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/2 204 ", 204), ("HTTP/1.0\t404", 404), ("HTTP/1.1", nil),
        ("HTTP/1.1 +10 A", nil), ("HTTP/1.1 -20 A", nil), ("HTTP/1.1 2000 A", nil),
        ("HTTP/1.1 20 A", nil), ("HTTP/1.1 2０0", nil), ("HTTP/1.1 103x A", nil),
        ("HTTP/1.1 099 A", nil),
      ] as [(String, Int?)])
    func aStatusHasThreeDigits(line: String, status: Int?) {
      #expect(read([line, ""]).head?.status == status)
      #expect(read([line, ""]).reason == (status == nil ? "the response has no status" : nil))
    }

    @Test(arguments: [
      (["2"], true), (["2", "2"], true), (["2, 2"], true), (["2", "3"], false), (["2, 3"], false),
    ])
    func twoLengthsAreNone(values: [String], isGood: Bool) {
      let (head, reason) = read(
        ["HTTP/1.1 200 OK"] + values.map { "Content-Length: \($0)" } + [""])
      #expect((head != nil) == isGood)
      #expect(reason == (isGood ? nil : "the header has two lengths of the body"))
    }

    @Test(arguments: [
      (["Content-Encoding: gzip", "Transfer-Encoding: chunked"], true),
      (["Content-Encoding: Identity, br"], true), (["Content-Encoding: gzip, gzip"], false),
      (["Content-Encoding: br", "Content-Encoding: GZIP"], false),
      (["Content-Encoding: gzip", "Transfer-Encoding: gzip, chunked"], false),
    ])
    func aBodyIsCompressedOnce(fields: [String], isGood: Bool) {
      let (head, reason) = read(["HTTP/1.1 200 OK"] + fields + [""])
      #expect((head != nil) == isGood)
      #expect(reason == (isGood ? nil : "the body is compressed more than once"))
    }

    @Test func aHeaderHasALimit() {
      let line = "X: \(String(repeating: "a", count: 1_000))"
      let hints = Array(repeating: ["HTTP/1.1 103 Early Hints", line, ""], count: 300)
      for lines in [
        ["HTTP/1.1 200 OK"] + Array(repeating: line, count: 300), hints.flatMap { $0 },
      ] {
        #expect(read(lines).reason == "too long")
      }
    }
  }
#endif
