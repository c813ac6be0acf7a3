import Foundation
import TestServers
import Testing

@testable import FeedConsole
import TestWatch

/// A session over HTTP is resumed without the network, and goes on with it.
@Suite(.watched, .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct RemoteJournalTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")

  /// Runs the program with its state in the folder of the test.
  private func program(_ arguments: [String], input: String = "") throws -> Program.Run {
    try Program.run(
      arguments, input: Data(input.utf8), environment: ["XDG_STATE_HOME": folder.path])
  }

  /// The text of all journals.
  private var journals: String {
    get throws {
      let path = folder.appending(path: "feed-repl/journal")
      return try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
        .map { try String(contentsOf: path.appending(path: $0), encoding: .utf8) }.joined()
    }
  }

  @Test(arguments: [("people", "letmein"), ("token", "letmein"), ("private", "letmein")])
  func itGoesOnWithNothingButItsCredentials(path: String, token: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestServer.run { server in
      let url = server.url(path).absoluteString
      let first = try program(
        ["-i", "-q", "--token", token, url], input: "start; settle; appear last; settle; undo")
      #expect(first.errors.isEmpty)
      let second = try program(
        ["-q", "--resume", "--token", token, "-e", "redo; state pages; appear last; settle"]
          + ["-e", "state pages; expect append != failed"])
      #expect(second.errors.isEmpty)
      #expect(second.output.contains("\n2\n3\nholds\n"))
      #expect(try !journals.contains(token))
    }
    // The server is gone.
    let run = try program(["-q", "--resume", "-e", "state append; why append; state page"])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("loading 2\n"))
    #expect(run.errors.isEmpty)
  }

  @Test func anOpenedSessionAsksForCredentialsThatItWasHandedOn() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestServer.run { server in
      let url = server.url("private").absoluteString
      let first = try program(
        ["-i", "-q", "--token", "letmein", url], input: "open \(url)?page=2\nstart; settle\n")
      #expect(first.errors.isEmpty)
      let run = try program(["--resume", "-e", "expect items == 20"])
      #expect(run.output.contains("its credentials are not kept; give them with --resume"))
      #expect(try !journals.contains("letmein"))
    }
  }

  @Test func aPendingRequestWaitsForTheUser() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestServer.run { server in
      let url = server.url("people").absoluteString
      _ = try program(["-i", "-q", "--manual", url], input: "start\n")
      let run = try program(["-q", "--resume", "-e", "pending; state page; ok; expect items > 0"])
      #expect(run.output == "  load 1 refresh start\nnone\nholds\n")
    }
  }

  @Test func aSavedScriptNeedsNoServer() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = folder.appending(path: "a.feed").path
    try await TestServer.run { server in
      let walk =
        "start; settle; appear last; settle; refresh; fail 503; advance 3s; save '\(script)'"
      let run = try program(["-q", server.url("people").absoluteString, "-e", walk])
      #expect(run.status == 0)
    }
    let run = try program(["-q", "run", script])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }
}
