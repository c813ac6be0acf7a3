import FeedEffects
import FeedReducer

extension DetectedSource {
  /// How many requests ``alternative(size:besides:)`` sends at most, beside the one for the first page.
  public static var maxGuesses: Int { 24 }

  /// How long ``alternative(size:besides:)`` goes on.
  static var maxGuessTime: Duration { .seconds(20) }

  /// How many bytes the responses to guesses may have in all.
  static var maxGuessBytes: Int { 16 << 20 }

  /// What was found out about the page behind the first one.
  @nonexhaustive
  public enum Alternative: Hashable, Sendable {
    /// With what is given here the second page came.
    case way(PagingStyle.Given)

    /// The server takes a number or an offset, and has no row there: the first page is all.
    case end

    /// Nothing that was tried leads on.
    case nothing
  }

  /// Looks for another way to the second page, for a server that the found style does not lead on.
  ///
  /// It tries names and places that servers use, each with one request, one after the other: up to
  /// ``maxGuesses`` in 20 s and 16 MB. Servers count such requests, so use it in tools, when a person waits
  /// for an advice, and say so before. What the found style asks for is not asked again.
  ///
  /// - Parameters:
  ///   - size: The number of rows to ask for.
  ///   - known: The ids of rows that are known; a second page has to have another.
  public func alternative(size: Int, besides known: Set<JSONRow.ID> = []) async -> Alternative {
    let guesses = Task { await guess(size: size, besides: known) }
    // A response that is under way is not waited for.
    let timeout = loader.timers.schedule(at: loader.timers.now + Self.maxGuessTime) {
      guesses.cancel()
    }
    defer { timeout.cancel() }
    return await withTaskCancellationHandler {
      await guesses.value
    } onCancel: {
      guesses.cancel()
    }
  }

  private func guess(size: Int, besides known: Set<JSONRow.ID>) async -> Alternative {
    let start = loader.timers.now
    let first = JSONFeed.Request(
      ticket: Ticket(rawValue: 0), kind: .refresh, position: .start, size: size)
    guard
      let response = try? await response(at: HTTPRequest.Place(), of: request, size: size),
      let answer = try? request.json(in: response, limits: loader.limits)
    else { return .nothing }
    var asked: Set<String> = []
    if let style, let failed = style.second(after: first, in: response, of: request, loader) {
      asked.insert(failed.asked)
    }
    var (guesses, bytes) = (0, 0)
    var isEnd = false
    let detection = Detection(answer, to: request, given: given)
    for candidate in detection.alternatives
    where !Task.isCancelled && detection.mayTake(candidate.pageName) {
      guard let style = try? Detection(answer, to: request, given: candidate).style(),
        let guess = style.second(after: first, in: response, of: request, loader),
        asked.insert(guess.asked).inserted
      else { continue }
      guesses += 1
      do {
        let response = try await self.response(
          at: HTTPRequest.Place(cursor: guess.cursor), of: guess.source.request, size: size)
        bytes += response.body.count
        let request = JSONFeed.Request(
          ticket: first.ticket, kind: .append, position: .after(cursor: guess.cursor), size: size)
        let items = (try? guess.source.page(for: request, in: response))?.items
        if let items, items.contains(where: { !known.contains($0.id) }),
          guess.first.isDisjoint(with: items.map(\.id))
        {
          return .way(candidate)
        }
        isEnd = isEnd || items?.isEmpty == true && guess.tellsTheEnd
      } catch {
        // A body that is cut off has as many bytes as are allowed for all.
        if (error as? FeedFailure)?.code == .refused { break }
      }
      if guesses == Self.maxGuesses || bytes > Self.maxGuessBytes
        || loader.timers.now - start > Self.maxGuessTime
      {
        break
      }
    }
    return isEnd ? .end : .nothing
  }

  private func response(
    at place: HTTPRequest.Place, of request: HTTPRequest, size: Int
  ) async throws -> HTTPResponse {
    try await request.load(
      place, size: size, with: loader, readingOn: ReadingQueue(on: loader.readingThreads)
    ) { response, _ in response }
  }
}

/// A request for a second page that may lead on.
private struct SecondPage {
  let source: HTTPPageSource<JSONRow>

  /// The ids of the first page.
  let first: Set<JSONRow.ID>

  let cursor: PageCursor

  /// The request as a command.
  let asked: String

  /// Whether a page without rows is behind the last one. Other parameters may filter rows.
  var tellsTheEnd: Bool {
    cursor.isComputed && source.request.pageName.isOne(of: ["page", "offset", "skip"])
  }
}

