import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

@testable import FeedExample
@_spi(Rendering) import SwiftUI

@MainActor @Suite("The app", .watched)
struct AppTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test func theMenuLeadsToEachScreen() {
    let menu = ScreenList(path: [])
    #expect(menu.texts == Screen.allCases.map(\.rawValue))
    #expect(ScreenList(path: [.api]).texts == ["Type an address, then return"])
    #expect(ScreenList(path: [.chat]).isInProgress)
  }

  @Test func anArgumentOpensAScreen() {
    #expect(Screen.chosen(by: ["app", "--screen", "Home"]) == [.home])
    #expect(Screen.chosen(by: ["app", "--screen", "None"]) == [])
    #expect(Screen.chosen(by: ["app", "--screen"]) == [])
    #expect(Screen.chosen(by: ["app"]) == [])
  }

  /// What takes the pictures has its own list of screens.
  @Test func thereIsAPictureOfEachScreen() throws {
    let lines = try text(".github/workflows/ci.yml").split(separator: "\n")
    let line = try #require(lines.first { $0.contains("for screen in ") })
    let named = line.split(separator: ";")[0].split(separator: " ").drop { $0 != "in" }.dropFirst()
    #expect(named.filter { $0 != "Table" }.map(String.init) == Screen.allCases.map(\.rawValue))
  }

  @Test func rowsThatCameAreAnnounced() {
    AccessibilityNotification.Announcement.posted = []
    let view = Text("").announces(rows: 10)
    view.hears(20)
    view.hears(5)
    Text("").announces(rows: 0).hears(10)
    #expect(AccessibilityNotification.Announcement.posted == ["10 more"])
  }

  @Test func aPreviewIsOneLine() async {
    let view = CharactersPreview.previews
    _ = view.shown
    while view.isInProgress { await Task.yield() }
    #expect(view.texts == ["Luke Skywalker", "C-3PO", "Refresh"])
  }

  @Test func aChatGrowsAtItsTop() async {
    let store = FeedStore(source: Messages()), view = ChatView(store: store)
    _ = view.shown
    await store.settle()
    #expect(view.texts.first == "Message 281" && view.texts.last == "Message 300")
    store.visible(0..<3)
    await store.settle()
    #expect(view.texts.first == "Message 261" && view.texts.last == "Message 300")
    while store.header != .end {
      store.visible(0..<1)
      await store.settle()
    }
    #expect(view.texts.count == 300)
  }

  /// The list, both ends, the refresh and the failure take at most twenty lines beside the row.
  @Test(arguments: [
    "Characters/CharactersView", "Products/ProductsView", "Repositories/RepositoriesView",
    "Issues/IssuesView", "Home/HomeView",
  ])
  func theViewsAreShort(name: String) throws {
    let lines = try text("Examples/Apple/FeedExample/\(name).swift")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasSuffix("View: View {") })
    let end = try #require(lines[start...].firstIndex(of: "}"))
    let code = lines[start...end].filter { !$0.isEmpty }
    let row = try #require(code.firstIndex { $0.contains(".onAppear { store.appeared(") })
    let loop = try #require(code[..<row].last { $0.contains("ForEach(") })
    #expect(loop.contains("(store.items)") || loop.contains("(store.rowsAndGaps)"))
    #expect(code.count - 1 <= 20, "\(name): \(code.count - 1)")
  }
}
