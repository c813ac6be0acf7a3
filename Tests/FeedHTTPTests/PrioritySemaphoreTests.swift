import FeedTesting
import Testing

// The gate is internal: over HTTP the order of two requests can't be told for sure.
@testable import FeedHTTP
import TestWatch

@Suite("PrioritySemaphore", .watched)
struct PrioritySemaphoreTests {
  /// Work that is under way until the test lets it end.
  private struct Job: Sendable {
    let name: String
    let stream = AsyncStream.makeStream(of: Never.self)

    func end() { stream.continuation.finish() }
  }

  private func start(
    _ job: Job, _ gate: PrioritySemaphore, _ log: Log<String>, isUrgent: Bool = false
  ) -> Task<Void, any Error> {
    Task {
      try await gate.run(isUrgent: isUrgent) {
        log.add(job.name)
        for await _ in job.stream.stream {}
      }
    }
  }

  @Test func whatIsUrgentGoesBeforeTheRest() async throws {
    let (gate, log) = (PrioritySemaphore(limit: 1), Log<String>())
    let jobs = ["a", "b", "c", "r"].map { Job(name: $0) }
    var tasks: [Task<Void, any Error>] = []
    for (index, job) in jobs.enumerated() {
      tasks.append(start(job, gate, log, isUrgent: job.name == "r"))
      if index == 0 { await log.reach(1) } else { await gate.waiting(index) }
    }
    for job in ["a", "r", "b", "c"].compactMap({ name in jobs.first { $0.name == name } }) {
      #expect(log.entries.last == job.name)
      job.end()
      if job.name != "c" { await log.reach(log.entries.count + 1) }
    }
    for task in tasks { try await task.value }
    #expect(log.entries == ["a", "r", "b", "c"])
  }

  @Test func whoIsCancelledWhileWaitingNeverRuns() async throws {
    let (gate, log) = (PrioritySemaphore(limit: 1), Log<String>())
    let (first, second, third) = (Job(name: "1"), Job(name: "2"), Job(name: "3"))
    let one = start(first, gate, log)
    await log.reach(1)
    let two = start(second, gate, log)
    await gate.waiting(1)
    two.cancel()
    await #expect(throws: CancellationError.self) { try await two.value }
    let three = start(third, gate, log)
    first.end()
    third.end()
    try await one.value
    try await three.value
    #expect(log.entries == ["1", "3"])
  }
}
