import FeedEffects
import FeedReducer
import Foundation

// Where the first answer does not tell how the list goes on: one more request, or a few, find it out.

extension DetectedSource {
  /// What one more request, or a few, have found out of a list whose first page seems to be all.
  enum Finding {
    /// It goes on in this way.
    case way(Lead)

    /// It has ended, or what speaks against that is known.
    case end(Ending)

    /// It is not paged, as this clause says.
    case whole(proof: String)

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
    // Where the answer itself says that the list has ended, nothing is asked.
    guard style.mayHaveMore, style.paging == .none, !style.saysEnd else { return .nothing }
    if let next = first.detection.likelyNext {
      let found = await anyWay(behind: first)
      if case .way = found { return found }
      return .end(Ending(.unnamed, doubt: "\(next.path.shown) may name the next page"))
    }
    let trial = await tryOut(first.detection.usualWays(beside: style.sizeName), behind: first)
    switch trial {
    case .lead(let lead): return .way(lead)
    case .empty: return .end(Ending(.emptyPage, isChecked: true))
    case .same, .refused, .more: break
    case .nothing: return .nothing
    }
    // Where the request names a size, as many rows as that are hardly all by chance.
    let hasMore = await hasMore(than: page, style: style)
    if hasMore || style.isFull {
      let found = await anyWay(behind: first)
      if case .nothing = found {} else { return found }
    }
    if !hasMore { return await whole(as: trial, behind: first, style: style) }
    let doubt = "a row more comes where it is asked for, and no next page was found"
    return .end(Ending(.unnamed, doubt: doubt))
  }

  /// What is known of a list of which no more rows come than those of its first page.
  private func whole(
    as trial: Trial, behind first: FirstAnswer, style: PagingStyle
  ) async -> Finding {
    if case .more(let name) = trial { return .end(.moreRows(by: name)) }
    if let doubt = await doubtOfPath(behind: first, style: style) {
      return .end(Ending(.unnamed, doubt: doubt))
    }
    if case .refused = trial { return .whole(proof: "the server refuses a parameter for a page") }
    return .whole(proof: "the same rows came for a second page")
  }

  private func anyWay(behind first: FirstAnswer) async -> Finding {
    switch await tryOut(first.detection.alternatives, behind: first) {
    case .lead(let lead): .way(lead)
    case .more(let name): .end(.moreRows(by: name))
    case .empty: .end(Ending(.emptyPage, isChecked: true))
    case .same, .refused, .nothing: .nothing
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

  /// The page behind the first one, where the last part of the path is 0 or 1, or a name of a file or of a page that
  /// ends with it; nil if it is not.
  package var nextInPath: NextInPath? {
    let request = startRequest
    guard request.body == nil, request.graphQL == nil,
      let match = request.url.lastPathComponent.wholeMatch(
        of: /(|(?:|.*[^0-9A-Za-z])(?:page|part|p)[-_.]?|.*[^0-9](?=[0-9]+\.))(0*[01])(\.[A-Za-z]+)?/
      ),
      let number = Int(match.2),
      var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    else { return nil }
    let digits = "\(number + 1)"
    let zeros = String(repeating: "0", count: max(0, match.2.count - digits.count))
    let name = "\(match.1)\(zeros)\(digits)\(match.3 ?? "")"
    parts.percentEncodedPath =
      parts.percentEncodedPath.dropLast(match.0.count) + QueryEncoding.encoded(name)
    return parts.url.map { NextInPath(name: name, url: $0) }
  }
}

extension Ending {
  /// An end against which rows speak that came with a parameter, beside those of the first page.
  fileprivate static func moreRows(by name: String) -> Ending {
    Ending(.unnamed, doubt: "there are other rows, as \(name.quoted(40)) in the request shows")
  }
}

extension Detection {
  /// The ways to a second page that belong to the query, or to the name of the size; if that tells none, those that
  /// most servers take.
  func usualWays(beside size: String?) -> [PagingStyle.Given] {
    if let name = openVariables.first { return [alternative(.keyset, pageName: name)] }
    if let offset = size.flatMap({ Self.sureOffsets[$0] ?? Self.likelyOffsets[$0] }) {
      return [alternative(.offset, pageName: offset)]
    }
    let page = usualPageName(beside: size)
    // Where pages count from 1, that from 0 leads to the first page again.
    let numbers = [0, nil].map { alternative(.shortPage, pageName: page, first: $0) }
    let offsets = size == nil ? ["offset", "skip", "start"] : []
    return numbers + offsets.map { alternative(.offset, pageName: $0) }
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
