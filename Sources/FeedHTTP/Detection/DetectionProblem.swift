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
  case unknownPart(kind: PagingStyle.Kind, part: StylePart)

  /// No value is in all rows and differs; `first` is the first row.
  case noIDAnywhere(rows: JSONPath, first: JSONValue)
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
    switch self {
    case .unknownPart, .twoLists: .incompleteStyle
    case .noListAnywhere, .noIDAnywhere: .decoding
    }
  }

  func subject(at url: URL) -> String? { part.rawValue }

  /// The part that has to be given.
  private var part: StylePart {
    switch self {
    case .twoLists, .noListAnywhere: .rows
    case .unknownPart(_, let part): part
    case .noIDAnywhere: .id
    }
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
        "\(place) does not tell \(part.inSentence), which paging by \(kind.rawValue) needs",
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
