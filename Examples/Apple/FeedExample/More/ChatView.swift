import FeedEffects
import FeedReducer
import SwiftUI

nonisolated struct Message: Identifiable, Equatable {
  let id: Int
}

/// A chat of 300 messages. The first page is the newest one, and each names the page before.
nonisolated struct Messages: PageSource {
  func page(for request: Feed<Message, Int>.Request) async throws -> Feed<Message, Int>.Page {
    let end = request.position.cursor ?? 301
    let first = max(1, end - request.size)
    return .init(
      items: (first..<end).map(Message.init), next: nil, previous: first > 1 ? first : nil)
  }
}

/// A list that grows at its top. The row that the binding names stays where it is.
struct ChatView: View {
  @State var store = FeedStore(source: Messages()).logged(as: .chat)
  @State private var place: Message.ID?

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading) {
        EndView(end: store.header) { store.retry($0) }
        ForEach(store.items) { message in
          Text("Message \(message.id)").padding().onAppear { store.appeared(message.id) }
        }
        EndView(end: store.footer) { store.retry($0) }
      }
      .scrollTargetLayout()
    }
    .scrollPosition(id: $place)
    .defaultScrollAnchor(.bottom)
  }
}
