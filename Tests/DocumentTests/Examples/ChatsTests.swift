import FeedEffects
import FeedHTTP
import FeedReducer
import FeedTesting
import TestWatch
import Testing

#if os(Linux)
  @_spi(Rendering) import SwiftUI

  @MainActor @Suite("The chats of Docs/Runner.md", .watched)
  struct ChatsTests {
    private let script = ScriptedSource<ChatMessage, PageCursor>()

    private func texts(_ view: some View) -> [String] {
      view.shown.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    private func page(_ range: ClosedRange<Int>, next: Int?) -> Feed<ChatMessage, PageCursor>.Page {
      .init(
        items: range.map { ChatMessage(id: $0, text: "Message \($0)") },
        next: next.map { .number($0) })
    }

    @Test func aChatLoadsWhileItShows() async {
      let script = script
      let store = Store(
        Chats(Feed(pageSize: 2, prefetchDistance: 1), maxClosed: 1), state: .init(),
        handler: FeedHandler(source: { (_: String) in script }))
      let view = ChatView(chat: "ada", chats: store)
      #expect(texts(view) == [])
      for case .appears(let action) in view.shown { action() }
      script.answer(with: page(1...2, next: 2))
      await store.settle()
      #expect(texts(view) == ["Message 1", "Message 2"])
      for case .appears(let action) in view.shown { action() }
      await script.asked(2)
      for case .disappears(let action) in view.shown { action() }
      await script.cancelled(2)
      await store.settle()
      #expect(texts(view) == ["Message 1", "Message 2"] && store.state.closedKeys == ["ada"])
      let messages = store.feed("ada")
      messages.retry(.append)
      messages.appeared(2)
      await store.settle()
      #expect(script.requests.count == 2)
    }
  }
#endif
