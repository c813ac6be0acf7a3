import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct ServerPageTests {
  private func load(_ position: JSONFeed.Position, size: Int) -> Load {
    Load(request: .init(ticket: 1, kind: .append, position: position, size: size))
  }

  @Test(arguments: 1...100) func pagesOfEverySizeHoldEveryCharacterOnce(size: Int) throws {
    var ids: [String] = []
    var position = JSONFeed.Position.start
    while true {
      let page = try Server().page(for: load(position, size: size))
      #expect(page.total == 82)
      ids += page.items.map(\.id.rawValue)
      guard let next = page.next else { break }
      #expect(page.items.count == size)
      position = .after(cursor: next)
    }
    #expect(ids == Catalogue.characters.map { "\($0.number)" })
  }

  @Test func aPageBehindTheLastIsEmpty() throws {
    let page = try Server().page(for: load(.after(cursor: .number(.max)), size: 10))
    #expect(page.items.isEmpty)
    #expect(page.next == nil)
  }

  @Test(arguments: [PageCursor.number(0), .number(-1), .offset(10), .token("x"), .link("/2")])
  func aCursorOfAnotherKindIsRefused(cursor: PageCursor) {
    let error = #expect(throws: FeedFailure.self) {
      try Server().page(for: load(.after(cursor: cursor), size: 10))
    }
    #expect(error?.code == .invalidCursor)
  }

  @Test func aRowHoldsNumberAndName() {
    #expect(
      Catalogue.rows.first
        == JSONRow(
          id: "1", title: "Luke Skywalker",
          value: .object(["number": .integer(1), "name": .string("Luke Skywalker")])))
  }
}
