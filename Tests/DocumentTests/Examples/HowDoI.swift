import FeedEffects
import FeedReducer
import SwiftUI

nonisolated struct Post: Identifiable, Equatable, Codable {
  let id: Int
  var day: Int { id / 8 }
  var isLiked = false
}

/// Rows 0 to 99, read from any row on in both directions.
nonisolated struct Posts: PageSource {
  var start = 0

  func page(for request: Feed<Post, Int>.Request) async throws -> Feed<Post, Int>.Page {
    let rows =
      switch request.position {
      case .start: start..<start + request.size
      case .after(let row): row..<row + request.size
      case .before(let row): row - request.size..<row
      }
    let page = rows.clamped(to: 0..<100)
    return .init(
      items: page.map { Post(id: $0) },
      next: page.upperBound < 100 ? page.upperBound : nil,
      previous: page.lowerBound > 0 ? page.lowerBound : nil, total: 100)
  }
}

/// Where the next first page begins.
actor Place {
  var row = 0
  func move(to row: Int) { self.row = row }
}

nonisolated struct PlacedPosts: PageSource {
  let place: Place

  func page(for request: Feed<Post, Int>.Request) async throws -> Feed<Post, Int>.Page {
    try await Posts(start: place.row).page(for: request)
  }
}

struct PostsView: View {
  @State var store = FeedStore(source: Posts())

  var body: some View {
    List {
      ForEach(Array(store.items.enumerated()), id: \.element.id) { index, post in
        Text("Post \(post.id)").onAppear { store.appeared(post.id) }
        if index % 10 == 9 { Text("An ad") }
      }
    }
  }
}

struct GapsView: View {
  @State var store = FeedStore(Feed<Post, Int>(gaps: .manual), source: Posts())

  var body: some View {
    List {
      ForEach(store.rowsAndGaps) { entry in
        switch entry {
        case .row(let post): Text("Post \(post.id)").onAppear { store.appeared(post.id) }
        case .gap(let gap): Button("Load more") { store.fillGap(gap.id, from: .below) }
        }
      }
    }
  }
}

/// Takes every edit.
nonisolated struct LikeSink: EditSink {
  func send(_ edit: Feed<Post, Int>.Edit, key: EditKey) async throws -> Post? { nil }
}
