import Foundation

/// A Markdown file of the repository.
struct Document: CustomStringConvertible {
  /// A fenced block.
  struct Block {
    let language: String
    let line: Int
    let lines: [String]
  }

  /// A command of a `console` block, and what it printed when it was written down.
  struct Session {
    let line: Int
    let command: String
    let output: String
  }

  let path: String
  let text: String

  var description: String { path }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// README and everything in `Docs/`.
  static var all: [Document] {
    get throws {
      let docs = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: "Docs").path)
      let pages = docs.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
      return try (["README.md", "CONTRIBUTING.md"] + pages).map(Document.init)
    }
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var open: (language: String, line: Int, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let block = open {
        blocks.append(Block(language: block.language, line: block.line, lines: block.lines))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), index + 1, [])
      }
    }
    return blocks
  }

  /// The commands of the `console` blocks: each line that begins with `$ ` and what follows it.
  var sessions: [Session] {
    blocks.filter { $0.language == "console" }.flatMap { block in
      var sessions: [Session] = []
      for (offset, line) in block.lines.enumerated() {
        if line.hasPrefix("$ ") {
          sessions.append(
            Session(line: block.line + offset + 1, command: String(line.dropFirst(2)), output: ""))
        } else if let last = sessions.popLast() {
          sessions.append(
            Session(line: last.line, command: last.command, output: last.output + line + "\n"))
        }
      }
      return sessions
    }
  }

  /// The text with what each command of a `console` block prints now.
  func rewritten(_ run: (String) throws -> String) rethrows -> String {
    var lines: [String] = []
    var isConsole = false
    var isOutput = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
        isOutput = false
      }
      if isConsole, line.hasPrefix("$ ") {
        isOutput = true
        let output = try run(String(line.dropFirst(2)))
        lines +=
          [line]
          + output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
      } else if !isOutput {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }
}
