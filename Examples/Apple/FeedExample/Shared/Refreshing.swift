import FeedEffects
import FeedReducer
import SwiftUI

extension View {
  /// Refreshes the list of a store: it is pulled, or on a Mac, where nothing is pulled, by ⌘R.
  func refreshes<Machine: FeedMachine & SendableMetatype>(
    _ store: PagedStore<Machine>
  ) -> some View {
    refreshable { await store.refresh() }
      .toolbar {
        Button("Refresh", systemImage: "arrow.clockwise") {
          store.send(Machine.feed(action: .refreshPulled))
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