extension PagingStyle {
  /// The second page, as this style asks for it after a response; nil if the response leads nowhere.
  fileprivate func second(
    after first: JSONFeed.Request, in response: HTTPResponse, of request: HTTPRequest,
    _ loader: HTTPLoader
  ) -> SecondPage? {
    let source = source(for: request, healing: .off, loader: loader)
    guard let page = try? source.page(for: first, in: response), let next = page.next,
      let asked = try? source.request.curl(for: next, size: first.size)
    else { return nil }
    return SecondPage(source: source, first: Set(page.items.map(\.id)), cursor: next, asked: asked)
  }
}

extension Detection {
  /// Whether the request may have a parameter of this name. A GraphQL query has the variables that it uses.
  fileprivate func mayTake(_ name: String?) -> Bool {
    guard let query, let name else { return true }
    return query.contains("$\(name)")
  }

  /// What could be given to lead on to the second page, the likeliest first.
  fileprivate var alternatives: [PagingStyle.Given] {
    let numbers = [
      "page", "p", "pageNumber", "page_number", "_page", "page[number]", "currentPage",
    ]
    // A number that counts from 0 comes first: where pages count from 1, it leads to the first page again.
    let list = try? rowList(given: given.rows)
    let hasTotal = list.flatMap { total(of: $0) } != nil
    let kind: PagingStyle.Kind =
      hasTotal ? .pageTotal : pageCount != nil ? .pageCount : .shortPage
    // A number in the request is the first one.
    let named = parameters.filter { Int($0.value) != nil }.map(\.name)
    let numbered = numbers.map { name in
      named.contains(name)
        ? [alternative(kind, pageName: name)]
        : [alternative(kind, pageName: name, first: 0), alternative(kind, pageName: name)]
    }
    let offsets = ["offset", "start", "from", "skip", "$skip", "startIndex", "first"]
      .map { alternative(.offset, pageName: $0) }
    // A list without anything around it is read by the ids of its rows more often than by numbers.
    let isKeyed = more != nil || body.elements != nil
    let keyed = ["before", "max_id", "starting_after", "after", "last_id", "after_id", "since_id"]
      .map { alternative(.keyset, pageName: $0) }
    var all = fields + tokens.prefix(16)
    if isKeyed { all += keyed.prefix(4) }
    all += numbered[0] + offsets
    all += isKeyed ? keyed.dropFirst(4) : keyed.prefix(4)
    return all + numbered.dropFirst().joined()
  }

  private func alternative(
    _ kind: PagingStyle.Kind, next: AnswerField? = nil, pageName: String, first: Int? = nil
  ) -> PagingStyle.Given {
    var alternative = given
    alternative.kind = kind
    alternative.next = next
    alternative.pageName = pageName
    alternative.firstNumber = first
    return alternative
  }

  /// A header field that names the next page, with header fields and parameters that may take it.
  private var fields: [PagingStyle.Given] {
    guard let field = nextField, headers[field]?.isLink == false else { return [] }
    let taking = field.split(separator: "-").filter { $0 != "next" }.joined(separator: "-")
    let names = ["header:\(taking)", "header:\(field)", "cursor", "after", "page_token", "from"]
    return names.map { alternative(.token, next: .header(field), pageName: $0) }
  }

  /// Values that may be tokens, with parameters that may take them.
  private var tokens: [PagingStyle.Given] {
    let words = Self.tokenWords + ["end", "last"]
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf)? in
      guard leaf.isFilled || (leaf.value.wholeNumber ?? 0) > 0,
        let rank = words.firstIndex(where: leaf.name.contains)
      else { return nil }
      return (rank, leaf)
    }
    let usual = [
      "cursor", "after", "page_token", "pageToken", "page_cursor", "page-token", "from", "until",
      "pagination_token", "start_cursor", "starting_after", "start", "continuationToken",
    ]
    return found.sorted { $0.rank < $1.rank }.prefix(2).enumerated().flatMap { index, found in
      let leaf = found.leaf
      let field = AnswerField.body(leaf.path)
      var names = tokenName(of: field).map { [$0.name] } ?? []
      names += [leaf.path.lastKey ?? "next"] + (index == 0 ? usual : Array(usual.prefix(5)))
      return names.enumerated().filter { !names[..<$0].contains($1) }.map {
        alternative(.token, next: field, pageName: $1)
      }
    }
  }
}
