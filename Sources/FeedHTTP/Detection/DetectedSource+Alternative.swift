import FeedEffects
import FeedReducer

extension DetectedSource {
  /// How many requests ``alternative(size:besides:)`` sends at most, beside the one for the first page.
  public static var maxGuesses: Int { RequestBudget.limit }

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
    let first = JSONFeed.Request(
      ticket: Ticket(rawValue: 0), kind: .refresh, position: .start, size: size)
    let start = loader.timers.now
    guard budget.left > 0,
      let response = try? await response(at: HTTPRequest.Place(), of: startRequest, size: size)
    else { return .nothing }
    let found = await tryOut(
      detection(in: response)?.alternatives ?? [], after: first, in: response, besides: known,
      since: start)
    return switch found {
    case .lead(let lead): .way(lead.given)
    case .empty: .end
    case .same, .more, .nothing: .nothing
    }
  }

  /// The detection in a response to the request for the first page; nil if it is not JSON.
  func detection(in response: HTTPResponse) -> Detection? {
    (try? request.json(in: response, limits: loader.limits)).map {
      Detection($0, to: startRequest, given: given)
    }
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

    /// The same rows came, or the server refused the parameter.
    case same

    /// With this parameter rows came that are not on the first page, beside some that are.
    case more(name: String)

    /// Nothing was tried, or no answer came.
    case nothing
  }

  /// Asks for a second page in these ways, one after the other, until one has other rows.
  func tryOut(
    _ candidates: [PagingStyle.Given], after first: JSONFeed.Request, in response: HTTPResponse,
    besides known: Set<JSONRow.ID>, since start: Duration? = nil
  ) async -> Trial {
    guard let detection = detection(in: response) else { return .nothing }
    let start = start ?? loader.timers.now
    var asked: Set<String> = []
    if let style, let failed = style.second(after: first, in: response, of: startRequest, loader) {
      asked.insert(failed.asked)
    }
    var bytes = 0
    var result = Trial.nothing
    for candidate in candidates where !Task.isCancelled && detection.mayTake(candidate.pageName) {
      guard
        let style = try? Detection(detection.answer, to: startRequest, given: candidate).style(),
        let guess = style.second(after: first, in: response, of: startRequest, loader),
        asked.insert(guess.asked).inserted
      else { continue }
      guard budget.spend() else { break }
      do {
        let response = try await self.response(
          at: HTTPRequest.Place(cursor: guess.cursor), of: guess.source.request, size: first.size)
        bytes += response.body.count
        let request = JSONFeed.Request(
          ticket: first.ticket, kind: .append, position: .after(cursor: guess.cursor),
          size: first.size)
        let page = try? guess.source.page(for: request, in: response)
        let isNew = { (row: JSONRow) in !known.contains(row.id) && !guess.first.contains(row.id) }
        if let page, page.items.contains(where: isNew) {
          // A key may be that of the first row of the next page, too.
          let again = guess.first.intersection(page.items.map(\.id))
          let isKeyed = candidate.kind == .keyset && again == guess.last.map { [$0] }
          if again.isEmpty || isKeyed {
            return .lead(Lead(given: candidate, style: style, second: page))
          }
          result = .more(name: guess.source.request.pageName)
          continue
        }
        if page?.items.isEmpty == true, guess.tellsTheEnd {
          result = .empty
        } else if case .nothing = result, page?.items.isEmpty == false {
          result = .same
        }
      } catch {
        let failure = error as? FeedFailure
        // A body that is cut off has as many bytes as are allowed for all.
        if failure?.code == .refused { break }
        if case .nothing = result, let status = failure?.status, [400, 404, 422].contains(status) {
          result = .same
        }
      }
      if bytes > Self.maxGuessBytes || loader.timers.now - start > Self.maxGuessTime { break }
    }
    return result
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
  /// The second page, as this style asks for it after a response; nil if the response leads nowhere.
  fileprivate func second(
    after first: JSONFeed.Request, in response: HTTPResponse, of request: HTTPRequest,
    _ loader: HTTPLoader
  ) -> SecondPage? {
    let source = source(for: request, healing: .off, loader: loader)
    guard let page = try? source.page(for: first, in: response), let next = page.next,
      let asked = try? source.request.curl(for: next, size: first.size)
    else { return nil }
    return SecondPage(
      source: source, first: Set(page.items.map(\.id)), last: page.items.last?.id, cursor: next,
      asked: asked)
  }
}

extension Detection {
  /// Whether the request may have a parameter of this name. A GraphQL query has the variables that it uses.
  fileprivate func mayTake(_ name: String?) -> Bool {
    guard let query, let name else { return true }
    return query.contains("$\(name)")
  }

  /// What could be given to lead on to the second page, the likeliest first.
  var alternatives: [PagingStyle.Given] {
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
    let offsets = offsetNames.map { alternative(.offset, pageName: $0) }
    // A list without anything around it is read by the ids of its rows more often than by numbers.
    let isKeyed = more != nil || body.elements != nil
    let times = list.map(timeKeys) ?? []
    let keyed = ["before", "after_id", "max_id", "starting_after", "after", "last_id", "since_id"]
      .map { alternative(.keyset, pageName: $0) }
    var all = echoes(kind) + fields + tokens.prefix(18)
    if memberPath != nil, hasTotal == false {
      all += ["startAfter", "startAt"].map { alternative(.keyset, pageName: $0) }
    }
    if isKeyed { all += keyed.prefix(4) }
    all += times
    all += numbered[0] + offsets
    all += isKeyed ? keyed.dropFirst(4) : keyed.prefix(4)
    return all + numbered.dropFirst().joined()
  }

