import FeedReducer
import SwiftUI

/// A gap between two rows, with the button that fills it. A tap also tries again.
struct GapView: View {
  let load: LoadState
  let fill: () -> Void

  var body: some View {
    switch load {
    case .loading: ProgressView()
    case .waiting: Button("Try again now") { fill() }
    case .offline: Button("No connection. Try again") { fill() }
    case .failed(let failure): Button("\(failure.text). Try again") { fill() }
    case .ended: Button("Look for more") { fill() }
    default: Button("Rows may be missing here. Load more") { fill() }
    }
  }
}
