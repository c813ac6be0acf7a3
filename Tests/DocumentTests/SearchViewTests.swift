import FeedEffects
import FeedReducer
import FeedTesting
import Foundation
import TestServers
import TestWatch
import Testing

#if os(Linux)
  @_spi(Rendering) import SwiftUI

  @MainActor @Suite("The views of a search", .watched)
  struct SearchViewTests {
    /// The texts that a view shows.
    private func texts(_ view: some View) -> [String] {
      view.shown.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    private func field(_ view: some View) throws -> Binding<String> {
      let fields = view.shown.compactMap { part -> Binding<String>? in
        if case .field(_, let text) = part { text } else { nil }
      }
      return try #require(fields.first)
    }

    private func submit(_ view: some View) {
      for case .submit(let action) in view.shown { action() }
    }

    @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
    func repositoriesAreFoundAsTheUserTypes() async throws {
      try await TestServer.run { server in
        let store = SearchStore(source: repositories(at: server.base))
        let view = RepositoriesView(over: store)
        #expect(texts(view) == [])
        try field(view).wrappedValue = "7"
        submit(view)
        await store.settle()
        let found = texts(view)
        #expect(found.count == 17 && found.allSatisfy { $0.contains("7") })
        try field(view).wrappedValue = "nothing has this name"
        #expect(texts(view) == found)
        submit(view)
        await store.settle()
        #expect(texts(view) == ["There is nothing here."])
        try field(view).wrappedValue = ""
        #expect(texts(view) == [])
      }
    }

    @Test(.enabled(if: TestServer.isAvailable, "\(TestServer.reason)"))
    func issuesAreFilteredByStateAndText() async throws {
      try await TestServer.run { server in
        let store = SearchStore(
          query: IssueQuery(), source: issues(of: "group/project", at: server.base))
        let view = IssuesView(over: store)
        _ = view.shown
        await store.settle()
        #expect(!texts(view).isEmpty)
        try field(view).wrappedValue = "7"
        store.query?.state = .closed
        submit(view)
        await store.settle()
        #expect(texts(view) == ["Row 70 é😀", "Row 75 é😀"])
      }
    }

    /// As promised: no more lines than this beside the row.
    @Test func theViewsAreShort() throws {
      let blocks = try Document("Docs/Search.md").blocks
      let views = blocks.filter { $0.lines.first?.hasSuffix(": View {") == true }
      #expect(views.count == 2)
      for view in views { #expect(view.lines.count <= 25, "\(view.lines[0])") }
    }

    /// The example of a machine that owns feeds, with its model, its exploration and a test.
    @Test func theExampleIsShort() throws {
      let blocks = try Document("Docs/Search.md").blocks
      let first = try #require(blocks.firstIndex { $0.lines.joined().contains("struct App: ") })
      let lines = blocks[first...].reduce(0) { $0 + $1.lines.count }
      #expect(lines <= 120)
    }
  }
#endif
