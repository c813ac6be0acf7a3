import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A page of 20 rows comes as JSON over HTTP, is decoded and applied.
enum Decoding {
  private struct Post: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var title: String
    var author: String
    var score: Double
    var tags: [String]
  }

  private struct Answer: Codable {
    var results: [Post]
    var next: String?
  }

  /// What people write by hand.
  private actor Posts {
    private(set) var posts: [Post] = []
    private let url: URL

    init(_ url: URL) {
      self.url = url
    }

    func refresh() async throws {
      let (data, response) = try await URLSession.shared.data(from: url)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw URLError(.badServerResponse)
      }
      posts = try JSONDecoder().decode(Answer.self, from: data).results
    }
  }

  @concurrent static func run(_ effort: Effort) async -> Report {
    let posts = (1...20).map { number in
      Post(
        id: number, title: "Post number \(number) of the feed", author: "author\(number % 7)",
        score: Double(number) / 3, tags: ["first", "second"])
    }
    guard let json = try? JSONEncoder().encode(Answer(results: posts, next: "/posts?page=2")) else {
      return Report()
    }
    let server = LoopbackServer(body: String(decoding: json, as: UTF8.self))
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/posts") else { return Report() }
    let source = HTTPPageSource<Post>(
      .get(url), rows: .list(at: "results"), paging: .nextURL(at: "next"))
    let feed = FeedActor(source: source, seed: 1)
    let byHand = Posts(url)
    var (ours, theirs): ([Double], [Double]) = ([], [])
    // In turns, so that both meet the same noise.
    for run in 0...effort.runs * 2 {
      let (hand, own) = (
        await microseconds { try? await byHand.refresh() },
        await microseconds { await feed.refresh() }
      )
      if run == 0 { continue }
      theirs.append(hand)
      ours.append(own)
    }
    let counts = await (feed.state.items.count, byHand.posts.count)
    precondition(counts == (20, 20), "a page was not applied")
    withExtendedLifetime(server) {}
    let hand = Measurement(theirs)
    return Report(
      bars: [
        Bar(
          name: "20 JSON rows over HTTP decoded and applied, against `URLSession` by hand",
          unit: .ratio, must: 1.1, aim: 1.02, figure: Measurement(ours) / hand)
      ],
      notes: [("20 JSON rows over HTTP by hand", "\(rounded(hand.median)) µs")])
  }

  /// The time of one of many rounds.
  private static func microseconds(_ round: () async -> Void) async -> Double {
    let rounds = 100
    let start = ContinuousClock.now
    for _ in 0..<rounds { await round() }
    return (ContinuousClock.now - start) / .microseconds(1) / Double(rounds)
  }
}
