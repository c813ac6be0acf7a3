import FeedEffects
import FeedReducer
import Foundation

/// Why a request is not sent.
enum RequestProblem: Equatable {
  /// The URL is not one of a web server.
  case notWebAddress

  /// The next page is on another server.
  case foreignLink(link: String)

  /// The server redirects to another server, or from https to http.
  case foreignRedirect(link: String)

  /// The server redirects a query with its variables to another server, which is allowed.
  case foreignBody(link: String)

  /// The server redirects an edit in a way that makes a question of it.
  case movedEdit(status: Int, link: String)

  /// The link or token of a page has too many bytes.
  case longLink(size: Int, limit: Int)

  /// The request has no parameter for a cursor of this kind.
  case unfitCursor(cursor: String)

  /// The body has no place at this path: it leads into a text, a number or the like.
  case unfitBody(path: JSONPath)

  /// The value of a query is a list, an object or a number that is not finite, where the place
  /// takes none.
  case unfitQuery(name: String)

  /// A part of the path would be `.` or `..`, or have such a part in it.
  case unfitPart(name: String)

  /// This part of the path of an edit is empty, or as above.
  case unfitEditPart(String)

  /// A query has the place of the cursor or of the number of rows.
  case takenPlace(name: String)

  /// A header field has a line break or another control character.
  case unfitHeader(name: String)

  /// The body, or the variables of a GraphQL query, can't be written as JSON.
  case unfitVariables
}

extension HTTPProblem {
  /// The request was not sent.
  static func request(_ problem: RequestProblem) -> Self { Self(cause: problem) }
}

extension RequestProblem: HTTPProblem.Cause {
  var code: FeedFailure.Code { .refused }

  func subject(at url: URL) -> String? {
    switch self {
    case .foreignLink(let link), .foreignRedirect(let link):
      // From https to http nothing leads.
      URL(link: link, on: url).flatMap(Origin.init).flatMap {
        $0.scheme == "http" && url.scheme?.lowercased() == "https" ? nil : $0.text
      }
    default: nil
    }
  }

  func parts(at url: URL) -> (what: String, remedy: String) {
    (what(at: url.inSentence), remedy(at: url.inSentence))
  }

  private func what(at place: String) -> String {
    switch self {
    case .notWebAddress: "\(place) is not the address of a web server"
    case .foreignLink(let link):
      "\(place) links to a page on another server, \(link.asForeignLink), which is not followed"
    case .foreignRedirect(let link):
      "\(place) redirects to another server, \(link.asForeignLink), which is not followed"
    case .foreignBody(let link):
      "\(place) redirects the query to another server, \(link.asForeignLink), which does not get it"
    case .movedEdit(let status, let link):
      "\(place) redirects the edit to \(link.asForeignLink) with status \(status), by which it would "
        + "become a question"
    case .longLink(let size, let limit):
      "\(place) names a page by \(size) bytes where \(limit) are allowed"
    case .unfitCursor(let cursor):
      "The request to \(place) has no place for the cursor \(cursor.shown(60).asOneName)"
    case .unfitBody(let path):
      "The body for \(place) has no place for a value at \(path.shown)"
    case .unfitQuery(let name):
      "The request to \(place) can't have the query's value at \(name.shown(60))"
    case .unfitPart(let name):
      "The part of the path after \(name.shown(60)) for \(place) can't have . or .. in it, which "
        + "lead to another place"
    case .unfitEditPart(""):
      "A part of the edit's path behind \(place) is empty, which would lead to another place"
    case .unfitEditPart(let part):
      "The part \(part.shown(60)) of the edit's path behind \(place) has . or .. in it, which lead to "
        + "another place"
    case .takenPlace(let name):
      "The query for \(place) has the place \(name.shown(60)), which is that of the page or of its size"
    case .unfitHeader(let name): "The header field \(name.shown(60)) for \(place) can't be sent"
    case .unfitVariables: "What is sent to \(place) is not JSON"
    }
  }

  private func remedy(at place: String) -> String {
    switch self {
    case .notWebAddress: "give an http or https URL with a host"
    case .foreignLink(let link), .foreignRedirect(let link):
      // From https to http nothing leads.
      place.lowercased().hasPrefix("https:") && link.lowercased().hasPrefix("http:")
        ? "it is not encrypted, and is never asked for: have the server name https"
        : "allow it by name if it is to be trusted"
    case .foreignBody: "send it to that server's URL in the first place"
    case .movedEdit: "send it to that address in the first place"
    case .longLink: "raise the limit if the server means it"
    case .unfitCursor: "use the paging that the cursor came from"
    case .unfitBody: "use a path to a member of an object"
    case .unfitQuery:
      "give a text, a finite number, true or false; a parameter takes a list of them, too"
    case .unfitPart: "use other words, or send them as a parameter"
    case .unfitEditPart: "use an id without that, or send it as a parameter"
    case .takenPlace: "give the query, or the page, another name"
    case .unfitHeader: "use no line breaks and no control characters in it"
    case .unfitVariables: "use finite numbers"
    }
  }
}
