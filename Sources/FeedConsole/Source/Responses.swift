import FeedEffects
import FeedHTTP
import FeedReducer

/// The last responses, by the loads that they answered. Any thread may use it.
///
/// Branches of a session give the same ticket to different requests.
final class Responses: Sendable {
  /// How many responses are kept, and how large a body may be to be kept.
  private static let (maxCount, maxBytes) = (32, 4 << 20)

  /// The ticket of a first look, before the feed asks for the first page.
  static let firstLook = Ticket(rawValue: 0)

  private let kept = Locked<[(load: Load, exchange: HTTPExchange)]>([])

  /// Runs `work` and notes the last response that arrives meanwhile.
  func noting<Value: Sendable>(
    _ load: Load, work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let observer = HTTPExchange.Observer { [kept] exchange in
      guard exchange.size <= Self.maxBytes else { return }
      kept.use { kept in
        kept.removeAll { $0.load == load }
        kept.append((load, exchange))
        if kept.count > Self.maxCount { kept.removeFirst() }
      }
    }
    return try await HTTPLoader.exchanges.withValue(observer, operation: work)
  }

  /// Gives the response of the first look to the request that it answers.
  func rename(first load: Load) {
    kept.use { kept in
      guard let index = kept.firstIndex(where: { $0.load.ticket == Self.firstLook }) else { return }
      kept[index].load = load
    }
  }

  subscript(load: Load) -> HTTPExchange? {
    kept.use { $0.last { $0.load == load }?.exchange }
  }
}

extension HTTPExchange {
  /// The status, the time and the size: `  200 in 12 ms, 1234 bytes`.
  var statusLine: Line {
    let milliseconds = Int(duration.inSeconds * 1_000)
    return Line("  \(status) in \(milliseconds) ms, \(size) bytes", style: .faint)
  }
}
