import FeedEffects
import FeedReducer

/// Counts the events and the unfinished work of all feeds in a run.
struct Tally {
  var accepted = 0
  var ignored = 0
  var loads = 0
  var failures = 0
  var timers = 0
  var edits = 0
  var replays = 0
  var replaced = 0

  /// The loads and edits in progress.
  var work = 0

  /// The running tasks that read states or wait for work.
  var companions = 0

  /// The engines that are not deallocated.
  var engines = 0

  /// The broken rules as messages, at most 20.
  var breaches: [String] = []

  /// Whether no work, task or engine is left.
  var isAtRest: Bool { work == 0 && companions == 0 && engines == 0 }

  mutating func count(_ step: StoreStep<Rows>) {
    if case .failed = step.action { failures += 1 }
    guard case .accepted(let effects) = step.reaction else { return ignored += 1 }
    accepted += 1
    for effect in effects {
      switch effect {
      case .load: loads += 1
      case .schedule: timers += 1
      case .send: edits += 1
      default: break
      }
    }
  }

  mutating func breach(_ text: String) {
    if breaches.count < 20 { breaches.append(text) }
  }
}

typealias SharedTally = Locked<Tally>

extension SharedTally {
  /// Runs `work`. Meanwhile the counter `part` is one higher.
  func during<Result>(
    _ part: any WritableKeyPath<Tally, Int> & Sendable, _ work: () async throws -> Result
  ) async rethrows -> Result {
    use { $0[keyPath: part] += 1 }
    defer { use { $0[keyPath: part] -= 1 } }
    return try await work()
  }
}

/// Counts an engine until it is deallocated: only the hook of the engine retains the witness.
final class Witness: Sendable {
  private let tally: SharedTally

  init(_ tally: SharedTally) {
    self.tally = tally
    tally.use { $0.engines += 1 }
  }

  deinit {
    tally.use { $0.engines -= 1 }
  }
}
