import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

extension Message {
  /// Detects the paging style of a first answer. The first word is the path and query of its URL, which
  /// the program chooses, and none is longer than a server takes.
  ///
  /// The detected style must read the rows that the detection found.
  func readAsFirstAnswer() throws(Finding) {
    guard let url = URL(string: "https://example.org/" + (word(0) ?? "").prefix(8_000)) else {
      return
    }
    let answer = answer(from: url)
    _ = try Finding.unlessRefused {
      try answer.check()
      let json = try HTTPRequest.get(url).json(in: answer).body
      let style = try PagingStyle.detect(json, url: url, headers: headers)
      for text in style.notes + ["\(style)"] { try Finding.unlessShown(text) }
      let page = try style.source(for: .get(url)).read(answer, after: nil)
      var rows = json[style.rows] ?? []
      // A row that is null is skipped.
      if case .array(let all) = rows { rows = .array(all.filter { $0 != .null }) }
      try Finding.unless(
        page == nil || rows == .array(page?.items.map(\.value) ?? []),
        "the rows of \(style) are not those it reads")
    }
  }
}
