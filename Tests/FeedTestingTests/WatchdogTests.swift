import Foundation
import TestWatch
import Testing

@Suite("Tests that hang end the run", .watched)
struct WatchdogTests {
  @Test func aTestThatWaitsForeverIsNamed() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      let watchdog = Watchdog(idleLimit: 0.1, busyLimit: 1_000)
      _ = watchdog.begin("waiting()")
      watchdog.end(watchdog.begin("over()"))
      for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("does nothing for 0.1 seconds") && text.contains("  waiting()\n"))
    #expect(!text.contains("over()"))
  }

  @Test func aTestThatRunsForeverIsNamed() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      let watchdog = Watchdog(idleLimit: 1_000, busyLimit: 0.1)
      _ = watchdog.begin("asking()")
      while true { await Task.yield() }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("works in vain for 0.1 seconds") && text.contains("  asking()\n"))
  }

  @Test func everySuiteIsWatched() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var suites = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      // Split, so that this line contains no suite.
      let parts = try String(contentsOf: file, encoding: .utf8).split(separator: "@" + "Suite")
      for attribute in parts.dropFirst() {
        suites += 1
        #expect(attribute.prefix(200).contains(".watched"), "\(file.lastPathComponent)")
      }
    }
    #expect(suites > 100)
  }
}
