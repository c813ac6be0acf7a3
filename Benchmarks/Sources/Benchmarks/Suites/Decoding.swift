import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A page comes as JSON over HTTP, is decoded and applied.
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

  @concurrent static func run(_ effort: Effort) async throws -> Report {
    Report(
      bars: [
        try await bar(effort, rows: 20, aim: 0.6), try await bar(effort, rows: 1_000, aim: 0.5),
      ])
  }

  private static func bar(_ effort: Effort, rows: Int, aim: Double) async throws -> Bar {
    let server = try ServerProcess("posts of \(rows)")
    defer { withExtendedLifetime(server) {} }
    let source = HTTPPageSource<Post>(
      .get(server.base), rows: .list(at: "results"), paging: .nextURL(at: "next"))
    let feed = FeedActor(source: source, seed: 1)
    let byHand = Posts(server.base)
    let rounds = 2_000 / rows
    let figures = await measureInTurns(
      effort,
      [
        { await processNanoseconds { for _ in 0..<rounds { await feed.refresh() } } },
        {
          await processNanoseconds { for _ in 0..<rounds { try? await byHand.refresh() } }
        },
      ])
    let counts = await (feed.state.items.count, byHand.posts.count)
    precondition(counts == (rows, rows), "a page was not applied")
    return Bar(
      name: "\(rows) JSON rows over HTTP, decoded and applied, against `URLSession` by hand",
      unit: .ratio, must: 0.9, aim: aim, figure: figures[0] / figures[1])
  }

  /// The JSON of a page.
  static func page(of rows: Int) -> String {
    let posts = (1...rows).map { number in
      Post(
        id: number, title: "Post number \(number) of the feed", author: "author\(number % 7)",
        score: Double(number) / 3, tags: ["first", "second"])
    }
    let json = try? JSONEncoder().encode(Answer(results: posts, next: "/posts?page=2"))
    return json.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
