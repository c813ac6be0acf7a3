import FeedEffects
import FeedReducer
import SwiftUI

/// A feed beside the switches that break its server, and what it made of each thing that happened.
struct FaultsView: View {
  @State private var server: HomeServer
  @State private var store: FeedStore<Card, String>

  init(server: HomeServer = HomeServer()) {
    let source = HomeSource(client: server)
    _server = State(initialValue: server)
    _store = State(
      initialValue: FeedStore(
        Feed(refreshMode: .merge, retry: RetryPolicy(attempts: 1), gaps: .manual), source: source,
        sink: source
      ).logged(as: .faults))
  }

  var body: some View {
    VStack {
      HomeView(store: store).asksAboutFailedLikes(of: store)
      ScrollView(.horizontal) {
        HStack {
          ForEach(HomeServer.Fault.allCases) { fault in
            Toggle(LocalizedStringKey(fault.rawValue), isOn: isOn(fault)).toggleStyle(.button)
          }
          Button("3 above") { server.addAbove(3) }
          Button("25 above") { server.addAbove(25) }
          Button("Delete 5") { server.deleteFive() }
        }
      }
      List { LogLines(screen: .faults) }
    }
    .onChange(of: server.faults.contains(.offline)) { _, isOffline in
      store.send(.connectivityChanged(isOnline: !isOffline))
    }
  }

  private func isOn(_ fault: HomeServer.Fault) -> Binding<Bool> {
    Binding {
      server.faults.contains(fault)
    } set: { isOn in
      if isOn { server.faults.insert(fault) } else { server.faults.remove(fault) }
    }
  }
}
