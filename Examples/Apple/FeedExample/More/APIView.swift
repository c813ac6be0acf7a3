import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation
import SwiftUI

/// The list at an address that the reader types.
struct APIView: View {
  @State private var address = "https://swapi.tech/api/people"
  @State private var api: URL?

  var body: some View {
    VStack {
      TextField("The address of a JSON API", text: $address)
        .onSubmit { api = URL(string: address) }
        .padding()
      if let api {
        JSONRowsView(api: api).id(api)
      } else {
        ContentUnavailableView("Type an address, then return", systemImage: "link")
      }
    }
  }
}

/// A list whose store depends on an input. It is made once for each identity of the view: hence the `.id(api)` above.
struct JSONRowsView: View {
  @State private var store: FeedStore<JSONRow, PageCursor>

  init(api: URL) {
    let source = DetectedSource(.get(api))
    _store = State(initialValue: FeedStore(source: source).logged(as: .api))
  }

  var body: some View {
    List {
      EndView(end: store.header) { store.retry($0) }
      ForEach(store.items) { row in
        Text(row.title ?? "\(row.id)").onAppear { store.appeared(row.id) }
      }
      EndView(end: store.footer) { store.retry($0) }
      if let error = store.error { Text(error.message).font(.caption) }
    }
    .refreshes(store)
  }
}
