import FeedTesting
import Testing

/// A test with a mistake, and the whole message that a tester reports.
struct MessageCase {
  let rule: String
  var state = Puppet.State()
  let does: (inout Puppet.State) -> Puppet.Answer
  let test: (PuppetTester) -> Void
  let message: String

  func check() {
    let reports = Reports()
    var tester: PuppetTester? = reports.tester(state: state, does)
    tester.map(test)
    tester = nil
    #expect(reports.messages.joined(separator: "\n") == message, "\(rule)")
  }
}
