import FeedEffects

/// Keeps the connections of a loader within its limits. Requests that get none wait, in their order.
///
/// A place is that of a request and its response, so there are never more connections than places.
/// Over HTTP/2 several requests share one, and there are fewer.
final class ConnectionLimits: Sendable {
  private struct Host {
    let places: PrioritySemaphore

    /// How many requests run or wait. A host without any is forgotten.
    var requests = 0
  }

  private let hosts = Locked<[Origin: Host]>([:])
  private let places: PrioritySemaphore
  private let maxPerHost: Int

  init(_ limits: HTTPLimits) {
    maxPerHost = limits.maxConnectionsPerHost
    places = PrioritySemaphore(limit: limits.maxConnections)
  }

  /// Runs `work` when there is a place at its host, and one in all.
  ///
  /// Whoever waits for a place at a host takes none of those in all.
  ///
  /// - Throws: What `work` throws; `CancellationError` if the task was cancelled before.
  func run<Value: Sendable>(
    at host: Origin, _ work: () async throws -> Value
  ) async throws -> Value {
    let ofHost = hosts.use { hosts in
      var entry = hosts[host] ?? Host(places: PrioritySemaphore(limit: maxPerHost))
      entry.requests += 1
      hosts[host] = entry
      return entry.places
    }
    defer {
      hosts.use { hosts in
        hosts[host]?.requests -= 1
        if hosts[host]?.requests == 0 { hosts[host] = nil }
      }
    }
    return try await ofHost.run(isUrgent: false) {
      try await places.run(isUrgent: false, work)
    }
  }
}

// For tests.
extension ConnectionLimits {
  /// How many hosts have a request that runs or waits.
  var hostCount: Int { hosts.use { $0.count } }

  /// Waits until `count` requests wait for a place at a host.
  func waiting(_ count: Int, at host: Origin) async {
    await hosts.use { $0[host]?.places }?.waiting(count)
  }

  /// Waits until `count` requests wait for one of the places in all.
  func waitingInAll(_ count: Int) async { await places.waiting(count) }
}
