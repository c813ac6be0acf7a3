import FeedTesting
import Testing

/// Something that a tester is to report, in full.
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
