import FeedReducer
import SwiftUI

/// What stands at an end of a list.
struct EndView: View {
  let end: ListEnd
  let retry: (LoadKind) -> Void

  var body: some View {
    switch end {
    case .nothing, .end: EmptyView()
    case .loading: ProgressView()
    case .waiting(let kind, _): Button("Try again now") { retry(kind) }
    case .offline(let kind): Button("No connection. Try again") { retry(kind) }
    case .failed(let kind, let failure): Button("\(failure.text). Try again") { retry(kind) }
    case .stalled(let kind): Button("Look for more") { retry(kind) }
    case .empty: ContentUnavailableView("There is nothing here.", systemImage: "tray")
    }
  }
}
