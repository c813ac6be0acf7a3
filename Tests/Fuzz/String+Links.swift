import FeedEffects
import FeedHTTP
import Foundation

extension String {
  private static let request = HTTPRequest.get(
    URL(string: "https://example.org/feed") ?? URL(filePath: "/"))

  /// Parses a header field, writes the links and parses the result again.
  func readAsLinks() throws(Finding) {
    let links = LinkHeader(self).links
    let again = LinkHeader(links.map(\.field).joined(separator: ", ")).links
    try Finding.unless(links == again, "written and read again \(links) are \(again)")
    // Checking more than two would take most of the time. No page has a longer one.
    let limit = HTTPLimits().maxCursorBytes
    for link in links.prefix(2) where link.target.utf8.count <= limit {
      try Finding.unless(
        !link.target.unicodeScalars.contains(">"), "a target goes on behind its end")
      try Self.request.checkLeadsHome(.link(link.target))
    }
  }
}

extension LinkHeader.Link {
  /// The link in the syntax of a header field.
  fileprivate var field: String {
    let parameters = parameters.map { name, value in
      let text = value.unicodeScalars.map {
        #"\""#.unicodeScalars.contains($0) ? "\\\($0)" : "\($0)"
      }
      return "; \(name)=\"\(text.joined())\""
    }
    return "<\(target)>" + parameters.joined()
  }
}
