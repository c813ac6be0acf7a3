import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedConsole

@Suite("The file of a trace, followed", .watched)
struct TraceReaderTests {
  private static func line(_ step: Int) -> String {
    #"{"action":{"started":{}},"rows":0,"step":\#(step),"time":0,"version":2}"# + "\n"
  }

  /// Reads all that there is: the numbers of the steps, 0 for a beginning, negative for a problem.
  private static func all(_ reader: inout TraceReader) -> [Int] {
    var numbers: [Int] = []
    while true {
      let (events, hasMore) = reader.read()
      for event in events {
        switch event {
        case .began: numbers.append(0)
        case .step(let step): numbers.append(step.step)
        case .problem(let line, _): numbers.append(-1 - line)
        }
      }
      if !hasMore { return numbers }
    }
  }

  private static func append(_ text: String, to url: URL) throws {
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Numbers that no feed has are those of a damaged line.
  @Test(arguments: [
    ("", true), (#","dropped":9223372036854775807"#, false), (#","dropped":-1"#, false),
    (#","start":{"seed":1,"actions":[]}"#, false),
  ]) func aDamagedLineIsSkipped(more: String, isStep: Bool) {
    let line = Self.line(1).replacing("}\n", with: "\(more)}")
    #expect(((try? TraceStep(line: Array(line.utf8))) != nil) == isStep)
    let number = line.replacing(#""step":1"#, with: #""step":9223372036854775807"#)
    #expect(throws: TraceProblem.notAStep) { try TraceStep(line: Array(number.utf8)) }
  }

  /// Whatever stands there, the machine takes it or ignores it.
  @Test(arguments: [
    (#""pageSize":-5"#, #"{"visible":{"range":[-9223372036854775808,9223372036854775807]}}"#),
    (#""pageSize":9223372036854775807"#, #"{"itemAppeared":{"index":-9223372036854775808}}"#),
    (#""pageSize":1"#, #"{"memoryWarning":{"keep":-1}}"#),
    (#""pageSize":1"#, #"{"timerFired":{"ticket":-9223372036854775808}}"#),
  ]) func aDamagedStartDoesNotTrap(size: String, action: String) throws {
    let start =
      #","start":{"seed":18446744073709551615,"actions":[{"started":{}},\#(action)],"feed":{\#(size),"#
      + #""prefetchDistance":-1,"refreshMode":"x","maxEmptyPages":-3,"maxItems":-1,"isEditable":true,"#
      + #""snapshotAgeLimit":1e300,"retry":{"attempts":9999999,"base":-1e300,"cap":1e300}}}"#
    let line = Self.line(1).replacing("}\n", with: "\(start)}")
    let step = try TraceStep(line: Array(line.utf8))
    let interpreter = Interpreter(
      settings: Settings(), source: FollowedSource(path: "a"),
      output: Output(Painter(), write: { _ in }))
    _ = interpreter.follow([.step(step)])
    #expect(interpreter.session.position >= 1)
  }

  @Test func aFileThatBecomesAFolderIsNamedOnce() throws {
    let folder = try TraceFolder()
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    try Data(Self.line(1).utf8).write(to: folder.file)
    #expect(Self.all(&reader) == [0, 1])
    try FileManager.default.removeItem(at: folder.file)
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    #expect(Self.all(&reader) == [-1])
    #expect(Self.all(&reader) == [])
  }

  @Test func aFileThatIsNotThereYetIsReadOnceItIs() throws {
    let folder = try TraceFolder()
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    #expect(Self.all(&reader) == [])
    try Data(Self.line(1).utf8).write(to: folder.file)
    #expect(Self.all(&reader) == [0, 1])
    try Self.append(Self.line(2), to: folder.file)
    #expect(Self.all(&reader) == [2])
    #expect(Self.all(&reader) == [])
  }

  @Test func aTruncatedFileBeginsAgain() throws {
    let folder = try TraceFolder()
    try Data((Self.line(1) + Self.line(2) + "{half").utf8).write(to: folder.file)
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    #expect(Self.all(&reader) == [0, 1, 2])
    let file = try FileHandle(forWritingTo: folder.file)
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(Self.line(3).utf8))
    try file.close()
    #expect(Self.all(&reader) == [0, 3])
  }

  @Test func whatIsLeftOfAReplacedFileComesFirst() throws {
    let folder = try TraceFolder()
    try Data(Self.line(1).utf8).write(to: folder.file)
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    #expect(Self.all(&reader) == [0, 1])
    try Self.append(Self.line(2), to: folder.file)
    // Written beside it and renamed; it is longer than the old one.
    try Data((3...9).map(Self.line).joined().utf8).write(to: folder.file, options: .atomic)
    #expect(Self.all(&reader) == [2, 0] + Array(3...9))
  }

  @Test func aFileThatGoesAwayIsWaitedFor() throws {
    let folder = try TraceFolder()
    try Data(Self.line(1).utf8).write(to: folder.file)
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    #expect(Self.all(&reader) == [0, 1])
    try FileManager.default.removeItem(at: folder.file)
    #expect(Self.all(&reader) == [])
    try Data(Self.line(2).utf8).write(to: folder.file)
    #expect(Self.all(&reader) == [0, 2])
  }

  @Test func aPathThatCanNotBeReadIsNamedOnce() throws {
    let folder = try TraceFolder()
    var reader = TraceReader(path: folder.url.path)
    #expect(Self.all(&reader) == [-1])
    #expect(Self.all(&reader) == [])
  }

  @Test func aWriterThatIsKilledInMidLineLosesOnlyThatLine() throws {
    let folder = try TraceFolder()
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sh")
    child.arguments = ["-c", #"printf '%s\n%s' "$1" "$2" > "$0"; kill -KILL $$"#]
    child.arguments? += [
      folder.file.path, String(Self.line(1).dropLast()), String(Self.line(2).prefix(20)),
    ]
    try child.run()
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGKILL)
    var reader = TraceReader(path: folder.file.path)
    defer { reader.close() }
    #expect(Self.all(&reader) == [0, 1])
    // The program starts again, and writes its trace.
    try Data((Self.line(1) + Self.line(2)).utf8).write(to: folder.file, options: .atomic)
    #expect(Self.all(&reader) == [0, 1, 2])
  }

  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
  }

  // MARK: - A file of short lines

  @Test func oneReadingOfAFileOfShortLinesHasFewEvents() throws {
    let folder = try TraceFolder()
    try Data(String(repeating: "x\n", count: 100_000).utf8).write(to: folder.file)
    var reader = TraceReader(path: folder.file.path)
    var (most, all) = (0, 0)
    while true {
      let (events, hasMore) = reader.read()
      (most, all) = (max(most, events.count), all + events.count)
      if !hasMore { break }
    }
    #expect(all == 100_001 && most <= 40_000)
  }

  // MARK: - The thread

  @Test func theThreadWaitsOnlyWhenThereIsNothingNew() async throws {
    let folder = try TraceFolder()
    let (waits, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let events = Locked<[TraceEvent]>([])
    let file = TraceFile(
      path: folder.file.path,
      wait: {
        waits.signal()
        goesOn.wait()
      }, receive: { new in events.use { $0 += new } })
    waits.wait()
    #expect(events.use { $0 } == [])
    try Data((1...20).map(Self.line).joined().utf8).write(to: folder.file)
    goesOn.signal()
    waits.wait()
    #expect(events.use { $0.count } == 21)
    file.stop()
    goesOn.signal()
  }

  /// A step shows at the next look, and looks are less than 100 ms apart.
  @Test func aStepShowsAtTheFirstLookAfterItWasWritten() async throws {
    #expect(TraceFile.interval < 0.1)
    let folder = try TraceFolder()
    let trace = TraceWriter(to: folder.file)
    let feed = StoreActor(
      Feed<Row, Int>(), state: .init(seed: 1, identity: 1), handler: Nothing())
    await feed.onStep { trace.record($0) }
    let looks = AsyncStream<Void>.makeStream()
    let goesOn = DispatchSemaphore(value: 0)
    let seen = Locked(0)
    let file = TraceFile(
      path: folder.file.path,
      wait: {
        looks.continuation.yield()
        goesOn.wait()
      },
      receive: { events in
        for case .step(let step) in events { seen.use { $0 = step.step } }
      })
    var waits = looks.stream.makeAsyncIterator()
    await waits.next()
    for number in 1...20 {
      await feed.send(.loadMore)
      trace.flush()
      goesOn.signal()
      await waits.next()
      #expect(seen.use { $0 } == number)
    }
    file.stop()
    goesOn.signal()
  }

  private struct Nothing: EffectHandler {
    func work(for effect: Feed<Row, Int>.Effect) -> Work<Feed<Row, Int>.Action> { .none }
  }
}
