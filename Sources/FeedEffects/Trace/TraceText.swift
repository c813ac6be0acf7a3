import FeedReducer
import Foundation

/// The texts in a trace: cut, free of control characters, and with secrets masked.
enum TraceText {
  /// The id of a row.
  static func id(_ id: some Any) -> String { "\(id)".shown(80) }

  /// A cursor, in which a link may be.
  static func cursor(_ cursor: some Any) -> String { "\(cursor)".maskingLinks.shown(300) }

  /// A query, as the user wrote it.
  static func query(_ query: some Any) -> String { "\(query)".shown(200) }

  /// A sentence, in which links may be.
  static func sentence(_ text: String) -> String { text.maskingLinks.shown(1000) }

  /// A failure without the excerpt of the response, which may hold anything.
  static func failure(_ failure: FeedFailure) -> FeedFailure {
    var failure = failure
    failure.message = sentence(failure.message)
    failure.url = failure.url.map { $0.maskingLinks.shown(1000) }
    failure.excerpt = nil
    return failure
  }
}

extension String {
  /// The text with the secrets masked of every link in it: of every word with `://` or `?`.
  fileprivate var maskingLinks: String {
    guard unicodeScalars.contains("?") || contains("://") else { return self }
    return split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.contains("://") else { return String(word).maskingSecrets }
      let link = URL(string: String(word), encodingInvalidCharacters: false)
      guard let link, link.scheme != nil, link.host() != nil else {
        return String(word).maskingAuthority
      }
      return link.withoutSecrets
    }.joined(separator: " ")
  }
}
