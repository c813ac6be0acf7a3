import Foundation
import SwiftUI

#if os(macOS)
  import AppKit
#endif

@main
struct FeedExampleApp: App {
  init() {
    #if os(macOS)
      // Started in a terminal it has no bundle to say that it has a window and a menu.
      NSApplication.shared.setActivationPolicy(.regular)
    #endif
  }

  var body: some Scene {
    WindowGroup { ScreenList() }
  }
}

/// The screens. `--screen Home` among the program's arguments opens one.
nonisolated enum Screen: String, CaseIterable, Identifiable {
  case characters = "Characters"
  case products = "Products"
  case repositories = "Repositories"
  case issues = "Issues"
  case home = "Home"
  case faults = "Faults"
  case log = "Log"
  case api = "API"
  case chat = "Chat"
  #if os(iOS)
    case table = "Table"
  #endif

  var id: Self { self }

  /// The one that the program was started with.
  static func chosen(by arguments: [String]) -> [Screen] {
    guard let index = arguments.firstIndex(of: "--screen") else { return [] }
    return arguments.dropFirst(index + 1).prefix(1).compactMap(Screen.init)
  }

  @MainActor @ViewBuilder var view: some View {
    switch self {
    case .characters: CharactersView()
    case .products: ProductsView()
    case .repositories: RepositorySearch()
    case .issues: IssuesView()
    case .home: HomeScreen()
    case .faults: FaultsView()
    case .log: LogView()
    case .api: APIView()
    case .chat: ChatView()
    #if os(iOS)
      case .table: ProductsTable()
    #endif
    }
  }
}

struct ScreenList: View {
  @State var path = Screen.chosen(by: ProcessInfo.processInfo.arguments)

  var body: some View {
    NavigationStack(path: $path) {
      List {
        ForEach(Screen.allCases) { screen in
          NavigationLink(value: screen) { Text(screen.rawValue) }
        }
      }
      .navigationTitle("Feeds")
      .navigationDestination(for: Screen.self) { screen in
        screen.view.navigationTitle(LocalizedStringKey(screen.rawValue))
      }
    }
    .onAppear {
      #if os(macOS)
        NSApplication.shared.activate()
      #endif
    }
  }
}
