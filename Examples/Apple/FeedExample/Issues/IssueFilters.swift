import SwiftUI

/// The text and the state of the issues that are asked for.
struct IssueFilters: View {
  @Binding var query: IssueQuery?
  let submit: () -> Void

  var body: some View {
    if let query = Binding($query) {
      TextField("Search", text: query.text).onSubmit { submit() }
      Picker("State", selection: query.state) {
        ForEach(IssueQuery.State.allCases) { Text($0.rawValue) }
      }
    }
  }
}
