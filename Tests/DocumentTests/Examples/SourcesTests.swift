import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

@Suite(
  "The examples of Docs/Sources.md",
  .watched, .enabled(if: TestServer.isAvailable, Comment(rawValue: TestServer.reason)))
struct SourceExamples {
  /// The number of rows that come, each once.
  private func count<Item: Sendable, Cursor: Sendable>(
    _ source: some PageSource<Item, Cursor>
  ) async -> Int {
    let check = await SourceCheck(source)
    #expect(check.findings == [])
    return check.items.count
  }

  @Test func bothWays() async throws {
    try await TestServer.run { server in
      let api = server.base
      let fourth = URLQueryItem(name: "page", value: "4")
      let middle = HTTPPageSource<Person>(
        .get(api.appending(path: "people").appending(queryItems: [fourth])),
        rows: .list(at: "results"), paging: .nextURL(at: "next", previous: "previous"))
      let feed = FeedActor(Feed(pageSize: 10), source: middle)
      await feed.settle()
      await feed.visible(0..<1)
      await feed.settle()
      #expect(await feed.state.items.map(\.uid) == (21...40).map { "\($0)" })
    }
  }

  @Test func theUsualStyles() async throws {
    try await TestServer.run { server in
      let api = server.base
      let people = HTTPPageSource<Person>(
        .get(api.appending(path: "people")), rows: .list(at: "results"),
        paging: .nextURL(at: "next"), total: "total_records")
      let products = HTTPPageSource<Product>(
        .get(api.appending(path: "items"), size: "size"), rows: .list(at: "items"),
        paging: .pageNumber(total: "totalItemsAvailable"))
      let repositories = HTTPPageSource<Repository>(
        .get(api.appending(path: "search/repositories"), size: "per_page"),
        rows: .list(at: "items"), paging: .shortPage, total: "total_count")
      let issues = HTTPPageSource<Issue>(
        .graphql(
          api.appending(path: "graphql"), query: query, variables: ["fullPath": "group/project"]),
        rows: .list(at: "data.project.issues.nodes"),
        paging: .relay(at: "data.project.issues.pageInfo"))
      let pages = HTTPPageSource<Product>(
        .get(api.appending(path: "counted"), size: "per_page"), rows: .list(),
        paging: .pageNumber(total: .header("X-Total-Count")))
      let rows = HTTPPageSource<Product>(
        .get(api.appending(path: "offset"), page: "offset", size: "limit"),
        rows: .list(at: "rows").skippingBadRows { print($0.count, "from", $0.firstPlace) },
        paging: .offset(total: "total"))
      let moving = HTTPPageSource<Product>(
        .get(api.appending(path: "offset"), page: "offset", size: "limit"),
        rows: .list(at: "rows"), paging: .offset(total: "total"),
        onDrift: { drift in print(drift) })  // 3 rows came, 2 went before your place
      let found = HTTPPageSource<Product>(
        .post(
          api.appending(path: "as/search"), body: ["query": "a"], page: "cursor", size: "limit"),
        rows: .list(at: "results"), paging: .token(at: "next_cursor"))
      let counted = HTTPPageSource<Product>(
        .get(api.appending(path: "as/ending"), page: "from"), rows: .list(at: "rows"),
        paging: .next { response, cursor in
          guard case .integer(let end)? = response.body["end"],
            case .integer(let total)? = response.body["total"], end < total
          else { return nil }
          return .token("\(end)")
        })
      let whole = FeedActor(source: people)
      print(await whole.loadAll())  // the list is whole
      let ending = await whole.state.ending
      print(ending?.doubt ?? "nothing speaks against it")
      #expect(ending == Ending(.unnamed))
      #expect(await count(counted) == 82)
      #expect(await count(moving) == 82)
      #expect(await count(found) == 82)
      let home = HomeFeed(client: HomeClient(url: api.appending(path: "home")))
      #expect(await count(people) == 82)
      #expect(await count(products) == 82)
      #expect(await count(repositories) == 82)
      #expect(await count(issues) == 82)
      #expect(await count(pages) == 82)
      #expect(await count(rows) == 82)
      #expect(await count(home) == 82)
    }
  }

  private let firstPage = Feed<Repository, PageCursor>.Request(
    ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 20)

  @Test func aSearchOfGitHub() async throws {
    try await TestServer.run { server in
      let api = server.base
      let found = repositories(at: api)
      let page = try await found("feed").page(for: firstPage)
      print(try found("c++ & c#").request.curl(size: 20))
      #expect(page.items.count == 20)
      #expect(page.items.first?.stars == 10)
      #expect(page.next == .number(2, after: "20"))
      #expect(page.total == 82)
      let command = try found("c++ & c#").request.curl(size: 20)
      #expect(
        command.contains("/search/repositories?sort=stars&q=c%2B%2B%20%26%20c%23&per_page=20'"))
    }
  }

  @Test func aSearchOfGitLab() async throws {
    try await TestServer.run { server in
      let found = issues(of: "group/project", at: server.base)
      func titles(_ query: IssueQuery) async throws -> [String] {
        let page = try await found(query).page(
          for: .init(ticket: Ticket(rawValue: 1), kind: .refresh, position: .start, size: 20))
        return page.items.map(\.title)
      }
      let closed = try await titles(IssueQuery(text: "7", state: .closed))
      #expect(closed == ["Row 70 é😀", "Row 75 é😀"])
      let all = try await titles(IssueQuery(text: "7", state: .all))
      #expect(all.count == 17)
    }
  }

  @Test func findingTheStyleOut() async throws {
    try await TestServer.run { server in
      let api = server.base
      let request = HTTPRequest.get(api.appending(path: "people"))
      let response = try await request.answer(size: 20)
      let style = try PagingStyle.detect(
        response.body, url: request.url, headers: response.headers)
      print(style)  // paging: next URL in .next, rows in .results, id .uid, title .name
      let rows = style.source(for: request)
      #expect("\(style)" == "paging: next URL in .next, rows in .results, id .uid, title .name")
      #expect(await count(rows) == 82)
    }
  }

  @Test func lettingASourceFindTheStyle() async throws {
    try await TestServer.run { server in
      let api = server.base
      var given = PagingStyle.Given()
      given.pageName = "cursor"
      let found = DetectedSource(.get(api.appending(path: "people")), given: given)
      #expect(await count(found) == 82)
    }
  }

  @Test func renewingCredentials() async throws {
    try await TestServer.run { server in
      let api = server.base
      let credentials = Credentials("expired") { old in
        "letmein"  // ask for a new one
      }
      let renewing = RenewingSource<Product, PageCursor>(credentials: credentials) { token in
        HTTPPageSource<Product>(
          .get(
            api.appending(path: "private"), size: "size",
            headers: ["Authorization": "Bearer \(token)"]),
          rows: .list(at: "items"), paging: .pageNumber(total: "totalItemsAvailable"))
      }
      #expect(await count(renewing) == 82)
    }
  }

  @Test func isMySourceRight() async {
    let check = await SourceCheck(Numbers(), limit: 3)
    print(check)
    // 60 rows on 3 pages, 1 finding
    // - there is no end after 3 pages; end with next: nil, or raise the limit
    #expect(
      check.description == """
        60 rows on 3 pages, 1 finding
        - there is no end after 3 pages; end with next: nil, or raise the limit
        """)
  }
}
