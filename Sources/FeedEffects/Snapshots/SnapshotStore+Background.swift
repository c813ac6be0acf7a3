import Dispatch
import Foundation

extension SnapshotStore {
  /// Writes what is not written yet, on the way to the background. Returns at once.
  ///
  /// A phone stops an app a moment after its scene is in the background, in the middle of a task, too. On iOS, tvOS,
  /// watchOS and visionOS the system is asked to wait until the file is written (`performExpiringActivity`); it grants
  /// some seconds. On other systems a program goes on in the background, and this is ``flush()`` in a task.
  ///
  /// ```swift
  /// .onChange(of: phase) { _, phase in
  ///   if phase == .background { snapshots.flushInBackground() }
  /// }
  /// ```
  ///
  /// May be called from any thread.
  nonisolated public func flushInBackground() {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // The system waits as long as the closure runs, on a queue of its own. It calls it once more, with true, when the
      // time is over or there is none.
      let end = DispatchSemaphore(value: 0)
      Task {
        await flush()
        end.signal()
      }
      ProcessInfo.processInfo.performExpiringActivity(withReason: "A list is stored") { isExpired in
        if isExpired { end.signal() } else { end.wait() }
      }
    #else
      Task { await flush() }
    #endif
  }
}
