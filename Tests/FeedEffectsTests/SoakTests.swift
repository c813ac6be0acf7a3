import FeedEffects
import FeedReducer
import Foundation
import TestServers
import Testing

@testable import soak
import TestWatch

/// The small version of what runs by night with a thousand feeds and a million actions.
@Suite("Soak", .watched)
struct SoakTests {
  @Test(arguments: [UInt64(1), 2])
  func nothingIsLeftOfManyFeeds(seed: UInt64) async throws {
    let report = try await Soak(feeds: 20, actions: 3_000, seed: seed).run()
    #expect(report.breaches.isEmpty, "\(report)")
    #expect(report.webFeeds == (TestServer.isAvailable ? 2 : 0))
    // It is no soak where nothing happens.
    let tally = report.tally
    #expect(
      [tally.accepted, tally.ignored, tally.loads, tally.failures, tally.timers, tally.edits]
        .allSatisfy { $0 > 10 }, "\(report)")
  }

  /// A process of its own, since it gets fewer descriptors. Without limits on connections it uses up all of
  /// them: loads fail that need not, and the process may end.
  @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
  func aCrowdOfFeedsLeavesDescriptorsFree() async throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: try #require(Process.built("soak")))
    process.arguments = ["crowd", "600", "2", "256"]
    process.standardOutput = output
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.runUnblocked() } catch { continuation.resume(throwing: error) }
    }
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(status == 0, "\(said)")
  }

  @Test func aCrowdThatGetsWrongListsOrNeedlessFailuresIsABreach() {
    var report = Crowd.Report()
    #expect(report.breaches == ["no list was read"])
    report.lists = 3
    #expect(report.breaches == [])
    (report.wrong, report.failures, report.connections) = (1, ["a": 40, "b": 1], 101)
    #expect(
      report.breaches == [
        "1 lists are wrong", "41 loads failed, and the server made 40 fail",
        "there were 101 connections",
      ])
  }

  // MARK: - Would it be seen?

  private static let machine = soak.Rows(pageSize: 5)

  @Test func aRecordThatLeadsElsewhereIsABreach() {
    let (tally, log) = (
      SharedTally(Tally()), StepLog(Self.machine, start: .init(seed: 1, identity: 1))
    )
    log.replay(to: .init(seed: 1, identity: 1), tally)
    #expect(tally.use { $0.breaches } == [])
    log.replay(to: .init(seed: 2, identity: 2), tally)
    let breaches = ["the feed with the identity 1 does not replay to its state"]
    #expect(tally.use { $0.breaches } == breaches)
  }

  @Test func whatIsLeftIsABreach() {
    var tally = Tally()
    tally.work = 1
    tally.companions = 2
    tally.engines = 3
    #expect(!tally.isAtRest)
    #expect(
      Soak.breaches(tally, timers: 4) == [
        "1 requests and edits are left", "2 readers and waits are left", "3 engines are left",
        "4 timers are left",
      ])
    #expect(Soak.breaches(Tally(), timers: 0) == [])
  }

  @Test func memoryThatGrowsIsSeen() {
    func isFlat(_ memory: [Int]) -> Bool {
      Report(
        soak: Soak(feeds: 1, actions: 1, seed: 1), webFeeds: 0, tally: Tally(), memory: memory,
        time: .zero
      ).isFlat
    }
    #expect(isFlat([20, 50, 50, 65]))
    #expect(!isFlat([20, 50, 50, 66]))
  }
}
