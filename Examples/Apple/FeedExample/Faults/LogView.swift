import SwiftUI

/// The log of any feed of the app.
struct LogView: View {
  @State private var screen = Screen.characters

  var body: some View {
    List {
      Picker("Feed", selection: $screen) {
        ForEach(Screen.allCases) { Text($0.rawValue) }
      }
      LogLines(screen: screen)
    }
  }
}

/// What happened to the feed of a screen, the newest first.
struct LogLines: View {
  let screen: Screen

  var body: some View {
    ForEach(Log.shared.lines.filter { $0.screen == screen }) { line in
      VStack(alignment: .leading) {
        Text(line.action).font(.headline)
        Text(line.answer).foregroundStyle(.secondary)
      }
    }
  }
}
