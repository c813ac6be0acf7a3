import Foundation
import TestServers
import Testing
import TestWatch

@Suite("Documents are true", .watched)
struct DocumentTests {
  /// Everything that the build compiles and that documents may quote.
  private static let compiled: [[String]] = {
    let folders = [
      "Snippets", "Tests/DocumentTests/Examples", "Tests/Embedded/Sources",
      "Examples/Web/Sources", "Examples/Apple/FeedExample",
    ]
    return folders.flatMap { folder in
      let folder = Document.root.appending(path: folder)
      let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      return files.filter { $0.hasSuffix(".swift") }.map { file in
        let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
        return trimmed(text.components(separatedBy: "\n"))
      }
    }
  }()

  /// The lines without indentation and without empty ones.
  private static func trimmed(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func everySwiftBlockIsCompiled() throws {
    for document in try Document.all {
      for block in document.blocks where block.language == "swift" {
        let lines = Self.trimmed(block.lines)
        #expect(
          Self.compiled.contains { $0.contains(lines) },
          "\(document):\(block.line): the block stands in no file of Snippets or Examples")
      }
    }
  }

  /// The examples are compiled twice, in a plain module and in one that is on the main actor by default, and
  /// this word is what the second one needs.
  @Test func nonisolatedIsExplainedAboveTheFirstBlockThatNeedsIt() throws {
    var count = 0
    for document in try Document.all {
      let lines = document.text.components(separatedBy: "\n")
      let needing = document.blocks.first {
        $0.language == "swift" && $0.lines.joined().contains("nonisolated ")
      }
      guard let line = needing?.line else { continue }
      #expect(
        lines[..<(line - 1)].contains { $0.contains("`nonisolated`") },
        "\(document):\(line): say above it what `nonisolated` is for, or where that is said")
      count += 1
    }
    #expect(count > 5)
  }

  @Test func everyBlockSaysWhatItIs() throws {
    let known = ["swift", "console", "sh", "mermaid", "text", "json", "html", "python", "js"]
    for document in try Document.all {
      for block in document.blocks {
        #expect(
          known.contains(block.language),
          "\(document):\(block.line): '\(block.language)' is none of \(known)")
      }
    }
  }

  /// Where `UPDATE_DOCS` is set, the documents are made to say what the commands print.
  @Test func everyCommandPrintsWhatTheDocumentSays() throws {
    let shell = try Shell()
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
      for document in try Document.all {
        try document.rewritten(shell.run).write(
          to: Document.root.appending(path: document.path), atomically: true, encoding: .utf8)
      }
    }
    for document in try Document.all {
      for session in document.sessions {
        #expect(
          try shell.run(session.command) == session.output,
          "\(document):\(session.line): \(session.command)")
      }
    }
  }

  @Test func everyLinkLeadsSomewhere() throws {
    for document in try Document.all {
      let folder = Document.root.appending(path: document.path).deletingLastPathComponent()
      for link in document.text.matches(of: /\]\(([^)#]+)(#[^)]*)?\)/).map({ String($0.1) })
      where !link.contains("://") {
        #expect(
          FileManager.default.fileExists(atPath: folder.appending(path: link).path),
          "\(document): there is no \(link)")
      }
    }
  }

  @Test func everyTestThatTheSecurityPageNamesExists() throws {
    let folder = Document.root.appending(path: "Tests")
    let tests = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    let rows = try Document("SECURITY.md").text.matches(of: /\n\| .* \| (`[^|]*`) \|/)
    let names = rows.flatMap { $0.1.matches(of: /`(\w+)`/).map { String($0.1) } }
    #expect(rows.count > 40 && names.count >= rows.count)
    #expect(names.filter { !tests.contains("func \($0)(") } == [])
  }

  @Test func everyTestOfTheBrowserThatTheSecurityPageNamesExists() throws {
    let folder = Document.root.appending(path: "Examples/Web/tests")
    let tests = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mjs") || $0.hasSuffix(".py") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    let rows = try Document("SECURITY.md").text.matches(of: /\n\| .* \| ("[^|]*") \|/)
    let names = rows.flatMap { $0.1.matches(of: /"([^"]+)"/).map { String($0.1) } }
    #expect(rows.count >= 9 && names.count >= rows.count)
    #expect(names.filter { !tests.contains($0) } == [])
  }

  @Test func theReadmeBeginsWithTwoCommands() throws {
    let readme = try Document("README.md")
    let commands = readme.blocks.first { $0.language == "sh" }?.lines.map {
      $0.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(commands == ["swift run feed-repl", "swift test"])
  }

  /// The lines for `feed-repl` in the document of sources read whole lists of the test server.
  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func everyLineForASourceReadsItsList() async throws {
    let lines = try Document("Docs/Sources.md").blocks.filter { $0.language == "text" }
      .flatMap(\.lines).filter { $0.hasPrefix("feed-repl ") }
    #expect(lines.count >= 13)
    let walk =
      "start; settle; until canLoadNextPage == false ( appear last; settle ); expect items == 82"
    try await TestServer.run { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(query.utf8).write(to: folder.appending(path: "query.graphql"))
      try Data(#"{"query": "a"}"#.utf8).write(to: folder.appending(path: "search.json"))
      for line in lines {
        let output = try Shell().run(
          "cd '\(folder.path)'; API='\(server.url("people").absoluteString)'; API=${API%/people}; "
            + "swift run \(line) -q -e '\(walk)' && echo read")
        #expect(output == "holds\nread\n", "\(line)\n\(output)")
      }
    }
  }

  /// The paths of all source files, and of the models, relative to their folder.
  private static let sources: [String] = {
    let folders = ["Sources", "Tests/Model"].map { Document.root.appending(path: $0).path }
    let files = folders.flatMap {
      (try? FileManager.default.subpathsOfDirectory(atPath: $0)) ?? []
    }
    return files.filter { $0.hasSuffix(".swift") }
  }()

  @Test func everyFileThatTheArchitectureNamesExists() throws {
    let text = try Document("Docs/Architecture.md").text
    let names = text.matches(of: /`([A-Za-z-]+(?:[\/.+][A-Za-z-]+)*\.swift)`/).map { String($0.1) }
    #expect(names.count > 50)
    for name in names where !name.hasPrefix("Sources/X") {
      #expect(Self.sources.contains { $0 == name || $0.hasSuffix("/" + name) }, "\(name)")
    }
  }

  @Test func theWalkOfAPageIsCounted() throws {
    let text = try Document("Docs/Architecture.md").text
    let stations = text.matches(of: /\n\| (\d+) \| .* \| `(.*\.swift)` \|/)
    #expect(stations.map { Int($0.1) } == Array(1...stations.count))
    let files = Set(stations.map { String($0.2) })
    #expect(text.contains("\n\(stations.count) stations in \(files.count) files."))
    #expect(stations.count < 30 && files.count < 20)
  }
}
