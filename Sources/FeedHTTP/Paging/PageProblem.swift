import FeedEffects
public import FeedReducer
import Foundation

/// What a body lacks that is JSON, but no page.
enum PageProblem: Equatable {
  /// There is no list where the rows should be; `place` is how far the path led.
  case noList(path: JSONPath, place: JSONPath, found: JSONValue?)

  /// The value at `place` is not what paging or the row's type expects.
  case unfit(place: String, expected: String, found: JSONValue?, remedy: Remedy)

  /// The value at `place` has the right type, but the row's own decoding rejects it.
  case unreadable(place: String, reason: String, found: JSONValue?)

  /// A page names no next one where it should, although there are more rows, as the clause `sign` says,
  /// or what names it seems to be at `there`.
  case missingNext(place: String, sign: String?, there: JSONPath?, isLink: Bool)

  /// The second page has the rows of the first one, and still has them when both are requested again.
  /// `isVariable` tells whether the name is that of a variable of a GraphQL query.
  case ignoredParameter(name: String, cursor: String, isVariable: Bool = false)

  /// Rows moved, and the last row that came before a page was not found again by so many requests.
  case lostPlace(row: String, requests: Int)

  /// All rows of a page have the same key, and the next page begins with them again.
  case tiedKey(path: JSONPath)

  /// What can be done about a value that does not fit.
  enum Remedy {
    /// The type of the rows is wrong.
    case rowType

    /// The path of the id is wrong.
    case idPath

    /// The path of the next URL is wrong.
    case nextPath

    /// The path of the token is wrong.
    case tokenPath

    /// The path of the connection's `pageInfo` is wrong, or the query does not ask for it.
    case pageInfo
  }
}

extension FeedFailure.Code {
  /// The server ignores the parameter for the page: the second page has the rows of the first one.
  public static let ignoredParameter = Self(rawValue: "ignoredParameter")
}

extension HTTPProblem {
  /// The body is JSON, but no page.
  static func page(_ problem: PageProblem) -> Self { Self(cause: problem) }
}

extension PageProblem: HTTPProblem.Cause {
  var code: FeedFailure.Code {
    if case .ignoredParameter = self { .ignoredParameter } else { .decoding }
  }

  func subject(at url: URL) -> String? { part?.rawValue }

  /// The part of the style that has to be given, or is given and wrong.
  private var part: StylePart? {
    switch self {
    case .noList: .rows
    case .unfit(_, _, _, .idPath): .id
    case .unfit(_, _, _, .nextPath), .unfit(_, _, _, .tokenPath), .missingNext: .next
    case .ignoredParameter: .pageName
    case .unfit, .unreadable, .lostPlace, .tiedKey: nil
    }
  }

  func parts(at url: URL) -> (what: String, remedy: String) { (what(at: url.inSentence), remedy) }

  private func what(at url: String) -> String {
    switch self {
    case .noList(let path, let end, let found):
      "\(url) has no list of rows at \(path.shown): \(end.components.isEmpty ? "the body" : end.shown) is "
        + (found?.brief ?? "too large to describe")
    case .unfit(let place, let expected, let found, _):
      "\(url) sent what does not fit at \(place.shown(200)): expected \(expected)"
        + (found.map { ", found \($0.brief)" } ?? "")
    case .unreadable(let place, let reason, let found):
      "\(url) sent what cannot be read at \(place.shown(200)): \(reason.shown(200))"
        + (found.map { ", found \($0.brief)" } ?? "")
    case .missingNext(let place, let sign, let there, _):
      "\(url) names no next page at \(place.shown(200))"
        + (sign.map { ", although \($0.shown(200))" } ?? "")
        + (there.map { "; it has something like that at \($0.shown)" } ?? "")
    case .ignoredParameter(let name, let cursor, let isVariable):
      "\(url) sent its first page again for \(cursor.shown(60).asOneName): the "
        + (isVariable
          ? "query does not use $\(name.shown(60))" : "server ignores \(name.quoted(60))")
    case .lostPlace(let row, let requests):
      "\(url) does not go on where the page before ended: its last row, \(row.quoted(60)), was not found "
        + "again by \(requests) requests"
    case .tiedKey(let path):
      "The rows of a whole page of \(url) have the same value at \(path.shown), by which the pages go on, so the "
        + "next page begins with them again"
    }
  }

  private var remedy: String {
    switch self {
    case .noList: "give the path of the rows"
    case .unfit(_, _, _, let remedy): remedy.text
    case .unreadable: Remedy.rowType.text
    case .missingNext(_, _, _, let isLink): (isLink ? Remedy.nextPath : .tokenPath).text
    case .ignoredParameter(let name, _, isVariable: true):
      "ask for the rows with after: $\(name.shown(60)), or give the name of the variable"
    case .ignoredParameter: "give the name of the parameter for the page"
    case .lostPlace:
      "read the list from its start, or try again to take its pages as they come"
    case .tiedKey: "ask for larger pages"
    }
  }
}

extension PageProblem.Remedy {
  fileprivate var text: String {
    switch self {
    case .rowType: "make the row's type fit the answer, or skip such rows with skippingBadRows"
    case .idPath: "give the path of the id"
    case .nextPath: "give the path of the next page's URL"
    case .tokenPath: "give the path of what names the next page"
    case .pageInfo: "ask for pageInfo { hasNextPage endCursor } in the query and give its path"
    }
  }
}
