import FeedEffects
import FeedReducer

// A path that names the next page, and is wrong, would end each list after its first page; a parameter that the
// server ignores would repeat it.

extension Paging {
  /// The path in the body that names the next page; nil for other styles.
  var nextPath: JSONPath? {
    switch self {
    case .nextURL(let field, _), .token(let field, _): field.path
    default: nil
    }
  }

  fileprivate var isLink: Bool { if case .nextURL = self { true } else { false } }

  /// Throws if the body of a first page, which has nothing at the path, has a link or a token at nearly this
  /// path, but not in the rows.
  func checkThatNothingIsNearly(
    in response: HTTPResponse, besides rows: JSONPath, limits: HTTPLimits
  ) throws(HTTPProblem) {
    guard let path = nextPath, let body = try? response.json(limits) else { return }
    let near = body.leaves(besides: rows).first { isNext($0) && $0.path.isNearly(path) }
    if let near {
      throw .page(
        .missingNext(place: "\(path)", sign: nil, there: near.path, isLink: isLink))
    }
  }

  /// Any link or token in a body, but not in the rows; nil if there is none.
  fileprivate func anyNext(in body: JSONValue, besides rows: JSONPath) -> JSONPath? {
    body.leaves(besides: rows).first { leaf in
      isNext(leaf) && AnswerSigns.tokenWords.contains { leaf.name.contains($0) }
    }?.path
  }

  private func isNext(_ leaf: Leaf) -> Bool {
    guard let text = leaf.value.text, !text.isEmpty else {
      return !isLink && (leaf.value.wholeNumber ?? 0) > 0
    }
    return text.isLink == isLink
  }
}

extension JSONPath {
  /// Whether a person who meant this path may have written the other one: its last key is the same, or the
  /// whole differs by a letter or two.
  fileprivate func isNearly(_ other: JSONPath) -> Bool {
    let (key, otherKey) = (Leaf.normalized(lastKey ?? ""), Leaf.normalized(other.lastKey ?? ""))
    let parent = Leaf.normalized(self.parent.lastKey ?? "")
    if key == otherKey || ["href", "url"].contains(key) && parent == otherKey { return true }
    let limit = otherKey.count < 8 ? 1 : 2
    return self.parent == other.parent && editDistance(from: key, to: otherKey) <= limit
  }
}

extension HTTPPageSource {
  /// Throws if a first page names no next one by mistake: it is full, and asked for one row more the server
  /// has it, or the page has a link or a token elsewhere.
  ///
  /// Servers leave a token out where the list ends. So only a full page is doubted, at the cost of a request.
  func checkThatNextIsNamed(
    by reading: PageReading<Item>, for request: Feed<Item, PageCursor>.Request
  ) async throws {
    let page = reading.page
    guard page.next == nil, reading.lacksNext, let path = paging.nextPath,
      self.request.sizeName != nil, request.size < .max, page.items.count >= request.size
    else { return }
    let (larger, there) =
      (try? await self.request.load(
        HTTPRequest.Place(), size: request.size + 1, with: loader, readingOn: queue
      ) { response, checkpoint in
        let page = try self.page(for: request, in: response, checkpoint: checkpoint)
        return (
          page,
          (try? response.json(loader.limits)).flatMap { paging.anyNext(in: $0, besides: rows.path) }
        )
      }) ?? (page, nil)
    let hasMore = larger.items.count > page.items.count
    guard hasMore || there != nil else { return }
    throw FeedFailure(
      .page(
        .missingNext(
          place: "\(path)",
          sign: hasMore ? "a row more comes where it is asked for" : nil, there: there,
          isLink: paging.isLink)), at: self.request.url)
  }

  /// Throws if this is the second page and still has the rows of the first one. Rows that were inserted in
  /// between move the first page to the second place, too; and the ids of a page may be those of sensors, with values
  /// of their own, while the first page stays as it was.
  func checkThatFirstIsOther(
    than reading: PageReading<Item>, at cursor: PageCursor,
    like request: Feed<Item, PageCursor>.Request
  ) async throws {
    let items = reading.page.items
    let (before, isAgain) = memory.use { ($0.first?.items, $0.isFirstAgain(items, at: cursor)) }
    guard isAgain else { return }
    _ = budget.spend()
    let first = try await load(
      .init(ticket: request.ticket, kind: request.kind, position: .start, size: request.size))
    guard items.lazy.map(\.id).starts(with: first.page.items.lazy.map(\.id)) else { return }
    if before == first.page.items, !items.starts(with: first.page.items) { return }
    if let path = paging.keyPath, reading.isOfOneKey {
      throw FeedFailure(.page(.tiedKey(path: path)), at: self.request.url)
    }
    throw FeedFailure(
      .page(
        .ignoredParameter(
          name: self.request.pageName, cursor: "\(cursor)",
          isVariable: self.request.graphQL != nil)),
      at: self.request.url)
  }
}
