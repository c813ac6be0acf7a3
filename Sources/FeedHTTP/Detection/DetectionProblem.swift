import FeedEffects
public import FeedReducer
import Foundation

/// What neither a response nor what is given tells of a style of paging.
enum DetectionProblem: Equatable {
  /// There are several lists, and nothing tells which one has the rows.
  case twoLists(paths: [JSONPath])

  /// There is no list of rows; `lists` are the lists of other things.
  case noListAnywhere(body: JSONValue, lists: [JSONPath])

  /// A part is missing that the given kind of paging needs.
  case unknownPart(kind: PagingStyle.Kind, part: Part)

  /// No value is in all rows and differs; `first` is the first row.
  case noIDAnywhere(rows: JSONPath, first: JSONValue)

  /// A part of a style that has to be given where a response does not tell it.
  enum Part: String {
    case next = "where the next page is named"
    case pageName = "the parameter that names the page"
    case total = "where the number of all rows is"
  }
}

extension FeedFailure.Code {
  /// A response does not tell a part of a ``PagingStyle`` that has to be given then.
  public static let incompleteStyle = Self(rawValue: "incompleteStyle")
}

extension HTTPProblem {
  /// A style was not found.
  static func detection(_ problem: DetectionProblem) -> Self { Self(cause: problem) }
}

extension DetectionProblem: HTTPProblem.Cause {
  var code: FeedFailure.Code {
    if case .unknownPart = self { .incompleteStyle } else { .decoding }
  }

  func parts(at url: URL) -> (what: String, remedy: String) {
    let place = url.inSentence
    return switch self {
    case .twoLists(let paths):
      (
        "\(place) has lists at \(paths.map(\.shown).listed), and nothing tells which one has the rows",
        "give the path of the rows"
      )
    case .noListAnywhere(let body, let lists):
      (
        "\(place) has no list of rows: the body is \(body.brief)"
          + (lists.isEmpty ? "" : ", with lists of other things at \(lists.map(\.shown).listed)"),
        "give the path of the rows"
      )
    case .unknownPart(let kind, let part):
      (
        "\(place) does not tell \(part.rawValue), which paging by \(kind.rawValue) needs",
        "give it by hand"
      )
    case .noIDAnywhere(let rows, let first):
      (
        "The rows of \(place) at \(rows.shown) have no id that tells them apart: the first is "
          + first.brief,
        "give the path of the id"
      )
    }
  }
}
