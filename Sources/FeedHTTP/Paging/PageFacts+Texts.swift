import FeedEffects
import FeedReducer
import Foundation

// Links, tokens and keys.

extension PageFacts {
  func link(at field: AnswerField?) throws(HTTPProblem) -> PageCursor? {
    guard let field else { return nil }
    switch value(field) {
    case nil, .null, .bool(false), .string(""), .integer(...0), .object([:]):
      return nil
    case .string(let text) where text.isNone: return nil
    case .string(let link):
      return try cursor(of: link, at: "\(field)", expected: "a URL or null")
    case let found? where found.links != nil:
      guard let link = found.links?["next"] else { return nil }
      return try cursor(of: link, at: "\(field)", expected: "a list of links")
    case let found:
      throw .page(
        .unfit(place: "\(field)", expected: "a URL or null", found: found, remedy: .nextPath))
    }
  }

  func headerLink(_ relations: String...) throws(HTTPProblem) -> PageCursor? {
    let header = LinkHeader(headers["link"] ?? "")
    guard let link = relations.lazy.compactMap({ header.target($0) }).first else { return nil }
    return try cursor(of: link, at: "header Link", expected: "a URL")
  }

  /// Whether the `Link` header has `rel=next` without a link that can be read.
  var hasUnreadLink: Bool {
    guard let text = headers["link"],
      !LinkHeader(text).links.contains(where: { $0.relations.contains("next") })
    else { return false }
    return text.lowercased().contains(/rel\s*=\s*["']?next\b/)
  }

  /// The number of the last page, as the `Link` header names it, if it names no next one and this page has a lower
  /// number; nil if not.
  var lastLinked: Int? {
    let header = LinkHeader(headers["link"] ?? "")
    guard header.target("next") == nil, let last = header.target("last"),
      let link = URL(pageLink: last, on: url),
      let place = link.parameters.first(where: { $0.name.countsPages && Int($0.value) != nil }),
      let number = Int(place.value)
    else { return nil }
    let here = url.parameter(place.name).map { Int($0) } ?? 1
    return here.flatMap { $0 < number ? number : nil }
  }

  /// The cursor for a link, resolved against the page.
  private func cursor(
    of link: String, at place: String, expected: String
  ) throws(HTTPProblem) -> PageCursor {
    // Measured first: what is made of a link takes several times its size.
    let size = link.utf8.count
    if size > maxLinkBytes { throw .request(.longLink(size: size, limit: maxLinkBytes)) }
    guard let linked = URL(pageLink: link, on: url) else {
      throw .page(
        .unfit(
          place: place, expected: expected, found: .string(link.asForeignLink), remedy: .nextPath))
    }
    let origin = Origin(url)
    let target = sameOrigin ? linked.moved(to: base) : linked.encrypted(as: url)
    if !isForeign, origin == Origin(base) { return .link(target.absoluteString) }
    // The request for the link does not know the page: it compares with the base.
    if origin?.scheme == "https", Origin(target)?.scheme != "https" {
      throw .request(.foreignLink(link: link))
    }
    return .foreignLink(target.absoluteString)
  }

  func token(
    at field: AnswerField, more: AnswerField?
  ) throws(HTTPProblem) -> PageCursor? {
    if [.bool(false), .string("false"), .integer(0)].contains(value(more)) { return nil }
    switch value(field) {
    // The cursor of a scan is 0 at its end.
    case nil, .null, .bool(false), .string(""), .object([:]), .array([]), .integer(...0),
      .string("0"):
      guard let more, [.bool(true), .string("true")].contains(value(more)) else { return nil }
      throw .page(
        .missingNext(
          place: "\(field)", sign: "\(more) says that there are more rows", there: nil,
          isLink: false))
    case .string(let token) where token.isNone: return nil
    case .string(let token): return .token(token)
    case .integer(let number) where !takesJSON: return .token("\(number)")
    case let value? where takesJSON: return .json(value)
    case .object(let members)? where members.values.allSatisfy({ $0.parameter != nil }):
      return .json(.object(members))
    case let found:
      throw .page(
        .unfit(
          place: "\(field)", expected: "a text, a number, null, or an object with such members",
          found: found, remedy: .tokenPath)
      )
    }
  }

  /// Whether a cursor leads to this page.
  func isOfThisPage(_ next: PageCursor?) -> Bool {
    next != nil && (next == cursor || next == .link(url.absoluteString))
  }

  /// The cursor that a function of the app's own names.
  ///
  /// - Throws: A `FeedFailure` that the function throws; an `HTTPProblem` for any other error.
  func cursor(by paging: CustomPaging, in response: JSONResponse) throws -> PageCursor? {
    let next: PageCursor?
    do {
      next = try paging.cursor(response, cursor)
    } catch let failure as FeedFailure {
      throw failure
    } catch {
      throw HTTPProblem.page(
        .unreadable(place: "the next page's cursor", reason: "\(error)", found: nil))
    }
    guard case .link(let link) = next else { return next }
    return try cursor(of: link, at: "the next page's cursor", expected: "a URL")
  }

  func key(_ path: JSONPath) throws(HTTPProblem) -> PageCursor? {
    if isShort { return nil }
    let next: PageCursor
    switch lastKey {
    case .string(let text)? where !text.isEmpty:
      next = .token(quotesKeys ? text.inQuotes : text)
    case .integer(let number)? where !takesJSON: next = .token("\(number)")
    case .integer(let number)?: next = .json(.integer(number))
    case .array(let values)? where takesJSON && !values.isEmpty: next = .json(.array(values))
    default:
      throw .page(
        .unfit(
          place: "\(path) of the last row", expected: "a text or a whole number",
          found: lastKey ?? .null, remedy: .tokenPath))
    }
    // The page has only the row that the cursor names: there are no rows after it.
    return count == 1 && cursor == next ? nil : next
  }

  func relayCursor(
    at path: JSONPath, flag has: String, cursor name: String
  ) throws(HTTPProblem) -> PageCursor? {
    guard let info = values[path], case .bool(let hasPage)? = info[JSONPath(has)] else {
      throw .page(
        .unfit(
          place: "\(path)", expected: "\(has) and \(name)", found: values[path] ?? .null,
          remedy: .pageInfo))
    }
    guard hasPage else { return nil }
    guard let cursor = info[JSONPath(name)]?.text else {
      throw .page(
        .unfit(
          place: "\(path).\(name)", expected: "a text", found: info[JSONPath(name)] ?? .null,
          remedy: .pageInfo))
    }
    return .token(cursor)
  }
}

extension URL {
  /// What a link to another page of a list means.
  ///
  /// Some servers write it relative to the root of their API: `shop/item?page=2` on the page `/api/shop/item`. A path
  /// with which that of the page ends is the page's own.
  init?(pageLink link: String, on page: URL) {
    let path = link.prefix { $0 != "?" && $0 != "#" }
    let isOwn =
      path.contains("/") && path.count < link.count
      && page.path(percentEncoded: true).hasSuffix("/\(path)")
    self.init(link: isOwn ? String(link.dropFirst(path.count)) : link, on: page)
  }
}

extension String {
  /// Whether the text is one of JSON, with its quotes.
  var isInQuotes: Bool { hasPrefix("\"") && hasSuffix("\"") }

  /// The text as one of JSON, with its quotes.
  fileprivate var inQuotes: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? self
  }
}
