public import FeedEffects
public import FeedReducer

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
  }

  private let healing: PageHealing
  private let onDrift: (@Sendable (PageDrift) -> Void)?
  let loader: HTTPLoader
  private let found = Locked<Found?>(nil)

  private let queue: ReadingQueue

  /// Creates a source. No request is sent yet.
  ///
  /// - Parameters:
  ///   - request: The request for a page.
  ///   - given: What is known of the API.
  ///   - healing: What to do about rows that move while the feed is read.
  ///   - onDrift: Called when rows have moved before a page, on any thread.
  ///   - loader: Sends the requests.
  public init(
    _ request: HTTPRequest, given: PagingStyle.Given = PagingStyle.Given(),
    healing: PageHealing = .automatic, onDrift: (@Sendable (PageDrift) -> Void)? = nil,
    loader: HTTPLoader = .shared
  ) {
    self.request = request
    self.given = given
    self.healing = healing
    self.onDrift = onDrift
    self.loader = loader
    queue = ReadingQueue(on: loader.readingThreads)
  }

  /// The same list, filtered by a query. What was found out stays, but how the filtered list pages is
  /// found out for itself.
  package func asking(for values: [String: (any QueryValue)?]) -> DetectedSource {
    DetectedSource(
      foundRequest.asking(for: values), given: known, healing: healing, onDrift: onDrift,
      loader: loader)
  }

  /// The style as far as it is known; nil before the first response.
  public var style: PagingStyle? { found.use { $0?.style } }

  /// How many rows that were read have the id of another row, and the path of a better one, if there is
  /// one; nil if none has.
  var idConflict: (rows: Int, better: JSONPath?)? {
    given.id == nil ? found.use { $0?.witness.conflict } : nil
  }

  /// What is remembered of the pages; nil before the first response.
  var history: PageHistory<JSONRow>? { found.use { $0?.source.history } }

  /// The rows that moved before the page of a request; nil if none did.
  package func drift(before ticket: Ticket) -> PageDrift? { history?.drifts[ticket] }

  /// The request with the names that were found.
  public var foundRequest: HTTPRequest { found.use { $0?.source.request } ?? request }

  /// Whether requests ask for a number of rows.
  package var asksForSize: Bool { foundRequest.sizeName != nil || foundRequest.rangeUnit != nil }

  /// Loads a page. See ``HTTPPageSource/page(for:)``.
  ///
  /// - Throws: What an ``HTTPPageSource`` throws, and what detection does: a failure whose message says
  ///   which part of ``given`` is missing.
  public func page(for request: JSONFeed.Request) async throws -> JSONFeed.Page {
    let found = found.use { $0 }
    if request.position == .start { found?.witness.forget() }
    if request.position == .start, found?.style.isSettled != true {
      return try await look(at: request, behind: nil)
    }
    if let found, found.style.rowCount > 0 { return try await found.source.page(for: request) }
    if let found { return try await look(at: request, behind: found) }
    // A snapshot was restored: its cursor does not tell the style.
    _ = try await look(
      at: .init(ticket: request.ticket, kind: request.kind, position: .start, size: request.size),
      behind: nil)
    return try await page(for: request)
  }

  /// Loads the first page, or one behind one or more without rows. Its rows tell where they are, and what their
  /// id is.
  private func look(
    at request: JSONFeed.Request, behind earlier: Found?
  ) async throws -> JSONFeed.Page {
    let known = known
    let isBefore = if case .before = request.position { true } else { false }
    let (found, page): (Found?, JSONFeed.Page) = try await foundRequest.load(
      HTTPRequest.Place(cursor: request.position.cursor, isBefore: isBefore), size: request.size,
      with: loader, readingOn: queue
    ) { [self] response, checkpoint in
      guard let found = try finding(in: response, behind: earlier, known: known) else {
        return (nil, JSONFeed.Page(items: [], next: nil))
      }
      let page = try found.source.page(for: request, in: response, checkpoint: checkpoint)
      return (found, found.source.marked(page, for: request))
    }
    guard let found else { return page }
    if earlier == nil, given.next != nil {
      try await found.source.checkThatNextIsNamed(by: page, for: request)
    }
    self.found.use { $0 = found }
    return page
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
    let witness = IDWitness(others: style.otherIDs, isWeak: style.hasWeakID)
    let source = style.source(
      for: request, healing: healing, onDrift: onDrift, loader: loader, witness: witness,
      asText: given.rowsAreText)
    return Found(style: style, source: source, witness: witness)
  }

  /// The style that an answer tells. A failure names the URL of the answer, which has the query, too.
  private func style(
    of answer: JSONResponse, known: PagingStyle.Given
  ) throws(FeedFailure) -> PagingStyle {
    do {
      return try Detection(answer, to: request, given: known).style()
    } catch {
      throw FeedFailure(error, at: answer.url)
    }
  }

  /// What is given, and what rows have told. Rows must not change their ids between two responses.
  private var known: PagingStyle.Given {
    var known = given
    guard let style, style.rowCount > 0 else { return known }
    known.rows = style.rows
    guard style.rowCount > 1 else { return known }
    known.id = style.id
    known.title = given.title ?? style.title
    return known
  }
}

extension PagingStyle {
  /// This style with what another page tells of the rows.
  fileprivate func takingRows(from seen: PagingStyle) -> PagingStyle {
    var style = self
    style.rows = seen.rows
    style.isAbsentIfEmpty = seen.isAbsentIfEmpty
    style.id = seen.id
    style.title = seen.title
    style.rowCount = seen.rowCount
    style.otherIDs = seen.otherIDs
    style.hasWeakID = seen.hasWeakID
    return style
  }
}
