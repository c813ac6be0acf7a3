import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Rules that every result must obey.

extension Finding {
  /// `text` has no control characters and at most 4 × `limit` bytes.
  static func unlessShown(_ text: String, limit: Int = 2_000) throws(Finding) {
    // Most texts are ASCII, which needs no lookup of Unicode properties.
    if !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      let isPlain = text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && !$0.properties.isBidiControl
      }
      try unless(isPlain, "a text for people has control characters: \(text.debugDescription)")
    }
    try unless(text.utf8.count <= 4 * limit, "a text for people is long: \(text)")
  }

  static func unlessSound(_ failure: FeedFailure) throws(Finding) {
    try unlessShown(failure.message)
    try unless(failure.message.hasSuffix("."), "no sentence: \(failure.message)")
  }

  /// Returns the result of `read`; nil if it throws a sound `FeedFailure`, as every parser may.
  static func unlessRefused<Value>(_ read: () throws -> Value) throws(Finding) -> Value? {
    do {
      return try read()
    } catch let failure as FeedFailure {
      try unlessSound(failure)
      return nil
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding(text: "\(error) is no failure")
    }
  }
}

extension HTTPPageSource {
  /// Reads `answer` as the page after `cursor`; nil if it is refused.
  func read(
    _ answer: HTTPResponse, after cursor: PageCursor?
  ) throws(Finding) -> Feed<Item, PageCursor>.Page? {
    let request = Feed<Item, PageCursor>.Request(
      ticket: 1, kind: cursor == nil ? .refresh : .append,
      position: cursor.map { .after(cursor: $0) } ?? .start, size: 2)
    return try Finding.unlessRefused {
      try answer.check()
      let page = try page(for: request, in: answer)
      try check(page)
      return page
    }
  }

  private func check(_ page: Feed<Item, PageCursor>.Page) throws(Finding) {
    for cursor in [page.next, page.previous] {
      if let cursor { try request.checkLeadsHome(cursor) }
    }
    var loop = Loop(Feed<Item, PageCursor>(pageSize: 2), state: .init(seed: 1, identity: 1))
    loop.send(.started)
    loop.send(.pageLoaded(ticket: 1, page: page))
    try Finding.unless(loop.state.generation == 1, "a page that was read is not applied")
    loop.send(.itemAppeared(index: page.items.count - 1))
    loop.send(.pageLoaded(ticket: 2, page: page))
    let ids = Set(loop.state.items.map(\.id))
    try Finding.unless(ids.count == loop.state.items.count, "a row is there twice")
    try Finding.unless(ids == Set(page.items.map(\.id)), "rows went or came")
  }
}

extension HTTPRequest {
  /// A cursor from the server must lead to the same server, or the request refuses it.
  func checkLeadsHome(_ cursor: PageCursor) throws(Finding) {
    _ = try Finding.unlessRefused {
      let target = try urlRequest(for: cursor, size: 2).url?.absoluteString ?? ""
      // This check parses the host itself, independently of Foundation.
      try Finding.unless(target.lowercased().hasPrefix("https://"), "not secure: \(target)")
      let authority = target.dropFirst(8).prefix { !"/?#".contains($0) }
      let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      let isBase = ["example.org", "example.org:443", "example.org:"].contains(host.lowercased())
      try Finding.unless(isBase && !authority.contains("\\"), "another server: \(target)")
    }
  }
}
