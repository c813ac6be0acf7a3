import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct KeyReaderTests {
  /// The keys of a text that arrives at once, and then nothing more.
  private func keys(_ input: String) -> [Key] {
    var reader = KeyReader()
    return reader.read(input.utf8) + reader.flush()
  }

  static let sequences: [(String, [Key])] = [
    ("a\u{301}b", [.text("a\u{301}"), .text("b")]),
    ("👩‍👩‍👧‍👦日本", [.text("👩‍👩‍👧‍👦"), .text("日"), .text("本")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{1}\u{1A}\u{0}\u{1C}", [.control("a"), .control("z"), .control("@"), .control("\\")]),
    // xterm and tmux, in both modes of the cursor keys
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF", [.up, .down, .right, .left, .home, .end]),
    (
      "\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~",
      [.home, .end, .home, .end, .pageUp, .pageDown]
    ),
    ("\u{1B}[3~\u{1B}[Z\u{1B}[1;5C\u{1B}[1;3D", [.delete, .backTab, .wordRight, .wordLeft]),
    ("\u{1B}[1;2A\u{1B}[3;5~", [.up, .delete]),
    // rxvt, the Linux console
    ("\u{1B}[7~\u{1B}[8~\u{1B}Oc\u{1B}Od", [.home, .end, .wordRight, .wordLeft]),
    ("\u{1B}[[Ax", [.text("x")]),
    // Alt
    ("\u{1B}b\u{1B}é\u{1B}\u{7F}", [.alt("b"), .alt("é"), .deleteWord]),
    ("\u{1B}\u{1B}[C\u{1B}\u{1B}OD\u{1B}\u{3}", [.wordRight, .wordLeft, .control("c")]),
    ("\u{1B}\u{1B}\u{1B}[C", [.escape, .wordRight]),
    // Nothing of an unknown sequence is typed.
    ("\u{1B}[?1;2cx\u{1B}[24~\u{1B}[<0;1;1Mx", [.text("x"), .text("x")]),
    ("\u{1B}]11;rgb:0/0/0\u{7}x\u{1B}P1$r0m\u{1B}\\x", [.text("x"), .text("x")]),
    ("\u{1B}[1;\rx\u{1B}[1;-9223372036854775808C", [.enter, .text("x"), .wordRight]),
    // A paste has newlines as its only control characters.
    ("\u{1B}[200~a\r\nb\rc\td\u{3}\u{1B}[A\u{1B}[201~\r", [.paste("a\nb\nc d  [A"), .enter]),
    ("\u{1B}[201~x", [.text("x")]),
  ]

  @Test(arguments: sequences) func bytesAreKeys(input: String, expected: [Key]) {
    #expect(keys(input) == expected)
  }

  @Test(arguments: sequences) func aReadMayEndAnywhere(input: String, expected: [Key]) {
    let bytes = Array(input.utf8)
    for end in 0...bytes.count {
      var reader = KeyReader()
      let found = reader.read(bytes[..<end]) + reader.read(bytes[end...]) + reader.flush()
      // A grapheme that is cut arrives in parts, which the editor joins.
      #expect(text(found) == text(expected), "cut at \(end)")
    }
  }

  /// The keys with all texts joined that follow each other.
  private func text(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { keys, key in
      if case .text(let new) = key, case .text(let old)? = keys.last {
        keys[keys.count - 1] = .text(old + new)
      } else {
        keys.append(key)
      }
    }
  }

  @Test func escapeIsAKeyOnlyIfNothingFollows() {
    var reader = KeyReader()
    #expect(reader.read([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.flush() == [.escape])
    #expect(!reader.isWaiting)
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}O") == [.alt("O")])
    #expect(keys("\u{1B}[1;") == [])
  }

  @Test func aPasteEndsWithItsMarkOnlyAndIsBounded() {
    var reader = KeyReader()
    #expect(reader.read("\u{1B}[200~start\r".utf8) == [])
    #expect(!reader.isWaiting)
    #expect(reader.flush() == [])
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    for _ in 0..<20 { #expect(reader.read(chunk) == []) }
    guard case .paste(let text)? = reader.read("\u{1B}[201~".utf8).first else {
      Issue.record("the paste does not end")
      return
    }
    #expect(text.hasPrefix("start\nxxx"))
    #expect(text.utf8.count == KeyReader.maximumPaste)
  }

  @Test func anyBytesAreRead() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("\u{1B}\u{1B}[O;~201$mMA\r\u{3}é😀".utf8) + [0xFF, 0x80, 0xF0]
    for _ in 0..<2_000 {
      var reader = KeyReader()
      for _ in 0..<4 {
        let count = Int.random(in: 0...12, using: &generator)
        let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        for case .text(let text) in reader.read(bytes) + reader.flush() {
          #expect(!text.unicodeScalars.contains { $0.value < 0x20 }, "\(bytes)")
        }
      }
    }
  }
}
