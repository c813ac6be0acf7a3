import FeedEffects
import FeedHTTP
import FeedReducer
import TestWatch
import Testing

@testable import FeedConsole

@Suite("The lines of a trace", .watched)
struct TraceLinesTests {
  static let line =
    #"{"action":{"itemAppeared":{"index":7}},"ignored":true,"rows":3,"step":4,"time":1700,"version":2}"#

  private static func events(_ text: String, limit: Int = 1_000) -> [TraceEvent] {
    var lines = TraceLines(limit: limit)
    return lines.add(text.utf8)
  }

  private static func steps(_ text: String) -> [TraceStep] {
    events(text).compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  @Test func aLineIsAStep() {
    let step = TraceStep(
      step: 4, event: .action(.itemAppeared(index: 7)), isIgnored: true, rows: 3)
    #expect(Self.events(Self.line + "\n") == [.step(step)])
  }

  @Test func halfALineWaitsForItsOtherHalf() {
    let bytes = Array((Self.line + "\n" + Self.line + "\n").utf8)
    for cut in bytes.indices {
      var lines = TraceLines()
      let events = lines.add(bytes[..<cut]) + lines.add(bytes[cut...])
      #expect(events == Self.events(String(decoding: bytes, as: UTF8.self)), "cut at \(cut)")
      #expect(events.count == 2)
    }
  }

  @Test func fieldsOfANewerWriterAreIgnored() {
    let newer = Self.line.replacing(#"{"action""#, with: #"{"aField":[1],"action""#)
    #expect(Self.steps(newer + "\n") == Self.steps(Self.line + "\n"))
  }

  @Test func anActionOfANewerWriterHasItsName() throws {
    let newer = Self.line.replacing("itemAppeared", with: "shaken")
    let step = try #require(Self.steps(newer + "\n").first)
    #expect(step.unknown == "shaken" && step.event == nil)
  }

  @Test func anotherVersionIsNamed() {
    let other = Self.line.replacing(#""version":2"#, with: #""version":1"#)
    #expect(Self.events(other + "\n") == [.problem(line: 1, .unknownVersion(1))])
    #expect(
      TraceProblem.unknownVersion(1).description
        == "the trace has version 1, and this feed-repl reads version 2; "
        + "use the feed-repl of the app's version of the package")
  }

  @Test(arguments: ["{", "7", "{}", "[]", "\u{0}", #"{"version":"1"}"#])
  func aLineThatIsNoStepIsNamedAndSkipped(line: String) {
    let events = Self.events("\n" + line + "\n" + Self.line + "\n")
    #expect(events.count == 2)
    #expect(events.first == .problem(line: 2, .notAStep))
  }

  @Test(arguments: [1, 7, 10_000])
  func aLineThatIsTooLongIsNamedOnceAndNotKept(portion: Int) {
    var lines = TraceLines(limit: 300)
    let bytes = Array((String(repeating: "x", count: 2_000) + "\n" + Self.line + "\n").utf8)
    var events: [TraceEvent] = []
    for start in stride(from: 0, to: bytes.count, by: portion) {
      events += lines.add(bytes[start..<min(start + portion, bytes.count)])
    }
    #expect(events.first == .problem(line: 1, .tooLong(limit: 300)))
    #expect(events.dropFirst().first.map { if case .step = $0 { true } else { false } } == true)
    #expect(events.count == 2)
  }
}
