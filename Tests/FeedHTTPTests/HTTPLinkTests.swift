import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// Where links and redirects may lead, over real HTTP.
@Suite(
  "HTTP links", .watched, .bothTransports,
  .enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
struct HTTPLinkTests {
  @Test func aNextLinkToAnotherServerIsRefused() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Person>(
        .get(server.url("odd/foreign-next")), rows: .list(at: "results"),
        paging: .nextURL(at: "next"), loader: .tested())
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 10, "its own rows are as good as any")
      server.expect(
        walk.state.append.failure, .refused,
        "BASE/odd/foreign-next links to a page on another server, "
          + "http://127.0.0.2:1/people?page=2, which is not followed; "
          + "allow it by name if it is to be trusted.")
    }
  }

  @Test func aRedirectToAnotherServerIsRefused() async throws {
    try await TestServer.run { server in
      try await TestServer.run { other in
        let target = other.url("people").absoluteString
        try await server.control(
          """
          {"fail": {"path": "/people", "status": 302, "headers": {"Location": "\(target)"}}}
          """)
        server.expect(
          await Walk.toEnd(of: server.people).state.error, .refused,
          "BASE/people redirects to another server, \(target), which is not followed; "
            + "allow it by name if it is to be trusted.")
      }
    }
  }

  /// The user name and the password are the program's, and in no link and no cursor.
  @Test(arguments: ["", "own:secret@"])
  func aLinkHasNoCredentialsOfItsOwn(credentials: String) async throws {
    let log = Log<[String]>()
    try await RawServer.run { request in
      log.add(request.values(of: "authorization"))
      let next =
        switch request.path {
        case "1": #""/2""#
        case "2": #""http://evil:evil@127.0.0.1:\#(request.port)/3""#
        default: "null"
        }
      let body = #"{"rows": [{"id": \#(request.path)}], "next": \#(next)}"#
      return .init(
        Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    } body: { server in
      let address = server.url("1").absoluteString
      let url = try #require(URL(string: address.replacing("//", with: "//" + credentials)))
      let source = HTTPPageSource<JSONRow>(
        .get(url), rows: .raw(at: "rows", id: "id"), paging: .nextURL(at: "next"),
        loader: .tested())
      var walk = Walk(source)
      await walk.send(.started)
      while let cursor = walk.state.page {
        #expect(!"\(cursor)".contains("@"))
        await walk.send(.loadMore)
      }
      #expect(walk.state.items.map(\.id) == ["1", "2", "3"])
      #expect(Set(log.entries).count == 1, "\(log.entries)")
      if credentials.isEmpty { #expect(log.entries.allSatisfy { $0.isEmpty }) }
    }
  }

  @Test(arguments: [
    (nil, "answered 302; check the address."), ("", #"redirects to """#),
    ("mailto:a@b", #"redirects to "…@b""#), ("file:///etc/passwd", #"redirects to "file:///etc"#),
    ("http://", #"redirects to "http://""#), ("http://h:x/", #"redirects to "http://h:x/""#),
    ("http://user:hunter2@evil host:x/", #"redirects to "…@evil host:x/""#),
  ])
  func aRedirectToNoPageIsAFailureForGood(location: String?, message: String) async throws {
    let field = location.map { "Location: \($0)\r\n" } ?? ""
    try await RawServer.run { _ in
      .init(Data("HTTP/1.1 302 Found\r\n\(field)Content-Length: 2\r\n\r\n[]".utf8))
    } body: { server in
      let failure = await #expect(throws: FeedFailure.self) {
        try await HTTPRequest.get(server.url("1")).json(size: 20, loader: .tested())
      }
      #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
      #expect(failure?.status == 302)
      #expect(failure?.isRetryable == false)
    }
  }

  /// A link may be relative to the page, or to the root of the API, which only the path of the page tells.
  @Test(arguments: [
    ("api/shop/item", "shop/item?page=2", "api/shop/item?page=2"),
    ("api/shop/item", "item?page=2", "api/shop/item?page=2"),
    ("api/shop/item", "?page=2", "api/shop/item?page=2"),
    ("api/shop/item", "/shop/item?page=2", "shop/item?page=2"),
    ("api/shop/item", "op/item?page=2", "api/shop/op/item?page=2"),
    ("api/shop/item", "shop/item/2", "api/shop/shop/item/2"),
  ])
  func aRelativeLinkIsResolved(page: String, link: String, target: String) async throws {
    let asked = Log<String>()
    try await RawServer.run { request in
      asked.add(request.path)
      return request.path == page
        ? .json(#"{"rows": [{"id": 1}], "next": "\#(link)"}"#)
        : .json(#"{"rows": [{"id": 2}], "next": null}"#)
    } body: { server in
      let source = HTTPPageSource<JSONRow>(
        .get(server.url(page)), rows: .raw(at: "rows", id: "id"), paging: .nextURL(at: "next"))
      #expect(await Walk.toEnd(of: source).state.items.count == 2)
      #expect(asked.entries.last == target)
    }
  }

  @Test func aRedirectOnTheSameServerIsFollowed() async throws {
    try await TestServer.run { server in
      try await server.control(
        #"{"fail": {"path": "/old", "status": 301, "headers": {"Location": "/people"}}}"#)
      let source = HTTPPageSource<Person>(
        .get(server.url("old")), rows: .list(at: "results"), paging: .nextURL(at: "next"),
        loader: .tested())
      #expect(await Walk.toEnd(of: source).state.items.count == 82)
    }
  }

  @Test func aLinkToThePageItselfEndsTheFeed() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Person>(
        .get(server.url("odd/same-cursor")), rows: .list(at: "results"),
        paging: .nextURL(at: "next"), loader: .tested())
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 10)
      #expect(walk.state.append == .ended(reason: .cycle))
    }
  }

  @Test func aListThatIsNotPagedIsOnePage() async throws {
    try await TestServer.run { server in
      let source = HTTPPageSource<Product>(
        .get(server.url("odd/not-paged")), rows: .list(at: "items"), paging: .none,
        loader: .tested())
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 10)
      #expect(walk.state.append == .ended(reason: .exhausted))
    }
  }
}
