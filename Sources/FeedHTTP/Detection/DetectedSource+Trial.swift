import FeedEffects
import FeedReducer

// Second pages that are asked for in one way after the other.

extension DetectedSource {
  /// A first page, behind which ways to a second one are tried.
  struct FirstAnswer {
    let request: JSONFeed.Request
    let response: HTTPResponse
    let detection: Detection

    /// The ids of rows that are known; a second page has to have another.
    let known: Set<JSONRow.ID>
  }

  /// A way that has led to a second page.
  struct Lead {
    let given: PagingStyle.Given
    let style: PagingStyle
    let second: JSONFeed.Page
  }

  /// What came of ways that were tried.
  enum Trial {
    /// One led to other rows.
    case lead(Lead)

    /// One that the server takes led to no rows.
    case empty

    /// The same rows came.
    case same

    /// The server refused the parameter.
    case refused

    /// With this parameter rows came that are not on the first page, beside some that are.
    case more(name: String)

    /// Nothing was tried, or no answer came.
    case nothing
  }

  /// The first page in a response to the request for it; nil if it is not JSON.
  func firstAnswer(
    _ response: HTTPResponse, to request: JSONFeed.Request, besides known: Set<JSONRow.ID>
  ) -> FirstAnswer? {
    detection(in: response).map {
      FirstAnswer(request: request, response: response, detection: $0, known: known)
    }
  }

  /// The detection in a response to the request for the first page; nil if it is not JSON.
  func detection(in response: HTTPResponse) -> Detection? {
    (try? request.json(in: response, limits: loader.limits)).map {
      Detection($0, to: startRequest, given: given)
    }
  }

  /// Asks for a second page in these ways, one after the other, until one has other rows.
  func tryOut(
    _ candidates: [PagingStyle.Given], behind first: FirstAnswer, since start: Duration? = nil
  ) async -> Trial {
    let start = start ?? loader.timers.now
    var asked: Set<String> = []
    if let failed = style?.second(behind: first, of: startRequest, loader) {
      asked.insert(failed.asked)
    }
    var bytes = 0
    var result = Trial.nothing
    for candidate in candidates where first.detection.mayTake(candidate.pageName) {
      guard !Task.isCancelled else { break }
      guard
        let style = try? Detection(first.detection.answer, to: startRequest, given: candidate)
          .style(),
        let second = style.second(behind: first, of: startRequest, loader),
        asked.insert(second.asked).inserted
      else { continue }
      guard budget.spend() else { break }
      let trial = await tryOut(second, of: candidate, behind: first, bytes: &bytes)
      switch trial {
      case .lead: return trial
      case .more, .empty: result = trial
      case .same: if !result.hasRows { result = trial }
      case .refused: if case .nothing = result { result = trial }
      case .nothing: break
      }
      if bytes > Self.maxGuessBytes || loader.timers.now - start > Self.maxGuessTime { break }
    }
    return result
  }

  private func tryOut(
    _ second: SecondPage, of candidate: PagingStyle.Given, behind first: FirstAnswer,
    bytes: inout Int
  ) async -> Trial {
    // A size in the URL is that of the first page, too.
    let own = second.source.request.sizeName.flatMap { startRequest.value(of: $0)?.text }
    let size = own.flatMap { Int($0) } ?? first.request.size
    do {
      let response = try await self.response(
        at: HTTPRequest.Place(cursor: second.cursor), of: second.source.request, size: size)
      bytes += response.body.count
      let request = JSONFeed.Request(
        ticket: first.request.ticket, kind: .append, position: .after(cursor: second.cursor),
        size: size)
      guard let page = try? second.source.page(for: request, in: response) else { return .nothing }
      if page.items.isEmpty { return second.tellsTheEnd ? .empty : .nothing }
      let isNew = { !first.known.contains($0) && !second.first.contains($0) }
      guard page.items.map(\.id).contains(where: isNew) else { return .same }
      // A key may be that of the first row of the next page, too.
      let again = second.first.intersection(page.items.map(\.id))
      let isKeyed = candidate.kind == .keyset && again == second.last.map { [$0] }
      return again.isEmpty || isKeyed
        ? .lead(Lead(given: candidate, style: second.style, second: page))
        : .more(name: second.source.request.pageName)
    } catch {
      let failure = error as? FeedFailure
      // A body that is cut off has as many bytes as are allowed for all.
      if failure?.code == .refused { bytes = .max }
      return [400, 404, 422].contains(failure?.status) ? .refused : .nothing
    }
  }

  func response(
    at place: HTTPRequest.Place, of request: HTTPRequest, size: Int
  ) async throws -> HTTPResponse {
    try await request.load(
      place, size: size, with: loader, readingOn: ReadingQueue(on: loader.readingThreads)
    ) { response, _ in response }
  }
}

/// A request for a second page that may lead on.
private struct SecondPage {
  let style: PagingStyle
  let source: HTTPPageSource<JSONRow>

  /// The ids of the first page, and that of its last row.
  let first: Set<JSONRow.ID>
  let last: JSONRow.ID?

  let cursor: PageCursor

  /// The request as a command.
  let asked: String

  /// Whether a page without rows is behind the last one. Other parameters may filter rows.
  var tellsTheEnd: Bool {
    cursor.isComputed && source.request.pageName.isOne(of: ["page", "offset", "skip"])
  }
}

extension PagingStyle {
  /// The second page, as this style asks for it behind a first one; nil if that leads nowhere.
  fileprivate func second(
    behind first: DetectedSource.FirstAnswer, of request: HTTPRequest, _ loader: HTTPLoader
  ) -> SecondPage? {
    let source = source(for: request, healing: .off, loader: loader)
    guard let page = try? source.page(for: first.request, in: first.response),
      let next = page.next,
      let asked = try? source.request.curl(for: next, size: first.request.size)
    else { return nil }
    return SecondPage(
      style: self, source: source, first: Set(page.items.map(\.id)), last: page.items.last?.id,
      cursor: next, asked: asked)
  }
}

extension DetectedSource.Trial {
  /// Whether it tells more than that the same rows came.
  fileprivate var hasRows: Bool {
    switch self {
    case .lead, .more, .empty: true
    case .same, .refused, .nothing: false
    }
  }
}

extension Detection {
  /// Whether the request may have a parameter of this name. A GraphQL query has the variables that it uses.
  fileprivate func mayTake(_ name: String?) -> Bool {
    guard let query, let name else { return true }
    return query.contains("$\(name)")
  }
}
