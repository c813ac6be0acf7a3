public import FeedEffects
public import FeedReducer
import Foundation

/// A page source of undecoded rows that finds out by itself how an API pages.
///
/// ```swift
/// let people = DetectedSource(.get(url))
/// let store = FeedStore(source: people)
/// ```
///
/// It looks at the first response as ``PagingStyle/detect(_:url:headers:given:)`` does, and takes its rows as
/// the first page. A response without rows, or with all rows on one page, does not tell the whole style:
/// then each first page is looked at again, such as that of a refresh, until one does. Where the rows are, and
/// what their id is, the first page that has rows tells. What is given is never replaced, and what the rows
/// have told stays.
///
/// It is for tools and for a first look at an API. When you know the style, use ``HTTPPageSource``, which
/// decodes your own rows.
public final class DetectedSource: PageSource, Sendable {
  /// The request for a page, as it was given.
  public let request: HTTPRequest

  /// What was known before the first response.
  public let given: PagingStyle.Given

  private struct Found {
    var style: PagingStyle
    var source: HTTPPageSource<JSONRow>
    var witness: IDWitness

    /// What has to be given where the first answer is to tell the style; nil if it does so by itself.
    var needed: PagingStyle.Given?

    /// Whether a failure of the second page says that its parameter, which is a guess, is none.
    func isRefuted(by failure: FeedFailure) -> Bool {
      failure.code == .ignoredParameter
        || style.hasGuessedPageName && [400, 404, 409, 422].contains(failure.status)
          && !failure.knows(source.request.pageName)
    }
  }

  private let healing: PageHealing
  private let mayGuess: Bool

  /// What all requests that lead nowhere are taken from.
  let budget = RequestBudget()
  private let onDrift: (@Sendable (PageDrift) -> Void)?
  let loader: HTTPLoader
  private let found = Locked<Found?>(nil)

  /// The URL of the first page, where the answer to the request has no rows but a link to it.
  private let entrance = Locked<URL?>(nil)

  private let queue: ReadingQueue

  /// Creates a source. No request is sent yet.
  ///
  /// - Parameters:
  ///   - request: The request for a page.
  ///   - given: What is known of the API.
  ///   - healing: What to do about rows that move while the feed is read.
  ///   - mayGuess: Whether it may send some requests more, ``maxGuesses`` at most, to find out how a list goes on where
  ///     the answers don't tell.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests.
  public init(
    _ request: HTTPRequest, given: PagingStyle.Given = PagingStyle.Given(),
    healing: PageHealing = .automatic, mayGuess: Bool = true,
    onDrift: (@Sendable (PageDrift) -> Void)? = nil,
    loader: HTTPLoader = .shared
  ) {
    self.request = request
    self.given = given
    self.healing = healing
    self.mayGuess = mayGuess
    self.onDrift = onDrift
    self.loader = loader
    queue = ReadingQueue(on: loader.readingThreads)
  }

  /// The same list, filtered by a query. What was found out stays, but how the filtered list pages is
  /// found out for itself.
  package func asking(for values: [String: (any QueryValue)?]) -> DetectedSource {
    DetectedSource(
      foundRequest.asking(for: values), given: known, healing: healing, mayGuess: mayGuess,
      onDrift: onDrift,
      loader: loader)
  }

  /// The style as far as it is known; nil before the first response.
  public var style: PagingStyle? { found.use { $0?.style } }

  /// What has to be given for the first answer to tell ``style``, as requests did that led on; nil if it does so by
  /// itself.
  package var needed: PagingStyle.Given? { found.use { $0?.needed } }

  /// The link for a number or an offset, where links name the pages; nil if none is known.
  package func link(for cursor: PageCursor) -> String? {
    guard case .link(let link)? = found.use({ $0?.source.linked(cursor) }) else { return nil }
    return link
  }

  /// How many rows that were read have the id of another row, and the path of a better one, if there is
  /// one; nil if none has.
  var idConflict: (rows: Int, better: JSONPath?)? {
    given.id == nil ? found.use { $0?.witness.conflict } : nil
  }

