import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

@Suite("The file of a trace", .watched)
struct TraceFileTests {
  @Test func itIsForItsOwnerAlone() throws {
    let folder = try Folder()
    try Data("old".utf8).write(to: folder.trace)
    #expect(chmod(folder.trace.path, 0o666) == 0)
    var play = Play(feed: small)
    let trace = folder.writer()
    trace.record(play.step(.started))
    trace.flush()
    var attributes = stat()
    #expect(stat(folder.trace.path, &attributes) == 0)
    #expect(attributes.st_mode & 0o777 == 0o600)
    #expect(folder.lines.count == 1)
  }

  @Test func aLinkAtItsPlaceIsNotFollowed() throws {
    let folder = try Folder()
    try Data("precious".utf8).write(to: folder.file)
    try FileManager.default.createSymbolicLink(at: folder.trace, withDestinationURL: folder.file)
    var play = Play(feed: small)
    let trace = folder.writer()
    trace.record(play.step(.started))
    trace.flush()
    #expect(folder.lines.count == 1)
    #expect(try String(contentsOf: folder.file, encoding: .utf8) == "precious")
  }

  @Test func aFileThatIsTooLargeBeginsAgainWithTheWholeState() throws {
    let folder = try Folder()
    var play = Play(feed: Rows(pageSize: 100))
    let trace = folder.writer(limit: 1 << 16)
    trace.record(play.step(.started))
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<100, next: nil))))
    var replacements = 0
    var last = 0
    for index in 0..<1_000 {
      trace.record(play.step(.itemAppeared(index: index % 90)))
      trace.flush()
      let size = try folder.trace.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      #expect(size < 1 << 17)
      if size < last { replacements += 1 }
      last = size
    }
    #expect(replacements > 2)
    let steps = try folder.steps()
    #expect(steps[0].feed?.pageSize == 100)
    #expect(steps[0].state?.items == 100)
    #expect(steps[0].rows?.rows.map(\.id) == (0..<100).map(String.init))
    #expect(steps.last?.step == 1_002)
  }

  @Test func ofALongListTheRowsAroundTheReaderAreWritten() throws {
    let folder = try Folder()
    var play = Play(feed: Rows(pageSize: 1_000))
    _ = play.step(.started)
    _ = play.step(.pageLoaded(ticket: 1, page: .init(0..<1_000, next: nil)))
    let trace = folder.writer(limit: 1 << 16)
    trace.record(play.step(.itemAppeared(index: 500)))
    trace.record(play.step(.refreshPulled))
    trace.record(play.step(.pageLoaded(ticket: 2, page: .init(2_000..<3_000, next: nil))))
    trace.flush()
    let rows = try folder.steps().compactMap(\.rows)
    #expect(rows[0].rows.map(\.id) == (436..<564).map(String.init))
    #expect(rows[0].unknownBefore == 436 && rows[0].unknownAfter == 436)
    #expect(rows[1].rows.count == 128 && rows[1].removed == 1_000 && rows[1].unknownAfter == 872)
  }

  @Test func aSlowDiskDropsStepsAndTellsHowMany() throws {
    let folder = try Folder()
    let (writes, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var output = TraceOutput(path: folder.trace.path, limit: 8 << 20, title: { _ in nil })
    let system = SystemCalls()
    output.system.write = { file, bytes in
      writes.signal()
      goesOn.wait()
      return system.write(file, bytes)
    }
    let trace = TraceWriter(output, report: nil)
    var play = Play(feed: small)
    trace.record(play.step(.started))
    // The first step was taken, and its write hangs.
    writes.wait()
    for _ in 0..<TraceWriter.capacity + 9 { trace.record(play.step(.loadMore)) }
    trace.record(play.step(.pageLoaded(ticket: 1, page: .init(0..<3, next: nil))))
    for _ in 0...TraceWriter.capacity { goesOn.signal() }
    trace.flush()
    let steps = try folder.steps()
    #expect(steps.count == 1 + TraceWriter.capacity)
    #expect(steps.last?.dropped == 10)
    #expect(steps.last?.step == TraceWriter.capacity + 11)
    #expect(steps.compactMap(\.dropped).count == 1)
    #expect(steps.last?.state?.items == 3)
  }

  @Test func stepsBehindDroppedOnesHaveTheState() throws {
    var tracer = Tracer(title: { _ in nil }, maxRows: 100, last: nil)
    var play = Play(feed: small)
    _ = tracer.line(of: play.step(.started), number: 1, time: 0, dropped: 0)
    _ = play.step(.pageLoaded(ticket: 1, page: .init(0..<3, next: nil)))
    let line = tracer.line(of: play.step(.loadMore), number: 3, time: 0, dropped: 1)
    #expect(line.refusal != nil && line.state?.items == 3 && line.rows?.rows.count == 3)
  }

  @Test func aProblemIsReportedOnceAndDisturbsNothing() throws {
    let folder = try Folder()
    let reports = Log<String>()
    let missing = folder.url.appending(path: "missing")
    let trace = TraceWriter(
      to: missing.appending(path: "people.trace"), report: { reports.add($0) })
    var play = Play(feed: small)
    for _ in 0..<5 {
      trace.record(play.step(.started))
      trace.flush()
    }
    #expect(
      reports.entries == [
        "The trace \(missing.path)/people.trace can't be written (No such file or directory); "
          + "check the folder and the space left."
      ])
    try FileManager.default.createDirectory(at: missing, withIntermediateDirectories: true)
    trace.record(play.step(.started))
    trace.flush()
    let text = try String(contentsOf: missing.appending(path: "people.trace"), encoding: .utf8)
    #expect(text.contains(#""feed":"#) && text.contains(#""step":6"#))
  }

  @Test func aFullDiskBeginsANewFile() throws {
    let folder = try Folder()
    let calls = FailingCalls()
    var output = TraceOutput(path: folder.trace.path, limit: 8 << 20, title: { _ in nil })
    output.system = calls.calls
    var tracer = Play(feed: small)
    let steps = [tracer.step(.started), tracer.step(.loadMore), tracer.step(.refreshPulled)]
    func write(_ number: Int) {
      output.write { $0.line(of: steps[number - 1], number: number, time: 0, dropped: 0) }
    }
    write(1)
    calls.failNext(with: ENOSPC)
    write(2)
    #expect(output.takeProblem()?.contains("No space left on device") == true)
    write(3)
    #expect(output.takeProblem() == nil)
    #expect(try folder.steps().map(\.step) == [3])
    #expect(try folder.steps()[0].feed != nil)
    output.close()
  }

  @Test func writersOfDifferentFilesDoNotMeet() async throws {
    let folders = try (0..<8).map { _ in try Folder() }
    await withTaskGroup { group in
      for (number, folder) in folders.enumerated() {
        let trace = folder.writer()
        group.addTask {
          var play = Play(feed: Rows(pageSize: number + 1))
          for _ in 0..<100 { trace.record(play.step(.started)) }
          trace.flush()
        }
      }
    }
    for (number, folder) in folders.enumerated() {
      let steps = try folder.steps()
      #expect(steps.map(\.step) == Array(1...100))
      #expect(steps[0].feed?.pageSize == number + 1)
    }
  }

  @Test func aWriterThatGoesAwayWritesWhatIsLeft() async throws {
    let folder = try Folder()
    var play = Play(feed: small)
    func record() {
      let trace = folder.writer()
      for _ in 0..<50 { trace.record(play.step(.started)) }
    }
    record()
    while folder.lines.count < 50 { await Task.yield() }
    #expect(try folder.steps().map(\.step) == Array(1...50))
  }
}
