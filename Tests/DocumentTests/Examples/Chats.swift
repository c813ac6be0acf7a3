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
  let store: Store<Chats>

  var body: some View {
    let feed = store[\.[chat]]
    List {
      ForEach(feed?.items ?? []) { message in
        Text(message.text).onAppear { see(message.id) }
      }
      EndView(end: feed?.footer ?? .nothing) { retry($0) }
    }
    .onAppear { store.send(.opened(key: chat)) }
    .onDisappear { store.send(.closed(key: chat)) }
  }

  func see(_ id: ChatMessage.ID) {
    guard let row = store.state[chat]?.items.index(id: id) else { return }
    store.send(.feed(key: chat, action: .itemAppeared(index: row)))
  }

  func retry(_ kind: LoadKind) {
    store.send(.feed(key: chat, action: .retryTapped(kind: kind)))
  }
}
