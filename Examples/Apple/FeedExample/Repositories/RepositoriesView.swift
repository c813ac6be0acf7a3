import FeedEffects
import FeedHTTP
import SwiftUI

struct RepositoriesView: View {
  let store: SearchStore<RepositoryQuery, Repository, PageCursor>

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { repository in
        RepositoryRow(repository: repository).onAppear { store.appeared(repository.id) }
      }
      .opacity(store.isStale ? 0.5 : 1)
      EndView(end: store.footer) { store.retry($0) }
    }
    .refreshes(store)
  }
}

struct RepositoryRow: View {
  let repository: Repository

  var body: some View {
    VStack(alignment: .leading) {
      Text(repository.name).font(.headline)
      if let description = repository.description { Text(description).foregroundStyle(.secondary) }
      Text("★ \(repository.stars)").accessibilityLabel("\(repository.stars) stars")
    }
  }
}