  /// What speaks against the id of the rows, as far as rows came again; nil if nothing does.
  var repetition: String? {
    found.use { found in
      if let count = found?.witness.repeatedValues {
        return "\(count.rows) came again, and nothing tells two of the same value apart"
      }
      return found?.witness.changedRows.map {
        "\($0.rows) had the id of another row and other values, and each id is kept once"
      }
    }
  }

  /// How many requests have led nowhere since the list was read from its start: guesses, and the same request again.
  package var idleRequests: Int { budget.spent }

  /// How many rows of the list were null, as those are that the asker may not see, and were skipped.
  package var skippedRows: Int { memory?.use { $0.latest?.skipped } ?? 0 }

  /// What is remembered of the list; nil before the first response.
  var memory: Locked<ListMemory<JSONRow>>? { found.use { $0?.source.memory } }

  /// The rows that moved before the page of a request; nil if none did.
  package func drift(before ticket: Ticket) -> PageDrift? {
    memory?.use { $0.drifts[ticket] }
  }

  /// The request with the names that were found.
  public var foundRequest: HTTPRequest { found.use { $0?.source.request } ?? startRequest }

  /// The request for the first page, where the answer to ``request`` only links to it.
  var startRequest: HTTPRequest {
    guard let url = entrance.use({ $0 }) else { return request }
    var request = request
    request.url = url
    return request
  }

  /// Whether requests ask for a number of rows.
  package var asksForSize: Bool { foundRequest.sizeName != nil || foundRequest.rangeUnit != nil }

  /// Loads a page. See ``HTTPPageSource/page(for:)``.
  ///
  /// - Throws: What an ``HTTPPageSource`` throws, and what detection does: a failure whose message says
  ///   which part of ``given`` is missing.
  public func page(for request: JSONFeed.Request) async throws -> JSONFeed.Page {
    judged(try await unjudgedPage(for: request), for: request)
  }

  private func unjudgedPage(for request: JSONFeed.Request) async throws -> JSONFeed.Page {
    let found = found.use { $0 }
    if request.position == .start {
      found?.witness.forget()
      budget.reset()
    }
    if request.position == .start, found?.style.isSettled != true {
      return try await look(at: request, behind: nil)
    }
    if let found, found.style.rowCount > 0 {
      if let page = try await pageCountedFromZero(as: found, for: request) { return page }
      do {
        return try await found.source.page(for: request)
      } catch let failure as FeedFailure
        where failure.code == .ignoredParameter && found.style.isWholeWithoutPages
      {
        // The server sends the few rows that it has for any page.
        self.found.use { $0?.style.proof = "the same rows came for a second page" }
        return JSONFeed.Page(items: [], next: nil, ending: Ending(.wholeList, isChecked: true))
      } catch let failure as FeedFailure where mayGuess && found.isRefuted(by: failure) {
        return try await anotherWay(than: found, for: request, after: failure)
      }
    }
    if let found { return try await look(at: request, behind: found) }
    // A snapshot was restored: its cursor does not tell the style.
    _ = try await look(
      at: .init(ticket: request.ticket, kind: request.kind, position: .start, size: request.size),
      behind: nil)
    return try await unjudgedPage(for: request)
  }

