import FeedEffects
import FeedReducer

/// What happened, and what has begun and not ended, in all feeds of a run.
struct Tally {
  var accepted = 0
  var ignored = 0
  var loads = 0
  var failures = 0
  var timers = 0
  var edits = 0
  var replays = 0
  var replaced = 0

  /// What sources and sinks are busy with.
  var work = 0

  /// The tasks that read states or wait for an end.
  var companions = 0

  /// The engines that have not gone away.
  var engines = 0

  /// What must not be, the first few in words.
  var breaches: [String] = []

  /// Whether nothing is left of all that has begun.
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
  /// Does `work` while `part` of the tally is one more.
  func during<Result>(
    _ part: any WritableKeyPath<Tally, Int> & Sendable, _ work: () async throws -> Result
  ) async rethrows -> Result {
    use { $0[keyPath: part] += 1 }
    defer { use { $0[keyPath: part] -= 1 } }
    return try await work()
  }
}

/// Lives as long as the engine whose hook holds it.
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
