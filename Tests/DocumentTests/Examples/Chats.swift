import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

nonisolated struct ChatMessage: Identifiable, Equatable, Decodable {
  let id: Int
  let text: String
}

typealias Chats = Feeds<String, ChatMessage, PageCursor>

/// All chats of a user. Each has its messages, the newest first.
@MainActor func chats(at api: URL) -> Store<Chats> {
  let messages = HTTPPageSource<ChatMessage>(
    .get(api.appending(path: "messages"), size: "limit"),
    rows: .list(at: "messages"), paging: .nextURL(at: "next"))
  return Store(
    Chats(maxClosed: 20), state: .init(),
    handler: FeedHandler(source: { chat in messages.asking(for: ["chat": chat]) }))
}

struct ChatView: View {
  let chat: String
  let chats: Store<Chats>
  @State private var messages: FeedStore<ChatMessage, PageCursor>

  init(chat: String, chats: Store<Chats>) {
    self.chat = chat
    self.chats = chats
    _messages = State(wrappedValue: chats.feed(chat))
  }

  var body: some View {
    List {
      ForEach(messages.items) { message in
        Text(message.text).onAppear { messages.appeared(message.id) }
      }
      EndView(end: messages.footer) { messages.retry($0) }
    }
    .onAppear { chats.send(.opened(key: chat)) }
    .onDisappear { chats.send(.closed(key: chat)) }
  }
}