  /// Loads the first page, or one behind one or more without rows. Its rows tell where they are, and what their
  /// id is.
  private func look(
    at request: JSONFeed.Request, behind earlier: Found?
  ) async throws -> JSONFeed.Page {
    let known = known
    let isBefore = if case .before = request.position { true } else { false }
    typealias Look = (
      found: Found?, reading: PageReading<JSONRow>, answer: HTTPResponse, first: URL?
    )
    let look: Look = try await foundRequest.load(
      HTTPRequest.Place(cursor: request.position.cursor, isBefore: isBefore), size: request.size,
      with: loader, readingOn: queue
    ) { [self] response, checkpoint in
      if earlier == nil, entrance.use({ $0 }) == nil, let first = firstPage(in: response) {
        return (nil, PageReading(page: .init(items: [], next: nil)), response, first)
      }
      guard let found = try finding(in: response, behind: earlier, known: known) else {
        let page = JSONFeed.Page(items: [], next: nil, ending: Ending(.emptyPage))
        return (nil, PageReading(page: page), response, nil)
      }
      let reading = try found.source.read(request, in: response, checkpoint: checkpoint)
      return (found, reading, response, nil)
    }
    if let first = look.first {
      entrance.use { $0 = first }
      return try await self.look(at: request, behind: nil)
    }
    guard let found = look.found else { return look.reading.page }
    let page = found.source.marked(look.reading, for: request)
    if earlier == nil, given.next != nil {
      try await found.source.checkThatNextIsNamed(by: look.reading, for: request)
    }
    self.found.use { $0 = found }
    guard earlier == nil, mayGuess, page.next == nil, given.kind == nil, given.next == nil,
      !found.style.isSettled || page.ending?.doubt != nil
    else { return page }
    return await leadingOn(page, for: request, in: look.answer, style: found.style)
  }

  /// A first page that names no next one, with what some more requests have found out of how the list goes on.
  private func leadingOn(
    _ page: JSONFeed.Page, for request: JSONFeed.Request, in response: HTTPResponse,
    style: PagingStyle
  ) async -> JSONFeed.Page {
    switch await finding(behind: page, for: request, in: response, style: style) {
    case .way(let lead):
      var found = finding(lead.style.asFound)
      found.needed = needed(lead, in: response)
      guard let led = try? found.source.read(request, in: response) else { return page }
      self.found.use { $0 = found }
      return found.source.marked(led, for: request)
    case .end(let ending):
      var page = page
      page.ending = ending
      return page
    case .whole(let proof):
      self.found.use { $0?.style.proof = proof }
      var page = page
      page.ending = Ending(.wholeList, isChecked: true)
      return page
    case .nothing:
      return page
    }
  }

  /// The second page in another way, where the first one was a guess that the server has refuted.
  private func anotherWay(
    than found: Found, for request: JSONFeed.Request, after failure: FeedFailure
  ) async throws -> JSONFeed.Page {
    let start = JSONFeed.Request(
      ticket: request.ticket, kind: .refresh, position: .start, size: request.size)
    guard case .after(let cursor) = request.position,
      found.source.memory.use({ $0.first?.next == cursor }), budget.spend(),
      let response = try? await response(
        at: HTTPRequest.Place(), of: startRequest, size: request.size),
      let first = firstAnswer(response, to: start, besides: []),
      case .lead(let lead) = await tryOut(first.detection.alternatives, behind: first)
    else { throw failure }
    var other = finding(lead.style.asFound)
    other.needed = needed(lead, in: response)
    let page = other.source.marked(try other.source.read(start, in: response), for: start)
    self.found.use { $0 = other }
    guard let next = page.next else { throw failure }
    return try await other.source.page(
      for: .init(
        ticket: request.ticket, kind: request.kind, position: .after(cursor: next),
        size: request.size))
  }

  /// The second page, if pages count from 0: the parameter is a guess, and page 1 has other rows than the first one. Nil
  /// if they count from 1.
  private func pageCountedFromZero(
    as found: Found, for request: JSONFeed.Request
  ) async throws -> JSONFeed.Page? {
    guard mayGuess, found.style.isCountedByGuess, case .after(let cursor) = request.position,
      let first = found.source.memory.use({ $0.first }), first.next == cursor, budget.spend()
    else { return nil }
    var style = found.style
    style.firstNumber = 0
    let other = finding(style)
    let start = JSONFeed.Request(
      ticket: request.ticket, kind: .refresh, position: .start, size: request.size)
    let next = other.source.marked(
      PageReading(page: .init(items: first.items, next: .number(1), total: first.total)), for: start
    ).next
    let position = JSONFeed.Position.after(cursor: next ?? .number(1))
    let second = JSONFeed.Request(
      ticket: request.ticket, kind: request.kind, position: position, size: request.size)
    let known = Set(first.items.map(\.id))
    guard let reading = try? await other.source.load(second), !reading.page.items.isEmpty,
      !reading.page.items.contains(where: { known.contains($0.id) })
    else {
      self.found.use { $0?.style.firstNumber = 1 }
      return nil
    }
    self.found.use { $0 = other }
    return other.source.marked(reading, for: second)
  }

