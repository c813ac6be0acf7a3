import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import FeedExample
@_spi(Rendering) import SwiftUI

/// The client of a home feed that a server has.
private struct WebClient: HomeClient {
  private struct Page: Decodable {
    struct Row: Decodable {
      let id: Int
      let title: String
    }

    let values: [Row]
    let info: PageInfo
  }

  let server: TestServer

  func loadPage(after cursor: String?, size: Int) async throws -> (values: [Card], info: PageInfo) {
    let after = cursor.map { [URLQueryItem(name: "after", value: $0)] } ?? []
    let url = server.base.appending(path: "home")
      .appending(queryItems: [URLQueryItem(name: "size", value: "\(size)")] + after)
    let text = url.absoluteString.replacing("+", with: "%2B")
    let (data, _) = try await URLSession.shared.data(from: server.url(text))
    let page = try JSONDecoder().decode(Page.self, from: data)
    return (page.values.map { Card(id: "\($0.id)", title: $0.title) }, page.info)
  }

  func like(_ id: Card.ID, isLiked: Bool, key: String) async throws {
    var request = URLRequest(url: server.url("notes/\(id)/like"))
    request.httpMethod = "POST"
    request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    let (_, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if status != 200 { throw FeedFailure(.http, message: "status \(status)", status: status) }
  }
}

/// The sources of the app over a server that answers as those that they are for.
@MainActor
@Suite("The feeds of the app over HTTP", .watched, .enabled(if: TestServer.isAvailable))
struct SourceTests {
  private let names = (1...82).map { "Row \($0) é😀" }

  @Test func charactersFollowTheirLinks() async throws {
    try await TestServer.run { server in
      let store = FeedStore(Feed(pageSize: 10), source: heroes(at: server.base))
      #expect(await store.loadAll().isComplete)
      let view = CharactersView(store: store)
      #expect(view.texts == names + ["Refresh"])
      #expect(store.total == 82)
      let log = try await server.log()
      #expect(log.count == 9)
    }
  }

  @Test func productsAreCounted() async throws {
    try await TestServer.run { server in
      let store = FeedStore(
        Feed(pageSize: 50, prefetchDistance: 10), source: products(at: server.base))
      let view = ProductsView(store: store)
      _ = view.shown
      await store.settle()
      #expect(view.texts == Array(names.prefix(50)) + ["Refresh", "50 of 82"])
      store.appeared(39)
      #expect(!store.isLoadingMore)
      store.appeared(41)
      #expect(store.isLoadingMore)
      await store.settle()
      #expect(view.texts == names + ["Refresh", "82 of 82"])
      let log = try await server.log()
      #expect(log.map(\.query) == ["limit=50", "page=2&limit=50"])
    }
  }

  @Test func aFailureOfTheNextPageOffersAnotherTry() async throws {
    try await TestServer.run { server in
      let store = FeedStore(Feed(pageSize: 10), source: products(at: server.base))
      let view = ProductsView(store: store)
      _ = view.shown
      await store.settle()
      try await server.control(#"{"fail": {"path": "/products", "page": 2, "status": 500}}"#)
      view.appear()
      await store.settle()
      #expect(store.items.count == 10)
      try view.press("The server has a problem. Try again")
      await store.settle()
      #expect(store.items.map(\.id) == Array(1...20))
    }
  }

  @Test func repositoriesHaveAnOrder() async throws {
    try await TestServer.run { server in
      let store = SearchStore(
        Feed(pageSize: 10), query: RepositoryQuery(text: "7"),
        source: FeedExample.repositories(at: server.base))
      let view = RepositorySearch(store: store)
      _ = view.shown
      await store.settle()
      #expect(view.texts.contains("About row 7"))
      #expect(view.texts.contains("★ 70"))
      view.choose(AnyHashable(RepositoryQuery.Order.forks))
      view.hears(RepositoryQuery.Order.forks)
      await store.settle()
      try view.field().wrappedValue = ""
      #expect(view.texts == ["Refresh"] && store.query == nil)
      try view.field().wrappedValue = "c++"
      view.submit()
      await store.settle()
      #expect(view.texts == ["There is nothing here.", "Refresh"])
      let queries = ["q=7&sort=stars", "q=7&sort=forks", "q=c%2B%2B&sort=forks"]
      let log = try await server.log()
      #expect(log.map(\.query) == queries.map { $0 + "&per_page=10" })
    }
  }

  @Test func issuesAreFiltered() async throws {
    try await TestServer.run { server in
      let store = SearchStore(
        Feed(pageSize: 100), query: IssueQuery(), source: issues(of: "a/b", at: server.base))
      let view = IssuesView(store: store)
      _ = view.shown
      await store.settle()
      #expect(store.items.count == 66)
      #expect(view.texts.prefix(2) == ["Row 1 é😀", "#1 · opened · Ada"])
      #expect(view.texts.contains("#3 · opened · nobody"))
      view.choose(AnyHashable(IssueQuery.State.closed))
      try view.field().wrappedValue = "7"
      view.submit()
      await store.settle()
      #expect(store.items.map(\.iid) == ["70", "75"])
    }
  }

  @Test func aClientOfOnesOwnIsASourceAndASink() async throws {
    try await TestServer.run { server in
      let source = HomeSource(client: WebClient(server: server))
      let store = FeedStore(source: source, sink: source)
      #expect(await store.loadAll().isComplete)
      #expect(store.items.map(\.title) == names)
      await store.edit("2") { $0.isLiked = true }.finish()
      #expect(store.items[1].isLiked && !store.isPending("2"))
      await store.edit("3") { $0.isLiked = true }.finish()
      #expect(!store.items[2].isLiked && store.failure(of: "3")?.status == 404)
      let likes = try await server.log().filter { $0.method == "POST" }
      #expect(likes.map(\.path) == ["/notes/2/like", "/notes/3/like"])
      #expect(likes.allSatisfy { $0.headers["idempotency-key"] != nil })
    }
  }

  @Test func anAddressOfTheReadersOwnIsFoundOut() async throws {
    try await TestServer.run { server in
      let view = APIView()
      #expect(view.texts == ["Type an address, then return"])
      let rows = JSONRowsView(api: server.url("people"))
      #expect(rows.isInProgress)
      await rows.settled()
      #expect(rows.texts.prefix(10) == names.prefix(10))
      let wrong = JSONRowsView(api: server.url("odd/html"))
      await wrong.settled()
      #expect(wrong.texts.contains("The answer can't be read. Try again"))
      #expect(wrong.texts.contains { $0.contains("JSON") })
    }
  }
}

extension View {
  /// Waits until nothing turns any more.
  fileprivate func settled() async {
    while isInProgress { await Task.yield() }
  }
}
