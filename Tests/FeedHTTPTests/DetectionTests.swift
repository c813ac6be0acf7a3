import FeedReducer
import Foundation
import TestServers
import Testing

// Paths of keys that no path in text has can only be made inside.
@testable import FeedHTTP
import TestWatch

/// First answers as other servers give them, and the styles that they are taken for.
@Suite("Detection", .watched)
struct DetectionTests {
  struct Case: Sendable {
    let url: String
    let json: String
    let words: String

    init(_ url: String, _ json: String, _ words: String) {
      self.url = url
      self.json = json
      self.words = words
    }

    init(_ json: String, _ words: String) {
      self.init("https://example.org/feed", json, words)
    }

    func style() throws -> PagingStyle {
      let answer = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
      return try PagingStyle.detect(answer, url: try #require(URL(string: url)))
    }
  }

  private func given(rows: JSONPath, id: JSONPath? = nil) -> PagingStyle.Given {
    var given = PagingStyle.Given()
    given.rows = rows
    given.id = id
    return given
  }

  private static let rows = #"[{"id": 3, "name": "a"}, {"id": 2, "name": "b"}]"#

  private static let links = [
    Case(  // swapi.tech
      "https://swapi.tech/api/people?page=1&limit=2",
      #"""
      {"message": "ok", "total_records": 82, "total_pages": 41, "previous": null,
       "next": "https://swapi.tech/api/people?page=2&limit=2",
       "results": [
         {"uid": "1", "name": "Luke Skywalker", "url": "https://swapi.tech/api/people/1"},
         {"uid": "2", "name": "C-3PO", "url": "https://swapi.tech/api/people/2"}],
       "apiVersion": "1.0", "timestamp": "2025-01-01T00:00:00.000Z",
       "support": {"contact": "a@b.c", "partnerDiscounts": {
         "saberMasters": {"link": "https://x.y", "details": "z"}}},
       "social": {"discord": "https://d.e", "reddit": "https://f.g"}}
      """#, "next URL in .next, rows in .results, id .uid, title .name"),
    Case(  // Django REST framework, page number
      #"{"count": 95, "next": "http://h/?page=2", "previous": null, "results": \#(rows)}"#,
      "next URL in .next, rows in .results, id .id, title .name"),
    Case(  // Django REST framework, cursor
      #"{"next": "http://h/?cursor=cD0%3D", "previous": null, "results": \#(rows)}"#,
      "next URL in .next, rows in .results, id .id, title .name"),
    Case(  // Django REST framework, a single page
      "https://example.org/feed?page=1",
      #"{"count": 2, "next": null, "previous": null, "results": \#(rows)}"#,
      "next URL in .next, rows in .results, id .id, title .name"),
    Case(  // JSON:API
      #"""
      {"data": [{"type": "x", "id": "1", "attributes": {"title": "a"}}],
       "links": {"self": "https://h/x", "next": "https://h/x?page[number]=2"}}
      """#, "next URL in .links.next, rows in .data, id .id, title .attributes.title"),
    Case(  // HAL
      #"""
      {"_links": {"self": {"href": "/x"}, "next": {"href": "/x?page=2"}},
       "_embedded": {"orders": [{"id": 1, "title": "a"}]}}
      """#, "next URL in ._links.next.href, rows in ._embedded.orders, id .id, title .title"),
    Case(  // OData
      #"{"@odata.nextLink": "People?$skiptoken=8", "value": \#(rows)}"#,
      #"next URL in '.@odata\.nextLink', rows in .value, id .id, title .name"#),
    Case(  // Rick and Morty
      #"{"info": {"count": 826, "pages": 42, "next": "https://h/?page=2"}, "results": \#(rows)}"#,
      "next URL in .info.next, rows in .results, id .id, title .name"),
    Case(  // PokéAPI: rows that have nothing but a name and a URL
      #"""
      {"count": 1302, "next": "https://h/?offset=2&limit=2", "results": [
        {"name": "bulbasaur", "url": "https://h/1/"}, {"name": "ivysaur", "url": "https://h/2/"}]}
      """#, "next URL in .next, rows in .results, id .url, title .name"),
  ]

  private static let datasette = [
    Case(
      #"""
      {"database": "feed", "rows": \#(rows), "truncated": false, "columns": ["id", "name"],
       "filtered_table_rows_count": 25, "primary_keys": ["id"], "units": {}, "facet_results": {},
       "query": {"sql": "select", "params": {}}, "expandable_columns": [],
       "suggested_facets": [{"name": "score", "toggle_url": "http://h/"}],
       "next": "3", "next_url": "http://h/feed/items.json?_shape=objects&_next=3"}
      """#, "next URL in .next_url, rows in .rows, id .id, title .name"),
    Case(
      #"""
      {"rows": [[1, "item 1 é😀", "2026", 1], [2, "item 2", "2026", 1]], "columns": ["id"],
       "suggested_facets": [{"name": "a", "toggle_url": "b"}, {"name": "c", "toggle_url": "d"},
         {"name": "e", "toggle_url": "f"}],
       "filtered_table_rows_count": 2, "next": null, "next_url": null}
      """#, "next URL in .next_url, rows in .rows, id .[0], title .[1]"),
    Case(
      #"{"rows": [["tag 1", 1], ["tag 2", 2]], "next": "tag 2", "next_url": "http://h/?_next=2"}"#,
      "next URL in .next_url, rows in .rows, id .[0]"),
  ]

  private static let others = [
    Case(  // GitHub's search
      "https://api.github.com/search/repositories?q=swift&sort=stars&per_page=2",
      #"""
      {"total_count": 300000, "incomplete_results": false, "items": [
        {"id": 790019, "node_id": "MDEw", "name": "swift", "full_name": "swiftlang/swift",
         "topics": ["a"], "owner": {"login": "swiftlang", "id": 42816656}, "description": null,
         "html_url": "https://github.com/swiftlang/swift", "stargazers_count": 69000},
        {"id": 7508411, "node_id": "MDEx", "name": "RxJava", "full_name": "ReactiveX/RxJava",
         "topics": [], "owner": {"login": "ReactiveX", "id": 6407041}, "description": "b",
         "html_url": "https://github.com/ReactiveX/RxJava", "stargazers_count": 48000}]}
      """#,
      "page number, total in .total_count, parameter page (a guess), rows in .items, id .id, title .name"
    ),
    Case(  // Elasticsearch
      #"""
      {"took": 3, "hits": {"total": {"value": 90, "relation": "eq"}, "hits": [
        {"_id": "a", "_source": {"title": "x"}}, {"_id": "b", "_source": {"title": "y"}}]}}
      """#,
      "page number, total in .hits.total.value, parameter page (a guess), rows in .hits.hits, "
        + "id ._id, title ._source.title"),
    Case(
      #"{"page": 1, "results": \#(rows)}"#,
      "page number, a short page is the last, parameter page (a guess), rows in .results, id .id, title .name"
    ),
    Case(  // a count of the page's own rows
      "https://example.org/feed?page=1", #"{"count": 2, "results": \#(rows)}"#,
      "page number, a short page is the last, rows in .results, id .id, title .name"),
    Case(
      #"{"rows": [{"id": 1, "uid": "a"}, {"id": 1, "uid": "b"}]}"#,
      "not paged, rows in .rows, id .uid"),
    Case(
      #"{"rows": [{"id": 1, "uid": "a"}, {"uid": "b"}]}"#, "not paged, rows in .rows, id .uid"),
    Case(  // GitLab
      #"""
      {"data": {"project": {"issues": {
        "nodes": [{"id": "gid://gitlab/Issue/1", "iid": "1", "title": "a",
          "labels": {"nodes": [{"id": "l1", "title": "bug"}]}}],
        "pageInfo": {"endCursor": "e", "hasNextPage": true}}}}}
      """#,
      "Relay connection in .data.project.issues.pageInfo, rows in .data.project.issues.nodes, "
        + "id .id, title .title"),
    Case(  // Strawberry
      #"""
      {"data": {"items": {"edges": [{"cursor": "Y", "node": {"id": "SX", "title": "item 95"}}],
        "pageInfo": {"hasNextPage": true, "hasPreviousPage": false, "startCursor": "Y",
          "endCursor": "Z"}}}}
      """#,
      "Relay connection in .data.items.pageInfo, rows in .data.items.edges[].node, id .id, "
        + "title .title"),
    Case(rows, "not paged, rows in ., id .id, title .name"),
    Case("[]", "not paged, rows in ., id .id"),
    Case(#"{"results": []}"#, "not paged, rows in .results, id .id"),
    Case(  // DummyJSON: paged by offset
      #"{"products": \#(rows), "total": 194, "skip": 0, "limit": 2}"#,
      "offset, total in .total, parameter skip (a guess), rows in .products, id .id, title .name"),
    Case(  // Slack: paged by token
      #"{"ok": true, "members": \#(rows), "response_metadata": {"next_cursor": "dXNlc"}}"#,
      "token in .response_metadata.next_cursor, parameter cursor (a guess), rows in .members, id .id, title .name"
    ),
    Case(
      #"{"next": null, "nextPageToken": "dXNlc", "items": \#(rows)}"#,
      "token in .nextPageToken, parameter pageToken (a guess), rows in .items, id .id, title .name"),
    Case(  // a page number that is one past a page count
      #"{"current_page": 1, "last_page": 4, "data": \#(rows)}"#,
      "page number, number of pages in .last_page, parameter page (a guess), rows in .data, id .id, title .name"
    ),
    Case(  // OpenSearch
      #"{"startIndex": 0, "itemsPerPage": 2, "totalResults": 9, "Resources": \#(rows)}"#,
      "offset, total in .totalResults, parameter startIndex (a guess), rows in .Resources, id .id, title .name"
    ),
    Case(
      "https://example.org/feed?cursor=", #"{"next": "dXNlc", "items": \#(rows)}"#,
      "token in .next, rows in .items, id .id, title .name"),
    Case(  // Mastodon
      "https://example.org/feed?max_id=100", rows,
      "last row's .id, rows in ., id .id, title .name"),
    Case(
      "https://example.org/feed?page=1&offset=0",
      #"{"next": 2, "after": "x", "items": \#(rows)}"#,
      "page number, a short page is the last, rows in .items, id .id, title .name"),
    Case(
      "https://example.org/feed?limit=2&offset=8", #"{"next": null, "items": \#(rows)}"#,
      "next URL in .next, rows in .items, id .id, title .name"),
    Case(
      #"{"tags": [{"label": "x"}, {"label": "x"}], "posts": \#(rows)}"#,
      "not paged, rows in .posts, id .id, title .name"),
  ]

  private static let more = [
    Case(  // World Bank
      #"[{"page": 1, "pages": 5, "per_page": "2", "total": 9}, \#(rows)]"#,
      "page number, total in .[0].total, parameter page (a guess), rows in .[1], id .id, title .name"
    ),
    Case(  // CouchDB
      #"{"total_rows": 9, "offset": 0, "rows": \#(rows)}"#,
      "offset, total in .total_rows, parameter skip (a guess), rows in .rows, id .id, title .name"),
    Case(  // Semantic Scholar
      #"{"total": 9, "offset": 0, "next": 2, "data": \#(rows)}"#,
      "offset, total in .total, parameter offset (a guess), rows in .data, id .id, title .name"),
    Case(  // Guardian
      #"{"total": 9, "startIndex": 1, "currentPage": 1, "pages": 5, "results": \#(rows)}"#,
      "page number, total in .total, parameter page (a guess), rows in .results, id .id, title .name"
    ),
    Case(  // Elasticsearch, where it stops counting
      #"{"total": {"value": 2, "relation": "gte"}, "page": 1, "items": \#(rows)}"#,
      "page number, a short page is the last, parameter page (a guess), rows in .items, id .id, "
        + "title .name"),
    Case(  // Directus
      #"{"meta": {"total_count": 19, "filter_count": 9}, "data": \#(rows)}"#,
      "page number, total in .meta.filter_count, parameter page (a guess), rows in .data, id .id, "
        + "title .name"),
    Case(  // Google Books
      "https://example.org/volumes?q=x&maxResults=2",
      #"{"kind": "books#volumes", "totalItems": 9, "items": \#(rows)}"#,
      "offset, total in .totalItems, parameter startIndex (a guess), rows in .items, id .id, "
        + "title .name"),
    Case(  // Strapi
      "https://example.org/api/articles?pagination[pageSize]=2",
      #"{"data": \#(rows), "meta": {"pagination": {"page": 1, "pageCount": 5, "total": 9}}}"#,
      "page number, total in .meta.pagination.total, parameter pagination[page] (a guess), "
        + "rows in .data, id .id, title .name"),
    Case(  // Magento
      "https://example.org/V1/products?searchCriteria[currentPage]=1&searchCriteria[pageSize]=2",
      #"{"items": \#(rows), "search_criteria": {"page_size": 2}, "total_count": 9}"#,
      "page number, total in .total_count, rows in .items, id .id, title .name"),
    Case(  // no rows, as no pages
      #"{"page": 1, "pages": 0, "users": \#(rows), "posts": []}"#,
      "page number, number of pages in .pages, parameter page (a guess), rows in .posts, id .id"),
    Case(
      #"[{"a": {"b": {"nctId": "N1"}}}, {"a": {"b": {"nctId": "N2"}}}]"#,
      "not paged, rows in ., id .a.b.nctId"),
    Case(#"[{"a": 1, "p": "x"}, {"a": 2, "p": "x"}]"#, "not paged, rows in ., id .a"),
  ]

  /// A list without rows is the list, where it has a usual name or the total says so.
  private static let empty = [
    Case(
      #"{"items": [], "total": 0, "facets": [{"key": "red"}]}"#, "not paged, rows in .items, id .id"
    ),
    Case(
      #"{"hotels": [], "total": 0, "towns": [{"id": 1}]}"#, "not paged, rows in .hotels, id .id"),
    Case(
      #"{"hotels": [], "meta": {"total": 0}, "towns": [{"id": 1}]}"#,
      "not paged, rows in .hotels, id .id"),
    Case(#"{"data": [], "included": \#(rows)}"#, "not paged, rows in .data, id .id"),
    Case(#"{"rows": [], "columns": [{"name": "a"}]}"#, "not paged, rows in .rows, id .id"),
    Case(  // Laravel
      #"""
      {"data": [], "links": {"next": null}, "meta": {"total": 0, "links": [
        {"url": null, "label": "a"}, {"url": null, "label": "b"}]}}
      """#, "next URL in .links.next, rows in .data, id .id"),
    Case(  // Roundup
      #"{"data": {"collection": [], "@total_size": 0}, "links": {"self": [{"rel": "self"}]}}"#,
      "not paged, rows in .data.collection, id .id"),
    Case(#"{"ok": true, "messages": []}"#, "not paged, rows in .messages, id .id"),
    Case(
      #"{"page": {"totalElements": 0, "number": 0}}"#,
      "page number, total in .page.totalElements, the first page is 0, parameter page (a guess), "
        + "rows in .items, id .id"),
    // Other lists without rows are not.
    Case(
      #"{"products": \#(rows), "tags": [], "unread": {"count": 0}}"#,
      "not paged, rows in .products, id .id, title .name"),
    Case(
      #"{"products": \#(rows), "filters": {"values": []}, "size": 0}"#,
      "not paged, rows in .products, id .id, title .name"),
    Case(
      #"{"messages": [], "users": \#(rows)}"#, "not paged, rows in .users, id .id, title .name"),
  ]

  private static let ids = [
    Case(
      #"[{"_links": {"self": {"href": "/a"}}, "n": 1}, {"_links": {"self": {"href": "/b"}}, "n": 1}]"#,
      "not paged, rows in ., id ._links.self.href"),
    Case(#"[{"FunctionName": "a", "n": 1}]"#, "not paged, rows in ., id .FunctionName"),
    Case(
      #"[{"ts": "15.1", "user": "U"}, {"ts": "15.2", "user": "U"}]"#, "not paged, rows in ., id .ts"
    ),
    Case(
      #"[{"post": {"uri": "a"}}, {"post": {"uri": "b"}}]"#, "not paged, rows in ., id .post.uri"),
    Case(
      #"[{"colour": "red", "size": "m"}, {"colour": "blue", "size": "m"}]"#,
      "not paged, rows in ., id .colour"),
  ]

  @Test(arguments: links + datasette + others + more + empty + ids)
  func aFirstAnswerTellsTheStyle(_ test: Case) throws {
    #expect("\(try test.style())" == "paging: " + test.words)
  }

  @Test func namesAndSizeComeFromTheURL() throws {
    let style = try Case(
      "https://example.org/feed?pageNumber=0&page_size=50", #"{"total": 9, "rows": \#(Self.rows)}"#,
      ""
    ).style()
    #expect(style.pageName == "pageNumber")
    #expect(style.sizeName == "page_size")
    #expect(style.pageSize == 50)
    #expect(style.total == "total")
  }

  @Test func headersAreLookedAtToo() throws {
    let rows = try JSONDecoder().decode(JSONValue.self, from: Data(Self.rows.utf8))
    let url = try #require(URL(string: "https://example.org/feed"))
    func words(_ headers: [String: String]) throws -> String {
      "\(try PagingStyle.detect(rows, url: url, headers: headers))"
    }
    let rest = ", rows in ., id .id, title .name"
    #expect(try words(["Link": "</b>; rel=next"]) == "paging: Link header" + rest)
    #expect(try words(["link": "</b>; rel=prev"]) == "paging: Link header" + rest)
    #expect(
      try words(["Next-Range": "id ]2..; max=2"])
        == "paging: token in header next-range, parameter header:Range (a guess)" + rest)
    #expect(
      try words(["X-Total-Count": "9"])
        == "paging: page number, total in header x-total-count, parameter page (a guess)" + rest)
    #expect(
      try words(["X-Total-Pages": "9"])
        == "paging: page number, number of pages in header x-total-pages, parameter page (a guess)"
        + rest)
  }

  @Test func eachGuessSaysWhy() throws {
    #expect(
      try Case(#"{"total": 9, "items": \#(Self.rows), "more": []}"#, "").style().notes == [
        "rows in .items: the best list of 2 found",
        "id .id: in all 2 rows, no two alike",
        "total in .total: 9",
        "2 rows a page: as many came",
        "page number in the parameter page: .total is 9 and 2 rows came",
      ])
    #expect(
      try Case(#"{"skip": 0, "items": \#(Self.rows)}"#, "").style().notes.last
        == "offset in the parameter skip: .skip is 0")
    #expect(
      try Case(#"{"next": "dXNlc", "items": \#(Self.rows)}"#, "").style().notes.last
        == ".next looks like a token, but nothing tells which parameter takes it: only this page "
        + "is read; give the name of the parameter")
    #expect(
      try Case(#"{"next_page_token": "x", "items": \#(Self.rows)}"#, "").style().notes.last
        == "token in .next_page_token, for the parameter page_token: a guess by its name")
    #expect(
      try Case(#"{"has_more": true, "data": \#(Self.rows)}"#, "").style().notes.last
        == ".has_more is true, but nothing names the next page: only this page is read; give the "
        + "parameter that takes the last row's id, if that is how it pages")
  }

  @Test func keysOfAServerAreEscaped() throws {
    let url = try #require(URL(string: "https://example.org"))
    let answer: JSONValue = ["\u{1B}[2J": [["\u{7}id": 1]], "\u{9B}total": 9]
    let style = try PagingStyle.detect(answer, url: url)
    #expect(
      "\(style)"
        == #"paging: page number, total in '.\u{9b}total', parameter page (a guess), "#
        + #"rows in '.\u{1b}\[2J', id '.\u{7}id'"#
    )
    #expect(style.rows == JSONPath(components: [.key("\u{1B}[2J")]))
    #expect(style.notes.first == #"rows in .\u{1b}\[2J: the best list of 1 found"#)
    let failure = try #require(throws: FeedFailure.self) {
      try PagingStyle.detect(["\u{1B}": [true]], url: url)
    }
    #expect(
      failure.message == "https://example.org has no list of rows: the body is an object with the "
        + #"key \u{1b}, with lists of other things at '.\u{1b}'; give the path of the rows."#)
  }

  /// Each of these would take hours if lists were compared again and again, or every column were.
  @Test func largeAnswersAreLookedThroughInTime() throws {
    let url = try #require(URL(string: "https://example.org"))
    let rows: [JSONValue] = (0..<20_000).map { ["id": .integer($0)] }
    var members: [String: JSONValue] = ["items": .array(rows)]
    for index in 0..<20_000 { members["x\(index)"] = [] }
    #expect(try PagingStyle.detect(.object(members), url: url).rows == "items")
    let wide: [JSONValue] = Array(repeating: ["a"], count: 1_000)
    let failure = try #require(throws: FeedFailure.self) {
      try PagingStyle.detect(
        .array([.array(Array(repeating: "a", count: 200_000))] + wide), url: url,
        given: given(rows: ""))
    }
    #expect(failure.message.contains("no id"))
  }

  @Test func aPathThatIsGivenIsTaken() throws {
    let answer: JSONValue = [
      "results": [["id": 1, "n": "a"]], "tags": ["x", "y"],
      "odd": [["colour": "red"], ["colour": "red"]],
    ]
    let url = try #require(URL(string: "https://example.org"))
    #expect(try PagingStyle.detect(answer, url: url, given: given(rows: "tags")).id == "")
    #expect(
      try PagingStyle.detect(answer, url: url, given: given(rows: "odd", id: "colour")).id
        == "colour")
    let failure = try #require(throws: FeedFailure.self) {
      try PagingStyle.detect(answer, url: url, given: given(rows: "results.id"))
    }
    #expect(
      failure.message == "https://example.org has no list of rows at .results.id: .results is a "
        + "list of 1; give the path of the rows.")
  }

  /// The name of a parameter that is given may be that of a token, of an offset or of an id.
  @Test(arguments: [
    ("before", rows, "last row's .id"), ("from", rows, "last row's .id"),
    ("last_id", rows, "last row's .id"), ("sinceId", rows, "last row's .id"),
    ("p", rows, "page number, a short page is the last"),
    ("before", #"{"items": \#(rows)}"#, "last row's .id"),
    ("from", #"{"items": \#(rows)}"#, "offset, a short page is the last"),
    (
      "continue", #"{"metadata": {"continue": "x"}, "items": \#(rows)}"#,
      "token in .metadata.continue"
    ),
    ("offset", #"{"offset": "itr/x", "records": \#(rows)}"#, "token in .offset"),
  ])
  func aParameterThatIsGivenTellsTheKind(name: String, json: String, words: String) throws {
    let answer = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    var given = PagingStyle.Given()
    given.pageName = name
    let url = try #require(URL(string: "https://example.org/feed?limit=2"))
    let style = try PagingStyle.detect(answer, url: url, given: given)
    #expect("\(style.paging)" == words)
    #expect(style.pageName == name)
  }

  /// The variable of an offset is in the query.
  @Test func aQueryTellsItsOffset() async throws {
    let query = "query ($n: Int, $o: Int) { rows(limit: $n, offset: $o) { id } }"
    try await RawServer.run { request in
      let start = request.body.firstMatch(of: /"o":([0-9]+)/).flatMap { Int($0.1) } ?? 0
      let rows = (start..<max(start, 45)).prefix(20).map { #"{"id": \#($0)}"# }
      return .json(#"{"data": {"rows": [\#(rows.joined(separator: ", "))]}}"#)
    } body: { server in
      let source = DetectedSource(.graphql(server.url("graphql"), query: query))
      let walk = await Walk.toEnd(of: source)
      #expect(walk.state.items.count == 45)
      #expect(source.style?.paging == .offset())
      #expect(source.foundRequest.sizeName == "n")
    }
  }

  @Test func everyGuessCanBeReplaced() throws {
    let url = try #require(URL(string: "https://example.org"))
    var style = try Case(#"{"total": 9, "all": 12, "items": \#(Self.rows)}"#, "").style()
    style.total = "all"
    style.pageName = "p"
    style.sizeName = "n"
    style.title = nil
    let source = style.source(for: .get(url))
    #expect(source.paging == .pageNumber(total: "all"))
    #expect(source.total == "all")
    #expect(source.request.pageName == "p")
    #expect(source.request.sizeName == "n")
    #expect("\(style)" == "paging: page number, total in .all, rows in .items, id .id")
    style.paging = .nextURL(at: "more")
    #expect(style.source(for: .get(url)).paging == .nextURL(at: "more"))
  }

  /// Links to the second page of two rows, and the parameter that counts in them.
  private static let countingLinks: [(next: String, page: String?, first: Int?)] = [
    ("?q=a&page=2", "page", nil), ("?page=1&q=a", "page", 0), ("?q=a&offset=2", "offset", nil),
    ("?q=a&limit=2&offset=2", "offset", nil), ("?q=a&page%5Bnumber%5D=2", "page[number]", nil),
    // Something else is new, or the number leads elsewhere.
    ("?q=a&page=2&at=5", nil, nil), ("?page=2", nil, nil), ("?q=b&page=2", nil, nil),
    ("?q=a&page=3", nil, nil), ("?q=a&offset=3", nil, nil), ("?q=a&page=2&limit=9", nil, nil),
    ("?q=a&cursor=2", nil, nil), ("/other?q=a&page=2", nil, nil),
    ("https://example.com/feed?q=a&page=2", nil, nil),
    ("http://example.org/feed?q=a&page=2", nil, nil),
  ]

  @Test(arguments: countingLinks)
  func aLinkThatCountsNamesItsParameter(next: String, page: String?, first: Int?) throws {
    let style = try Case(
      "https://example.org/feed?q=a", #"{"next": "\#(next)", "results": \#(Self.rows)}"#, ""
    ).style()
    #expect(style.pageName == page)
    #expect(style.firstNumber == first)
    #expect(style.paging == .nextURL(at: "next"))
  }
}
