import FeedEffects
import Foundation

/// Passes signals to functions on a thread where all may be done.
///
/// Not by dispatch sources: on Linux a thread that gets such a signal blocks all others from then on.
enum SignalWatch {
  private static let handlers = Locked<[Int32: @Sendable () -> Void]>([:])

  /// Where a signal handler writes the number of its signal. A thread reads the other end.
  private static let pipeEnd: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let source = ends[0]
    Thread.detachNewThread {
      var number: UInt8 = 0
      while read(source, &number, 1) == 1 || errno == EINTR {
        handlers.use { $0[Int32(number)] }?()
      }
    }
    return ends[1]
  }()

  /// Calls `handler` each time that the signal comes, until the result is called.
  @discardableResult
  static func begin(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> () -> Void {
    handlers.use { $0[number] = handler }
    _ = pipeEnd
    let before = signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalWatch.pipeEnd, &byte, 1)
      errno = error
    }
    return {
      signal(number, before)
      handlers.use { $0[number] = nil }
    }
  }
}