  /// Parameters for the index of a row. The short ones are of servers that take `n` rows, or have rows by key.
  private var offsetNames: [String] {
    (sizeName == "n" ? ["S"] : [])
      + ["offset", "start", "from", "skip", "$skip", "startIndex", "first"]
      + (memberPath == nil ? [] : ["ofs"])
  }

  /// The time of the last row, by which rows that are lists are read on.
  private func timeKeys(in list: RowList) -> [PagingStyle.Given] {
    guard let row = list.rows.last?.elements, row.count > 1, row[0].wholeNumber != nil else {
      return []
    }
    return ["startTime", "since"].map { name in
      var given = alternative(.keyset, pageName: name)
      given.next = .body(JSONPath(components: [.index(0)]))
      return given
    }
  }

  /// The names under which the answer tells its own place: a number of a page, or the index of a row.
  private func echoes(_ kind: PagingStyle.Kind) -> [PagingStyle.Given] {
    leaves.compactMap { leaf in
      guard let number = leaf.number, 0...1 ~= number, let key = leaf.path.lastKey else {
        return nil
      }
      let parent = leaf.path.parent.lastKey ?? ""
      if key == "page", ["pagination", "paging", "page"].contains(parent) {
        return alternative(kind, pageName: "\(parent)[page]", first: number)
      }
      if ["page", "offset"].contains(key) { return nil }
      if leaf.name.isPlaceOfPage { return alternative(kind, pageName: key, first: number) }
      return leaf.name.isPlaceOfRow ? alternative(.offset, pageName: key) : nil
    }
  }

  func alternative(
    _ kind: PagingStyle.Kind, next: AnswerField? = nil, pageName: String, first: Int? = nil
  ) -> PagingStyle.Given {
    var alternative = given
    alternative.isOfUser = false
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

  /// Values that may be tokens, the likeliest first.
  private var likelyTokens: [Leaf] {
    let words = AnswerSigns.tokenWords + ["end", "last"]
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf)? in
      guard leaf.isFilled || (leaf.value.wholeNumber ?? 0) > 0, !leaf.countsRest,
        let rank = words.firstIndex(where: leaf.name.contains)
      else { return nil }
      return (rank, leaf)
    }
    return found.sorted { $0.rank < $1.rank }.map(\.leaf)
  }

  /// What a person may give where a value looks like what names the next page: its place, without the parameter
  /// that takes it; nil if none does.
  var likelyWay: PagingStyle.Given? {
    let leaf = likelyTokens.first { leaf in
      AnswerSigns.tokenWords.contains(where: leaf.name.contains) || leaf.name.hasPrefix("last")
        || leaf.name.hasPrefix("end")
    }
    guard let leaf else { return nil }
    var way = PagingStyle.Given()
    way.kind = leaf.value.text?.isLink == true ? .nextURL : .token
    way.next = .body(leaf.path)
    return way
  }

  /// The same with parameters that may take them.
  private var tokens: [PagingStyle.Given] {
    let usual = [
      "cursor", "after", "page", "offset", "page_token", "pageToken", "nextToken", "page-token",
      "page_cursor", "from", "until",
      "pagination_token", "start_cursor", "starting_after", "start", "continuationToken",
    ]
    return likelyTokens.prefix(2).enumerated().flatMap { index, leaf in
      let field = AnswerField.body(leaf.path)
      var names = tokenName(of: field).map { [$0.name] } ?? []
      // The number of the last change, as `last_seq`, goes to `since`.
      if leaf.name.hasSuffix("seq") { names.append("since") }
      names +=
        leaf.shorterNames + [leaf.path.lastKey ?? "next"]
        + (index == 0 ? usual : Array(usual.prefix(5)))
      return names.enumerated().filter { !names[..<$0].contains($1) }.map {
        alternative(.token, next: field, pageName: $1)
      }
    }
  }
}

extension Leaf {
  /// The key without `next` at its beginning, as the parameter for `nextCursorMark` is called.
  fileprivate var shorterNames: [String] {
    guard let key = path.lastKey, name.hasPrefix("next"), name != "next" else { return [] }
    let rest = key.drop { $0 == "_" }.dropFirst(4).drop { $0 == "_" || $0 == "-" }
    return rest.first.map { [$0.lowercased() + rest.dropFirst()] } ?? []
  }
}

extension String {
  /// Whether a normalized key is one for the number of a page.
  fileprivate var isPlaceOfPage: Bool {
    ["currentpage", "pagenumber", "pageno", "pageindex", "pagenum", "pageid"].contains(self)
  }

  /// Whether a normalized key is one for the index of the first row of a page.
  fileprivate var isPlaceOfRow: Bool {
    ["startrecord", "startindex", "startrow", "firstresult", "resultoffset", "rowoffset"]
      .contains(self) || hasSuffix("offset") || hasSuffix("start")
  }
}
