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
    return Report(notes: [
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
