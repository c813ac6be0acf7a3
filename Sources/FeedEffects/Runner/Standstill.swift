import FeedReducer
import Foundation

/// Notices in a test that nothing can go on, and says what is waited for.
///
/// Where a test moves the clock and gives the answers, a wait for something that it has not given never ends. Each
/// engine on a clock that is moved by hand tells here what it starts and what has ended; the clock and scripted sources
/// tell what of that they hold back. Where all is held back, the waits end. An engine on any other clock has none of
/// these, and pays a nil check for it; in a process with scripted sources it has one that only reports.
package final class Standstill: Sendable {
  /// What holds work back.
  package enum Hold: Sendable {
    /// A scripted source without an answer.
    case answer

    /// A clock that is moved by hand.
    case time
  }

  /// A request, an edit or a timer of an engine. A clock or a source holds it back while its task goes on only when
  /// the test does something.
  package struct Work: Sendable {
    fileprivate let standstill: Standstill
    fileprivate let number: Int

    /// What it is, as in "retry 2".
    package let name: String

    /// The task that holds it back, by its hash value: 0 for the one that does the work, until that is known.
    fileprivate var holder = 0

    /// Notes that it can't go on. The release counts also where it is quicker than this call.
    package func hold(_ hold: Hold) {
      standstill.change { state in
        state.running[number]?.hold = hold
        state.running[number]?.holds[holder, default: 0] += 1
      }
    }

    /// Notes that it goes on.
    package func release() {
      standstill.change { $0.running[number]?.holds[holder, default: 0] -= 1 }
    }

    /// Notes the task that does the work. What only its child tasks wait for does not hold it back.
    func belongs(to task: Task<Void, Never>) {
      standstill.change { $0.running[number]?.task = task.hashValue }
    }

    /// Notes that it has ended, and that its engine knows.
    func end() {
      standstill.change { $0.running[number] = nil }
    }
  }

  /// An engine.
  struct Party: Sendable {
    fileprivate let standstill: Standstill
    fileprivate let number: Int

    /// Notes that the engine starts work.
    func begin(_ name: String) -> Work {
      let id = standstill.change { state in
        state.last += 1
        state.running[state.last] = Running(party: number, name: name)
        return state.last
      }
      return Work(standstill: standstill, number: id, name: name)
    }

    /// Notes that the engine has gone.
    func leave() {
      standstill.change { $0.parties -= 1 }
    }

    /// Notes that the current task waits for the engine.
    ///
    /// - Parameters:
    ///   - name: What it waits by, as in "settle()".
    ///   - end: Ends the wait when nothing can go on. Called once at most, on any thread.
    /// - Returns: Notes that the wait has ended, and says why if it was for nothing. To be called by the task that
    ///   waited: a test framework knows by the task which test it is.
    func wait(by name: String, end: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      standstill.add(Wait(party: number, name: name, sleepers: nil, end: end))
    }
  }

  /// The work that the current task does for an engine.
  package static var current: Work? {
    guard var work = inherited else { return nil }
    work.holder = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
    return work
  }

  /// The work that the current task, or one that it is a child of, does.
  @TaskLocal static var inherited: Work?

  private struct Running {
    let party: Int
    let name: String
    var hold = Hold.time
    /// How often each task was held back, less how often it was released.
    var holds: [Int: Int] = [:]
    /// The task that does the work.
    var task: Int?
    var isHeld: Bool { holds[task ?? 0, default: 0] > 0 }
  }

  private struct Wait {
    /// The engine that is waited for; nil for all of the clock.
    let party: Int?
    let name: String
    /// How many sleepers are waited for.
    let sleepers: Int?
    let end: @Sendable () -> Void
    /// What the task is to say that waited.
    let report = Locked<String?>(nil)
  }

  private struct State {
    var last = 0
    /// How many engines there are, and how many there have been.
    var parties = 0
    var joined = 0
    /// Grows with each change.
    var version = 0
    var running: [Int: Running] = [:]
    var waits: [Int: Wait] = [:]
    /// How many tasks sleep on the clock.
    var sleeping = 0
    var isJudging = false

    /// Whether all work on the clock is held back: that of another engine may lead to an answer. Of an engine without
    /// work nothing is to be said.
    func isHeld(for wait: Wait) -> Bool {
      running.values.allSatisfy { $0.isHeld }
        && (wait.party == nil || running.values.contains { $0.party == wait.party })
    }

    /// Whether a wait for sleepers has its number of them.
    func hasSleepers(for wait: Wait) -> Bool { wait.sleepers.map { $0 <= sleeping } ?? false }

    /// Whether a wait ends if nothing else happens: no engine brings what it is for, or there are sleepers enough and
    /// the rest is work of which it is not known whether it goes on.
    func ends(_ wait: Wait) -> Bool {
      hasSleepers(for: wait) || parties > 0 && isHeld(for: wait)
    }

    mutating func take(_ isTaken: (State, Wait) -> Bool) -> [Wait] {
      let taken = waits.filter { isTaken(self, $0.value) }
      for number in taken.keys { waits[number] = nil }
      return taken.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let state = Locked(State())
  private let clock: (@Sendable () -> String)?
  private let sleep: @Sendable (Duration) async throws -> Void
  private let report: @Sendable (String) -> Void

  /// Whether the process has scripted sources: then an engine on a clock that runs by itself reports, too.
  package static let isScripted = Locked(false)

  /// Creates one for a clock.
  ///
  /// - Parameters:
  ///   - clock: The time and the sleepers of a clock that is moved by hand, in a sentence; nil for one that runs.
  ///   - patience: The clock of the five seconds after which a wait is reported that may go on.
  ///   - report: Takes what is to be said.
  package init(
    clock: (@Sendable () -> String)? = nil, patience: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (String) -> Void = Standstill.printError
  ) {
    self.clock = clock
    sleep = { try await patience.sleep(for: $0) }
    self.report = report
  }

  /// Writes a line to standard error.
  package static let printError: @Sendable (String) -> Void = {
    FileHandle.standardError.write(Data("\($0)\n".utf8))
  }

  func join() -> Party {
    Party(
      standstill: self,
      number: change { state in
        state.parties += 1
        state.joined += 1
        return state.joined
      })
  }

  /// Notes that tasks fell asleep on the clock, or woke.
  package func count(sleepers: Int) { change { $0.sleeping += sleepers } }

  /// Waits until so many tasks sleep and the engines have nothing else to do, or nothing can go on.
  package func sleepers(_ count: Int) async {
    let end = Locked<(@Sendable () -> Void)?>(nil)
    await withCheckedContinuation { continuation in
      let wait = Wait(party: nil, name: "sleepers(\(count))", sleepers: count) {
        continuation.resume()
      }
      let done = add(wait)
      end.use { $0 = done }
    }
    end.use { $0 }?()
  }

  /// Reports a wait of a scripted source after five seconds. It has no other end than what it waits for.
  package func watch<Result: Sendable>(
    _ name: String, _ body: @Sendable () async -> Result
  ) async -> Result {
    let done = remind { "\(name) has waited for 5 s" }
    defer { done.cancel() }
    return await body()
  }

  private func add(_ wait: Wait) -> @Sendable () -> Void {
    let number = change { state in
      state.last += 1
      state.waits[state.last] = wait
      return state.last
    }
    let reminder = remind { [state] in
      state.use { $0.waits[number] } == nil ? nil : "\(wait.name) has waited for 5 s"
    }
    return { [self] in
      reminder.cancel()
      change { $0.waits[number] = nil }
      if let text = wait.report.use({ $0 }) { report(text) }
    }
  }

  /// Says after five seconds what a wait is for, and lets it go on.
  private func remind(_ sentence: @escaping @Sendable () -> String?) -> Task<Void, Never> {
    // Not detached, so that it is a task of the test.
    Task { [self] in
      guard (try? await sleep(.seconds(5))) != nil, let sentence = sentence() else { return }
      report("FeedTesting: \(sentence).\(situation)")
    }
  }

  // MARK: - Whether anything can go on

  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, ended, isOpen) = state.use { state in
      let result = body(&state)
      state.version += 1
      let ended = state.take { $0.hasSleepers(for: $1) && $0.isHeld(for: $1) }
      let isOpen =
        clock != nil && !state.isJudging && state.waits.values.contains(where: state.ends)
      if isOpen { state.isJudging = true }
      return (result, ended, isOpen)
    }
    for wait in ended { wait.end() }
    if isOpen { Task.detached { await self.judge() } }
    return result
  }

  /// Ends the waits that are over if nothing else happens, once the other tasks have had their turns.
  private func judge() async {
    var rounds = 0
    while let version = state.use({ state in
      state.isJudging = state.waits.values.contains(where: state.ends)
      return state.isJudging ? state.version : nil
    }) {
      await letOthersRun()
      // Where stores never rest, a wait for sleepers that are there does not last for ever.
      rounds += 1
      let last = rounds < 10 ? version : nil
      guard let awake = take(at: last, { $0.hasSleepers(for: $1) }) else { continue }
      for wait in awake { wait.end() }
      try? await sleep(Self.grace)
      await letOthersRun()
      guard let stuck = take(at: version, { $0.ends($1) }) else { continue }
      if !stuck.isEmpty {
        let names = stuck.map(\.name).joined(separator: ", ")
        let ends = stuck.count == 1 ? "this wait ends" : "these waits end"
        let text = "FeedTesting: nothing can go on, so \(ends): \(names).\(situation)"
        stuck[0].report.use { $0 = text + "\n  Answer the requests, or advance the clock." }
      }
      for wait in stuck { wait.end() }
    }
  }

  /// Takes the waits that end; nil if something has happened since `version`, if one is given.
  private func take(at version: Int?, _ isTaken: (State, Wait) -> Bool) -> [Wait]? {
    state.use { $0.version == version ?? $0.version ? $0.take(isTaken) : nil }
  }

  /// Gives every task that can run a turn, also on the main actor. More than one, as one task may wake the next.
  private func letOthersRun() async {
    for _ in 0..<20 {
      await Task.yield()
      await MainActor.run {}
    }
  }

  /// How long the test has to go on by another task than those that wait. Not at once, since such a task may wait for a
  /// thread; and not so long that a person waits for it.
  private static let grace = Duration.milliseconds(100)

  /// What is waited for, in lines.
  private var situation: String {
    let running = state.use { $0.running.sorted { $0.key < $1.key }.map(\.value) }
    func line(_ title: String, where isListed: (Running) -> Bool) -> String {
      let names = running.filter(isListed).map(\.name)
      return names.isEmpty ? "" : "\n  \(title): \(names.joined(separator: ", "))."
    }
    let isUnused = state.use { $0.joined == 0 } && clock != nil
    return (clock.map { "\n  \($0())" } ?? "")
      + (isUnused ? "\n  No store has used the clock; give it to one as `clock:`." : "")
      + line("Without an answer") { $0.isHeld && $0.hold == .answer }
      + line("Under way") { !$0.isHeld }
  }
}

/// A clock that a test moves by hand.
package protocol HandMovedClock: Clock {
  /// What notices that nothing can go on.
  var standstill: Standstill { get }
}

extension Clock<Duration> {
  /// What notices that nothing can go on, for an engine on this clock; nil in a program.
  var standstill: Standstill? {
    if let clock = self as? any HandMovedClock { return clock.standstill }
    return Standstill.isScripted.use { $0 } ? Standstill() : nil
  }
}

/// An effect that has a name in a report.
protocol NamedEffect {
  var name: String { get }
}

extension Feed.Effect: NamedEffect {
  var name: String {
    switch self {
    case .load(let request): "request \(request.ticket) (\(request.kind))"
    case .schedule(let ticket, _): "retry \(ticket)"
    case .send(let edit): "edit \(edit.ticket)"
    case .cancel, .drop: "\(self)"
    }
  }
}

extension Search.Effect: NamedEffect {
  var name: String {
    switch self {
    case .feed(_, let effect): effect.name
    case .schedule(let ticket, _): "pause \(ticket)"
    case .cancel: "\(self)"
    }
  }
}
