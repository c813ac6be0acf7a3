import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An API over HTTP as a source. Its requests run while the user types lines.
final class RemoteSource: TaskSource {
  /// How the API pages, as far as responses have told.
  var style: PagingStyle? { pages.style }

  let pages: DetectedSource

  /// The pages of each query that was asked.
  private var pagesByQuery: [Query: DetectedSource] = [:]
  let drifts: Drifts
  private let url: String

  /// The page that came with the first look, until it is asked for.
  private var first: (sent: URLRequest?, page: JSONFeed.Page)?

  private let responses: Responses

  /// The number of rows that was asked for last.
  private(set) var lastSize: Int?

  /// The number of all rows that came with the first page.
  private(set) var firstTotal: Int?

  /// Whether it may ask for what leads on where nothing tells it: `--no-guess` forbids it.
  var mayGuess = true

  /// The file that `curl` names for the header fields.
  var headerFile = "FILE"

  /// Creates a source that finds the style out. `page` came for the request `first`, if it was sent.
  init(
    _ source: DetectedSource, drifts: Drifts, responses: Responses, first: JSONFeed.Request,
    page: JSONFeed.Page?
  ) {
    self.responses = responses
    url = source.request.url.withoutSecrets
    pages = source
    self.drifts = drifts
    self.first = page.map { (try? source.request.urlRequest(size: first.size), $0) }
  }

  override var name: String { url }

  override var details: [String] {
    guard let style else { return [] }
    // If no paging was found, the last note says where the detection looked.
    let note = style.paging == .none ? style.notes.suffix(1).map { "\($0) (--style)" } : []
    let misses = style.misses.map {
      "note: the first answer has nothing at \($0.path)" + ($0.isInRows ? " of its rows" : "")
        + " (--\($0.part))"
    }
    return ["\(style)"] + note + misses
  }

  override var queries: QueryNames? {
    let known = ["q", "query", "search", "s", "term", "name", "title"]
    let parts = URLComponents(url: pages.foundRequest.url, resolvingAgainstBaseURL: true)
    let names = parts?.queryItems?.map(\.name) ?? []
    return QueryNames(text: known.first { names.contains($0) })
  }

  /// Whether its requests ask for a number of rows.
  var asksForSize: Bool {
    pages.foundRequest.sizeName != nil || pages.foundRequest.rangeUnit != nil
  }

  /// The header fields that are sent along, if `url` has the origin of this API; else none.
  func headers(for url: URL) -> [String: String] {
    let request = pages.foundRequest
    guard request.hasOrigin(of: url) else { return [:] }
    guard let user = request.url.user(percentEncoded: false) else { return request.headers }
    let words = "\(user):\(request.url.password(percentEncoded: false) ?? "")"
    return request.headers.merging(["Authorization": words.basicCredentials]) { own, _ in own }
  }

  private func pages(for query: Query) -> DetectedSource {
    if query.isEmpty { return pages }
    let found = pagesByQuery[query] ?? pages.asking(for: query)
    pagesByQuery[query] = found
    return found
  }

  override func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    let (source, request) = (pages(for: load.query), load.request)
    lastSize = request.size
    // What moved before an earlier request is over: a fresh feed, or another branch, has the same tickets.
    drifts.forget(request)
    if request.position == .start { firstTotal = nil }
    // Rows that are handed on are not looked at again.
    if source.given.rowsAreText { return { try await source.page(for: request) } }
    return { [responses] in
      try await responses.noting(load) { try await source.page(for: request) }
    }
  }

  /// The page of the first look, if it is what `request` asks for. Later it is out of date.
  override func knownPage(for load: Load) -> JSONFeed.Page? {
    defer { first = nil }
    let request = load.request
    guard let first, request.position == .start, load.query.isEmpty else { return nil }
    let asked = try? pages.foundRequest.urlRequest(size: request.size)
    let isSame = asked != nil && asked == first.sent
    guard isSame || first.page.items.count == request.size else { return nil }
    responses.rename(first: load)
    return first.page
  }

  override func advice(
    after answer: JSONFeed.Action, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? {
    switch answer {
    case .pageLoaded(let ticket, let page):
      firstTotal = firstTotal ?? page.total
      let isEnd = page.next == nil && state.append.end == .exhausted
      return (state.append.end == nil ? nil : adviceOnIDs)
        ?? (isEnd ? advice(atEnd: page, of: state, tell: tell) : nil)
        ?? drifts[ticket].map { Advice(text: "\($0)") }
    case .failed(_, let failure) where failure.allowOption != nil:
      return failure.allowOption.map { Advice(text: "try \($0)") }
    case .failed(_, let failure) where failure.credentialOption != nil:
      return failure.credentialOption.map { Advice(text: "try \($0)") }
    case .failed(_, let failure) where failure.code == .ignoredParameter:
      return options(tell: tell).map { Advice(text: "try \($0)") }
    case .failed(_, let failure)
    where [400, 404, 409, 422].contains(failure.status) && style?.hasGuessedPageName == true
      && state.items.count > 0:
      return options(tell: tell).map { Advice(text: "the parameter was a guess; try \($0)") }
    default: return nil
    }
  }

  override func curl(_ load: Load) throws(FeedFailure) -> String? {
    try pages(for: load.query).foundRequest.curl(
      for: load.request.position.cursor, size: load.request.size, headersIn: headerFile)
  }

  override func response(to load: Load) -> HTTPExchange? {
    responses[load]
  }

  override func body(for load: Load, server: Server?) throws(FeedFailure) -> String {
    let request = load.request
    let body: String
    if let response = response(to: load) {
      body = response.body
    } else {
      let asked = pages(for: load.query).foundRequest
      body = JSONText.of(
        try waiting(unless: interruption, for: request.text) {
          try await asked.json(for: request.position.cursor, size: request.size)
        })
    }
    return body.jsonFault == nil ? JSONText.indented(body) : body
  }
}

/// The rows that moved before pages, by the requests for them.
final class Drifts: Sendable {
  private let byTicket = Locked<[Ticket: PageDrift]>([:])

  func note(_ drift: PageDrift) {
    byTicket.use { $0[drift.ticket] = drift }
  }

  /// Forgets what moved before a request of the same ticket; before that for a first page, everything.
  func forget(_ request: JSONFeed.Request) {
    byTicket.use { drifts in
      if request.position == .start { drifts = [:] } else { drifts[request.ticket] = nil }
    }
  }

  var isEmpty: Bool { byTicket.use { $0.isEmpty } }

  /// How many rows came before those that were read.
  var came: Int { byTicket.use { drifts in drifts.values.reduce(0) { $0 + $1.came } } }

  subscript(ticket: Ticket) -> PageDrift? { byTicket.use { $0[ticket] } }
}
