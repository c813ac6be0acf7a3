import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedEffects

@Suite("What the person at the screen reads of a failure", .watched)
struct FailureTests {
  /// Each code has a row in the document, with its text, and each text of a status is there.
  @Test func everyTextIsInTheDocument() throws {
    let document = try Document("Docs/Sources.md").text.replacing("\n", with: " ")
    for code in FeedFailure.Code.all where code != .http {
      let failure = FeedFailure(code, message: "for developers")
      let row = try #require(document.firstRange(of: "| `\(code)` |"), "\(code)")
      let text = document[row.upperBound...].prefix { $0 != "|" }
      #expect(!text.isEmpty)
      #expect(document[row.upperBound...].contains("| \(failure.text) |"), "\(code)")
    }
    for status in [401, 403, 404, 410, 429, 500, 503, 418] {
      let failure = FeedFailure(.http, message: "for developers", status: status)
      #expect(document.contains("*\(failure.text)*"), "\(status)")
    }
    #expect(FeedFailure(.http, message: "").text == "The server refused this")
    #expect(
      FeedFailure(.init(rawValue: "mine"), message: "").text
        == FeedFailure(.other, message: "").text)
  }

  @Test func anAppHasItsOwnWords() throws {
    let failure = FeedFailure(.http, message: "GET /people: 429", status: 429)
    #expect(failure.localizedDescription == "Too many requests")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts = folder.appending(path: "en.lproj/Feed.strings")
    try FileManager.default.createDirectory(
      at: texts.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(#""Too many requests" = "Bitte langsamer";"#.utf8).write(to: texts)
    let bundle = try #require(Bundle(path: folder.path))
    #expect(failure.text(in: bundle) == "Bitte langsamer")
    let other = FeedFailure(.timeout, message: "late")
    #expect(other.text(in: bundle) == "The server takes too long")
  }
}
