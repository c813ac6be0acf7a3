import Foundation

@testable import FeedEffects

/// System calls of which some fail. Reads and writes take only a few bytes at a time.
final class FailingCalls: Sendable {
  /// Which calls fail, and how.
  struct Plan {
    /// The number of the first call that fails, counted from 0.
    var first: Int

    /// The error number.
    var error: Int32

    /// Whether all later calls fail, too.
    var goesOn = false

    /// Whether the disk has links.
    var hasLinks = true
  }

  private let made = Locked<[String]>([])
  private let plan: Locked<Plan?>

  init(_ plan: Plan? = nil) {
    self.plan = Locked(plan)
  }

  /// The names of the calls so far.
  var names: [String] { made.use { $0 } }

  /// Has the next call fail.
  func failNext(with error: Int32) {
    fail(names.count, with: error)
  }

  /// Has the call with this number fail.
  func fail(_ first: Int, with error: Int32) {
    plan.use { $0 = Plan(first: first, error: error) }
  }

  /// Has no further call fail.
  func failNoMore() {
    plan.use { $0 = nil }
  }

  /// Notes a call, and returns its result: that of `call`, or -1 with an error number.
  private func note<Result: SignedInteger>(_ name: String, _ call: () -> Result) -> Result {
    let number = made.use { made in
      made.append(name)
      return made.count - 1
    }
    let plan = plan.use { $0 }
    guard let plan else { return call() }
    if name == "link", !plan.hasLinks {
      errno = EPERM
      return -1
    }
    guard number == plan.first || plan.goesOn && number > plan.first else { return call() }
    errno = plan.error
    return -1
  }

  var calls: SystemCalls {
    let system = SystemCalls()
    var calls = system
    calls.open = { path, flags in self.note("open") { system.open(path, flags) } }
    calls.lock = { file in self.note("lock") { system.lock(file) } }
    calls.read = { file, buffer in
      self.note("read") { system.read(file, .init(rebasing: buffer.prefix(100))) }
    }
    calls.write = { file, bytes in
      self.note("write") { system.write(file, .init(rebasing: bytes.prefix(100))) }
    }
    calls.synchronize = { file in self.note("synchronize") { system.synchronize(file) } }
    calls.rename = { old, new in self.note("rename") { system.rename(old, new) } }
    calls.link = { path, name in self.note("link") { system.link(path, name) } }
    calls.unlink = { path in self.note("unlink") { system.unlink(path) } }
    // A file is closed, whatever the call returns.
    calls.close = { file in
      let result = system.close(file)
      return self.note("close") { result }
    }
    return calls
  }
}
