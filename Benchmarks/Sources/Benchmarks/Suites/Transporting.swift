import FeedHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses over HTTP without a feed: our transport beside `URLSession`.
enum Transporting {
  @concurrent static func run(_ effort: Effort) async throws -> Report {
    let server = try ServerProcess("posts of 20")
    defer { withExtendedLifetime(server) {} }
    let (ours, session) = (HTTPLoader(), HTTPLoader(configuration: .ephemeral))
    let one = await measureInTurns(
      effort,
      [ours, session].map { loader in { await load(server.base, with: loader, times: 50) } })
    let many = await measureInTurns(
      effort, [ours, session].map { loader in { await loadAtOnce(server.base, with: loader) } })
    let hostile = try ServerProcess("hostile \(Hostile.bodies.count - 1)")
    let slowest = await slowest(of: 40, server.base, beside: hostile.base, with: ours)
    return Report(notes: [
      (
        "such a page beside bodies of 4 MB in chunks of one byte by the same loader, slowest of 40",
        "\(rounded(slowest / .milliseconds(1))) ms"
      ),
      (
        "a page of 20 rows on a kept connection, libcurl against `URLSession`",
        "\(rounded(one[0].median / one[1].median)) ×"
      ),
      ("100 such pages at once", "\(rounded(many[0].median / many[1].median)) ×"),
    ])
  }

  /// The time of some loads, one after the other.
  private static func load(_ url: URL, with loader: HTTPLoader, times: Int) async -> Double {
    let request = HTTPRequest.get(url)
    return await processNanoseconds {
      for _ in 0..<times { consume(try? await request.json(size: 20, loader: loader)) }
    }
  }

  /// How long the slowest load takes while another server sends one hostile body after the other.
  private static func slowest(
    of count: Int, _ url: URL, beside hostile: URL, with loader: HTTPLoader
  ) async -> Duration {
    let others = Task {
      while !Task.isCancelled {
        consume(try? await HTTPRequest.get(hostile).json(size: 20, loader: loader))
      }
    }
    defer { others.cancel() }
    var slowest = Duration.zero
    for _ in 0..<count {
      let time = await ContinuousClock().measure {
        consume(try? await HTTPRequest.get(url).json(size: 20, loader: loader))
      }
      slowest = max(slowest, time)
    }
    return slowest
  }

  /// The time of loads that begin together.
  private static func loadAtOnce(_ url: URL, with loader: HTTPLoader) async -> Double {
    let request = HTTPRequest.get(url)
    return await processNanoseconds {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          group.addTask { consume(try? await request.json(size: 20, loader: loader)) }
        }
      }
    }
  }
}