  /// The URL of the first page that an answer without any list names, on the same server; nil if it names none.
  private func firstPage(in response: HTTPResponse) -> URL? {
    guard request.body == nil, request.graphQL == nil, given.rows == nil,
      let detection = detection(in: response), detection.listsOfRows.isEmpty,
      let link = detection.leaves.first(where: { $0.isLinkToFirstPage })?.value.text,
      let url = URL(link: link, on: response.url), request.hasOrigin(of: url), url != request.url
    else { return nil }
    return url
  }

  /// What is found in a response; nil if a first page has no content.
  private func finding(
    in response: HTTPResponse, behind earlier: Found?, known: PagingStyle.Given
  ) throws(FeedFailure) -> Found? {
    guard let earlier else {
      if response.status == 204 { return nil }
      let answer = try request.json(in: response, limits: loader.limits)
      return finding(try style(of: answer, known: known))
    }
    // A page behind the first one may come without its list.
    guard let answer = try? request.json(in: response, limits: loader.limits),
      let seen = try? style(of: answer, known: known), seen.rowCount > 0
    else { return earlier }
    return finding(earlier.style.takingRows(from: seen))
  }

  /// What is found with a style.
  private func finding(_ style: PagingStyle) -> Found {
    let witness = IDWitness(
      others: style.otherIDs, isWeak: style.hasWeakID,
      isOfValues: style.id.components.isEmpty && !style.lacksID)
    // Of values that are their own ids a second one may be meant, so none is taken for a row that has moved.
    let source = style.source(
      for: startRequest, healing: style.id.components.isEmpty || style.lacksID ? .off : healing,
      onDrift: onDrift,
      loader: loader, onRow: { witness.note($0, id: $1) },
      asText: given.rowsAreText, budget: budget)
    return Found(style: style, source: source, witness: witness)
  }

  /// The style that an answer tells. A failure names the URL of the answer, which has the query, too.
  private func style(
    of answer: JSONResponse, known: PagingStyle.Given
  ) throws(FeedFailure) -> PagingStyle {
    do {
      return try Detection(answer, to: startRequest, given: known).style()
    } catch {
      throw FeedFailure(error, at: answer.url)
    }
  }

  /// What is given, and what rows have told. Rows must not change their ids between two responses.
  private var known: PagingStyle.Given {
    var known = given
    guard let style, style.rowCount > 0 else { return known }
    known.rows = style.rows
    guard style.rowCount > 1, !style.lacksID else { return known }
    known.id = style.id
    known.title = given.title ?? style.title
    return known
  }
}

extension PagingStyle {
  /// This style as one that was found by a request that led on.
  fileprivate var asFound: PagingStyle {
    var style = self
    style.isSettled = true
    style.hasGuessedPageName = true
    // A number that counts from 0 was tried before.
    if style.paging.isByPage { style.firstNumber = firstNumber ?? 1 }
    style.saysMore = false
    return style
  }

  /// Whether the number of the first page is no more than the usual one, for a parameter that is a guess.
  fileprivate var isCountedByGuess: Bool {
    hasGuessedPageName && firstNumber == nil && paging.isByPage
  }

  /// This style with what another page tells of the rows.
  fileprivate func takingRows(from seen: PagingStyle) -> PagingStyle {
    var style = self
    style.rows = seen.rows
    style.isAbsentIfEmpty = seen.isAbsentIfEmpty
    style.needsObjects = seen.needsObjects
    style.id = seen.id
    style.title = seen.title
    style.rowCount = seen.rowCount
    style.otherIDs = seen.otherIDs
    style.hasWeakID = seen.hasWeakID
    return style
  }
}
