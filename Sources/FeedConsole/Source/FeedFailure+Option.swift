import FeedHTTP
import FeedReducer
import Foundation

// What mends a failure. It comes from the code and the subject: the message may have words of the server, and what is
// printed here is pasted into a shell.

extension FeedFailure {
  /// The option that allows the link or redirect that was refused, or gives the credentials that the server wants; nil
  /// for other failures.
  var option: String? {
    switch (code, status) {
    case (.refused, _): subject.flatMap(\.asWebOrigin).map { "--allow \($0.asShellWord)" }
    case (.http, 401), (.http, 403):
      subject.map { scheme in
        switch scheme.lowercased() {
        case "bearer": "--token TOKEN"
        case "basic": "--user NAME"
        default: "--header 'Authorization: …'"
        }
      }
    default: nil
    }
  }

  /// The part of the paging style that it is about; nil for none.
  var stylePart: StylePart? {
    [.decoding, .incompleteStyle, .ignoredParameter].contains(code)
      ? subject.flatMap(StylePart.init) : nil
  }
}

extension StylePart {
  /// The option that gives it.
  var option: String {
    switch self {
    case .rows: "--items"
    case .id: "--id"
    case .next: "--next"
    case .pageName: "--page-param"
    case .total: "--total"
    }
  }
}

extension String {
  /// The text if it is the origin of a web server, by name or address: a failure may come from a file.
  fileprivate var asWebOrigin: String? {
    wholeMatch(of: /https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/).map {
      String($0.0)
    }
  }
}
