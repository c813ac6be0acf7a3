import FeedEffects
import FeedReducer
import TestWatch
import Testing

#if canImport(Network)
  import Network
#else
  /// Just so much of Network that the document's example compiles where there is none.
  nonisolated struct NWPathMonitor: AsyncSequence {
    enum Status { case satisfied, unsatisfied }

    func makeAsyncIterator() -> AsyncStream<(status: Status, Void)>.Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: (status: Status, Void).self)
      for status in [Status.satisfied, .unsatisfied] { continuation.yield((status, ())) }
      continuation.finish()
      return stream.makeAsyncIterator()
    }
  }
#endif

/// Whether the device is online: now, and whenever that changes.
nonisolated func connectivity() -> AsyncStream<Bool> {
  AsyncStream { continuation in
    let watching = Task {
      for await path in NWPathMonitor() { continuation.yield(path.status == .satisfied) }
      continuation.finish()
    }
    continuation.onTermination = { _ in watching.cancel() }
  }
}

@Suite("The connectivity of Docs/Stores.md", .watched)
@MainActor
struct ConnectivityExamples {
  @Test(.enabled(if: !isNetworkReal))
  func aFeedIsToldWhetherTheDeviceIsOnline() async {
    let store = FeedStore(source: Numbers(), starts: false)
    store.follow(connectivity: connectivity())
    for await state in store.states where !state.isOnline { break }
    #expect(!store.state.isOnline)
  }

  private static nonisolated var isNetworkReal: Bool {
    #if canImport(Network)
      true
    #else
      false
    #endif
  }
}
