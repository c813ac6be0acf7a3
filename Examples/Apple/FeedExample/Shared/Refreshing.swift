import FeedEffects
import FeedReducer
import SwiftUI

extension View {
  /// Refreshes the list of a store: it is pulled. Where nothing is pulled, ⌘R brings it up to date in its place.
  func refreshes<Machine: FeedMachine & SendableMetatype>(
    _ store: Store<Machine>
  ) -> some View {
    refreshable { await store.refresh() }
      .toolbar {
        Button("Refresh", systemImage: "arrow.clockwise") {
          store.invalidate()
        }
        .keyboardShortcut("r")
      }
  }

  /// Has VoiceOver say that rows came: it reads on where the reader is, and does not see the end grow.
  func announces(rows: Int) -> some View {
    onChange(of: rows) { old, new in
      let text = String(new - old) + " more"
      if new > old, old > 0 { AccessibilityNotification.Announcement(text).post() }
    }
  }
}
