#if canImport(Network)
  import Network
#endif

/// Whether the device is online: now, and whenever that changes.
nonisolated func connectivity() -> AsyncStream<Bool> {
  AsyncStream { continuation in
    #if canImport(Network)
      let watching = Task {
        for await path in NWPathMonitor() { continuation.yield(path.status == .satisfied) }
        continuation.finish()
      }
      continuation.onTermination = { _ in watching.cancel() }
    #else
      continuation.finish()
    #endif
  }
}
