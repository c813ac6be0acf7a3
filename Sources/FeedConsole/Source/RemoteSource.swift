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

  /// The pages of the query that was asked last.
  private(set) var latest: DetectedSource

  /// The page that came with the first look, until it is asked for.
  private var first: (sent: URLRequest?, page: JSONFeed.Page)?

  /// The ids of its rows.
  let firstIDs: [JSONRow.ID]

  private let responses: Responses

  /// The number of rows that was asked for last.
  private var lastSize: Int?

  /// Whether it may ask for what leads on where nothing tells it: `--no-guess` forbids it.
  var mayGuess = true

  /// Whether the list is read from a later place than its start, so that the number of its rows tells nothing.
  var startsLater = false

  /// The file that `curl` names for the header fields.
  var headerFile = "FILE"

  /// Creates a source that finds the style out. `page` came for the request `first`, if it was sent.
  init(
    _ source: DetectedSource, responses: Responses, first: JSONFeed.Request, page: JSONFeed.Page?
  ) {
    self.responses = responses
    pages = source
    latest = source
    firstIDs = page?.items.map(\.id) ?? []
    self.first = page.map { (try? source.request.urlRequest(size: first.size), $0) }
  }

  override var name: String { pages.request.url.withoutSecrets }

  /// How it pages, for the start of a session.
  var details: [String] {
    guard let style else { return [] }
    // If no paging was found, the last note says where the detection looked.
    let option = style.lacksStyle ? " (--style)" : ""
    let note = style.paging == .none ? style.notes.suffix(1).map { "\($0)\(option)" } : []
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
    latest = source
    if let page = knownPage(for: load) { return { page } }
    lastSize = request.size
    // Rows that are handed on are not looked at again.
    if source.given.rowsAreText { return { try await source.page(for: request) } }
    return { [responses] in
      try await responses.noting(load) { try await source.page(for: request) }
    }
  }

  /// The page of the first look, if it is what `request` asks for. Later it is out of date.
  private func knownPage(for load: Load) -> JSONFeed.Page? {
    defer { first = nil }
    let request = load.request
    guard let first, request.position == .start, load.query.isEmpty else { return nil }
    let asked = try? pages.foundRequest.urlRequest(size: request.size)
    let isSame = asked != nil && asked == first.sent
    guard isSame || first.page.items.count == request.size else { return nil }
    responses.rename(first: load)
    return first.page
  }

  /// What the user should know after an answer: that rows have moved, or what to do where it leads no further.
  /// Nil if nothing is to be said.
  ///
  /// - Parameter tell: Receives what is done to find it out, before requests are sent for that.
  func advice(
    after answer: JSONFeed.Action, in state: JSONFeed.State, tell: (String) -> Void
  ) -> Advice? {
    switch answer {
    case .pageLoaded(let ticket, let page):
      let note =
        state.append.end == nil
        ? nil : latest.note(atEnd: page, count: state.items.count, size: lastSize)
      return note.flatMap {
        if startsLater, !$0.isAboutIDs { return nil }
        return advice($0, behind: page, besides: state.items.map(\.id), tell: tell)
      }
        ?? drift(before: ticket).map { Advice(text: "\($0)", isOfMovement: true) }
    case .failed(_, let failure):
      return advice(on: failure)
    default: return nil
    }
  }

  /// The request of `load` as a `curl` command.
  func curl(_ load: Load) throws(FeedFailure) -> String {
    try pages(for: load.query).foundRequest.curl(
      for: load.request.position.cursor, size: load.request.size, headersIn: headerFile)
  }

  /// The rows that moved before those that answered `ticket`; nil if none did.
  func drift(before ticket: Ticket) -> PageDrift? {
    ([pages] + pagesByQuery.values).lazy.compactMap { $0.drift(before: ticket) }.first
  }

  /// The last response to `load`; nil if there was none.
  func response(to load: Load) -> HTTPExchange? { responses[load] }

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
    return JSONText.readable(body)
  }
}

extension DetectedSource.EndNote {
  /// Whether it tells of the ids of rows, and not of how many came.
  fileprivate var isAboutIDs: Bool { if case .id? = remedy { true } else { false } }
}

extension PagingStyle {
  /// Whether how the list goes on has to be given, if it does.
  var lacksStyle: Bool { paging == .none && !listsPages }
}
