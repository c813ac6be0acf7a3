import FeedEffects
import FeedReducer
import Foundation

// Where the first answer does not tell how the list goes on: one more request, or a few, find it out.

extension DetectedSource {
  /// What one more request, or a few, have found out of a list whose first page seems to be all.
  enum Finding {
    /// It goes on in this way.
    case way(Lead)

    /// It has ended.
    case end(Ending)

    /// Nothing is known but what the page tells.
    case nothing
  }

  /// Finds out whether a list goes on whose first page names no next one.
  ///
  /// Where the answer says that there are more rows, all ways are tried. Where nothing does, and as many rows came as
  /// the request asks for, or a round number, it asks for a second page by the usual name, and for one row more. If
  /// the same rows come for both, the list is not paged.
  ///
  /// - Parameters:
  ///   - page: The first page.
  ///   - request: The request for it.
  ///   - response: The response that it came in.
  ///   - style: What was found in it.
  func finding(
    behind page: JSONFeed.Page, for request: JSONFeed.Request, in response: HTTPResponse,
    style: PagingStyle
  ) async -> Finding {
    guard !page.items.isEmpty,
      let first = firstAnswer(response, to: request, besides: Set(page.items.map(\.id)))
    else { return .nothing }
    if style.saysMore(behind: page) {
      let found = await anyWay(behind: first)
      if case .end(let ending) = found, ending.isProven { return .nothing }
      return found
    }
    guard style.mayHaveMore else { return .nothing }
    switch await tryOut([first.detection.usualWay(beside: style.sizeName)], behind: first) {
    case .lead(let lead): return .way(lead)
    case .empty: return .end(Ending(.emptyPage, isChecked: true))
    case .same, .more: break
    case .nothing: return .nothing
    }
    // Where the request names a size, as many rows as that are hardly all by chance.
    if style.isFull {
      let found = await anyWay(behind: first)
      if case .nothing = found {} else { return found }
    }
    guard await hasMore(than: page, style: style) else {
      let doubt = await doubtOfPath(behind: first, style: style)
      return .end(doubt.map { Ending(.unnamed, doubt: $0) } ?? Ending(.wholeList, isChecked: true))
    }
    if !style.isFull, case .way(let lead) = await anyWay(behind: first) { return .way(lead) }
    let doubt = "a row more comes where it is asked for, and no next page was found"
    return .end(Ending(.unnamed, doubt: doubt))
  }

  private func anyWay(behind first: FirstAnswer) async -> Finding {
    switch await tryOut(first.detection.alternatives, behind: first) {
    case .lead(let lead): .way(lead)
    case .more(let name):
      .end(
        Ending(.unnamed, doubt: "there are other rows, as \(name.quoted(40)) in the request shows"))
    case .empty: .end(Ending(.emptyPage, isChecked: true))
    case .same, .nothing: .nothing
    }
  }

  /// What speaks against an end where other rows come for the next number in the path; nil if nothing does.
  private func doubtOfPath(
    behind first: FirstAnswer, style: PagingStyle
  ) async -> String? {
    guard let place = nextInPath, budget.spend() else { return nil }
    var next = startRequest
    next.url = place.url
    guard let found = try? await self.response(at: HTTPRequest.Place(), of: next, size: 20),
      let answer = try? next.json(in: found, limits: loader.limits),
      let rows = answer.body[style.rows]?.elements, !rows.isEmpty
    else { return nil }
    let isOther = rows.contains { row in
      row[style.id]?.id.map { !first.known.contains(JSONRow.ID(rawValue: $0)) } == true
    }
    return isOther ? place.doubt : nil
  }

  /// Whether a row more comes where it is asked for.
  private func hasMore(
    than page: JSONFeed.Page, style: PagingStyle
  ) async -> Bool {
    guard budget.spend() else { return false }
    var larger = startRequest
    larger.sizeName = style.sizeName ?? "limit"
    let count = page.items.count + 1
    guard let response = try? await response(at: HTTPRequest.Place(), of: larger, size: count),
      let answer = try? larger.json(in: response, limits: loader.limits)
    else { return false }
    let rows = answer.body[style.rows]?.elements ?? []
    return rows.count > page.items.count
  }
}

extension DetectedSource {
  /// What may be the next page by a number in the path.
  package struct NextInPath {
    /// The last part of the path.
    fileprivate let name: String

    fileprivate let url: URL

    /// The URL for people.
    package var address: String { url.withoutSecrets }

    /// What speaks against an end if it has other rows.
    package var doubt: String {
      "other rows come for \(name.quoted(40)) in the path, which may be the next page"
    }
  }

  /// The page behind the first one, where the last part of the path is 0 or 1, as the file name of a first page may
  /// be; nil if it is not.
  package var nextInPath: NextInPath? {
    let request = startRequest
    guard request.body == nil, request.graphQL == nil,
      let match = request.url.lastPathComponent.wholeMatch(of: /([01])(\.[A-Za-z]+)?/),
      let number = Int(match.1),
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    else { return nil }
    let name = "\(number + 1)\(match.2 ?? "")"
    parts.percentEncodedPath = parts.percentEncodedPath.dropLast(match.0.count) + name
    return parts.url.map { NextInPath(name: name, url: $0) }
  }
}

extension Detection {
  /// The way to a second page that belongs to the query, or to the name of the size; by number if that tells none.
  func usualWay(beside size: String?) -> PagingStyle.Given {
    if let name = openVariables.first { return alternative(.keyset, pageName: name) }
    if let offset = size.flatMap({ Self.sureOffsets[$0] ?? Self.likelyOffsets[$0] }) {
      return alternative(.offset, pageName: offset)
    }
    return alternative(.shortPage, pageName: usualPageName(beside: size))
  }
}

extension PagingStyle {
  /// Whether the answer says that there are more rows than those of its page.
  fileprivate func saysMore(behind page: JSONFeed.Page) -> Bool {
    saysMore || page.ending?.doubt != nil
      || !saysEnd && page.total.map { $0 > page.items.count } == true
      || notes.last?.contains("looks like a token") == true
  }

  /// Whether there may be more rows than those of the first page, as there are as many as the request asks for, or a
  /// round number, or the answer says so.
  var mayHaveMore: Bool {
    isFull || saysMore || sizeName == nil && rowCount.isRound
  }

  /// Whether the first page may well have all rows, where the server takes no number of a page.
  var isWholeWithoutPages: Bool {
    switch paging {
    case .shortPage, .offset(nil): !mayHaveMore
    default: false
    }
  }
}

extension Int {
  /// Whether servers send so many rows by default.
  fileprivate var isRound: Bool { self >= 10 && (self % 10 == 0 || self % 25 == 0) }
}
