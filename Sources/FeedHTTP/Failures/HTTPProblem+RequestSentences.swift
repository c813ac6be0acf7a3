import FeedEffects
import Foundation

// The texts of requests that are not sent.

extension HTTPProblem.Request {
  /// What was not sent, and what to do about it.
  func parts(at place: String) -> (what: String, remedy: String) {
    switch self {
    case .notWebAddress:
      ("\(place) is not the address of a web server", "give an http or https URL with a host")
    case .foreignLink(let link):
      (
        "\(place) links to a page on another server, \(link.asForeignLink), which is not followed",
        Self.remedy(place, link)
      )
    case .foreignRedirect(let link):
      (
        "\(place) redirects to another server, \(link.asForeignLink), which is not followed",
        Self.remedy(place, link)
      )
    case .foreignBody(let link):
      (
        "\(place) redirects the query to another server, \(link.asForeignLink), which does not get it",
        "send it to that server's URL in the first place"
      )
    case .movedEdit(let status, let link):
      (
        "\(place) redirects the edit to \(link.asForeignLink) with status \(status), by which it would "
          + "become a question",
        "send it to that address in the first place"
      )
    case .longLink(let size, let limit):
      (
        "\(place) names a page by \(size) bytes where \(limit) are allowed",
        "raise the limit if the server means it"
      )
    case .unfitCursor(let cursor):
      (
        "The request to \(place) has no place for the cursor \(cursor.shown(60))",
        "use the paging that the cursor came from"
      )
    case .unfitBody(let path):
      (
        "The body for \(place) has no place for a value at \(path.shown)",
        "use a path to a member of an object"
      )
    case .unfitQuery(let name):
      (
        "The request to \(place) can't have the query's value at \(name.shown(60))",
        "give a text, a finite number, true or false; a parameter takes a list of them, too"
      )
    case .unfitPart(let name):
      (
        "The part of the path after \(name.shown(60)) for \(place) can't have . or .. in it, which "
          + "lead to another place",
        "use other words, or send them as a parameter"
      )
    case .unfitEditPart(let part):
      (
        part.isEmpty
          ? "A part of the edit's path behind \(place) is empty, which would lead to another place"
          : "The part \(part.shown(60)) of the edit's path behind \(place) has . or .. in it, which lead to "
            + "another place",
        "use an id without that, or send it as a parameter"
      )
    case .takenPlace(let name):
      (
        "The query for \(place) has the place \(name.shown(60)), which is that of the page or of its size",
        "give the query, or the page, another name"
      )
    case .unfitHeader(let name):
      (
        "The header field \(name.shown(60)) for \(place) can't be sent",
        "use no line breaks and no control characters in it"
      )
    case .unfitVariables:
      ("What is sent to \(place) is not JSON", "use finite numbers")
    }
  }
}

extension HTTPProblem.Request {
  /// What to do about a link that is not followed. From https to http nothing leads.
  private static func remedy(_ place: String, _ link: String) -> String {
    place.lowercased().hasPrefix("https:") && link.lowercased().hasPrefix("http:")
      ? "it is not encrypted, and is never asked for: have the server name https"
      : "allow it by name if it is to be trusted"
  }
}
