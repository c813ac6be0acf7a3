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
    for index in 0..<2_500 {
      trace.record(play.step(.itemAppeared(index: index % 90)))
      trace.flush()
      let size = try folder.trace.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      #expect(size < 1 << 17)
      if size < last { replacements += 1 }
      last = size
    }
    #expect(replacements > 1)
    let steps = try folder.steps()
    #expect(steps[0].start?.feed.pageSize == 100)
    #expect(steps[0].snapshot.map(\.id) == (0..<100).map(String.init))
    #expect(steps[0].dropped == nil)
    #expect(steps.last?.step == 2_502)
  }

  @Test func aLongFirstLineDoesNotReplaceTheFileAtEachStep() throws {
    let folder = try Folder()
    var play = Play(feed: Rows(pageSize: 10_000))
    _ = play.step(.started)
    _ = play.step(.pageLoaded(ticket: 1, page: .init(0..<10_000, next: nil)))
    let trace = folder.writer(limit: 1 << 16)
    for index in 500..<520 { trace.record(play.step(.itemAppeared(index: index))) }
    trace.flush()
    let steps = try folder.steps()
    #expect(steps.map(\.step) == Array(1...20))
    #expect(steps[0].snapshot.count == 10_000 && steps[0].action == nil)
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
    #expect(steps.last?.rows == 3 && steps.last?.start != nil)
  }

  @Test func stepsAreDroppedUntilASnapshotTellsAll() throws {
    var tracer = Tracer(title: { _ in nil })
    var play = Play(feed: small)
    func line(_ number: Int, _ action: Rows.Action, dropped: Int = 0) -> TraceLine? {
      tracer.line(
        of: play.step(action), number: number, time: 0, dropped: dropped, restarts: false)
    }
    #expect(line(1, .started)?.start != nil)
    #expect(line(2, .pageLoaded(ticket: 1, page: .init(0..<3, next: 3)))?.start == nil)
    _ = play.step(.itemAppeared(index: 2))
    // A failure that shows is in no snapshot.
    #expect(
      line(4, .failed(ticket: 2, failure: FeedFailure(.http, message: "no")), dropped: 1) == nil)
    #expect(line(5, .loadMore) == nil)
    let begun = line(6, .retryTapped(kind: nil))
    #expect(begun?.dropped == 3 && begun?.action == nil)
    #expect(begun?.start?.actions.count == 2)
    #expect(line(7, .loadMore)?.ignored == true)
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
      output.write {
        $0.line(of: steps[number - 1], number: number, time: 0, dropped: 0, restarts: $1)
      }
    }
    write(1)
    calls.failNext(with: ENOSPC)
    write(2)
    #expect(output.takeProblem()?.contains("No space left on device") == true)
    write(3)
    #expect(output.takeProblem() == nil)
    #expect(try folder.steps().map(\.step) == [3])
    #expect(try folder.steps()[0].start != nil)
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
      #expect(steps[0].start?.feed.pageSize == number + 1)
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
