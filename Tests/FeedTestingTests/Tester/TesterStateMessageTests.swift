import FeedReducer
import FeedTesting
import Testing
import TestWatch

@Suite("What a tester reports of a state", .watched)
struct TesterStateMessageTests {
  @Test func aStepIsComparedWithWhatTheTestStates() {
    Self.states.forEach { $0.check() }
  }

  @Test func longFieldsAreShownByTheirDifferences() {
    Self.longFields.forEach { $0.check() }
  }

  private static var states: [MessageCase] {
    [
      MessageCase(
        rule: "a field that changes and is not stated",
        does: {
          $0.count = 1
          $0.limit = 3
          return .accepted([])
        },
        test: { $0.send(.go) { $0.count = 1 } },
        message: """
          step 1, .go: the state is not as stated
            limit  expected nil as before, came 3
          State every field that changes and no other, or correct the machine.
          """),
      MessageCase(
        rule: "no change is stated",
        does: {
          $0.count = 1
          return .accepted([])
        },
        test: { $0.send(.go) },
        message: """
          step 1, .go: the state is not as stated
            count  expected 0 as before, came 1
          State every field that changes and no other, or correct the machine.
          """),
      MessageCase(
        rule: "a field that is stated to change and does not, and one with another value",
        does: {
          $0.choice = .loading(ticket: 1, attempt: 0)
          return .accepted([])
        },
        test: {
          $0.send(.go) {
            $0.name = "b"
            $0.choice = .loading(ticket: 2, attempt: 0)
          }
        },
        message: """
          step 1, .go: the state is not as stated
            name    expected "b", came "a" as before
            choice  expected .loading(ticket: 2, attempt: 0), came .loading(ticket: 1, attempt: 0)
          State every field that changes and no other, or correct the machine.
          """),
      MessageCase(
        rule: "a closure that changes nothing states nothing",
        does: { _ in .accepted([]) },
        test: { $0.send(.go) { $0.count = 0 } },
        message: """
          step 1, .go: the test describes no change, and none came
          Leave the closure out, or write what should change.
          """),
    ]
  }

  private static let rows = (0..<3).map { Puppet.Row(id: $0) }

  private static var longFields: [MessageCase] {
    [
      MessageCase(
        rule: "lists by their first difference, sets and dictionaries in order",
        state: .init(rows: rows),
        does: {
          $0.rows += (3..<9).map { .init(id: $0) }
          $0.tags = ["x", "y"]
          $0.prices = ["tea": 3]
          return .accepted([])
        },
        test: {
          $0.send(.go) { $0.prices = ["tea": 4, "milk": 3] }
          $0.send(.go) { $0.tags = [] }
        },
        message: """
          step 1, .go: the state is not as stated
            rows    expected 3 elements as before, came 9 elements; the first difference is [3]: \
          expected none, came Row(id: 3, text: "a text that is long enough to be shown by what differs in it")
            tags    expected [] as before, came ["x", "y"]
            prices  expected ["milk": 3, "tea": 4], came ["tea": 3]
          State every field that changes and no other, or correct the machine.
          step 2, .go: the state is not as stated
            rows  expected 9 elements as before, came 15 elements; the first difference is [9]: \
          expected none, came Row(id: 3, text: "a text that is long enough to be shown by what differs in it")
            tags  expected [], came ["x", "y"] as before
          State every field that changes and no other, or correct the machine.
          """),
      MessageCase(
        rule: "rows, structs and dictionaries by what differs in them",
        state: .init(rows: rows, prices: ["a price with a long name": 1, "b": 2]),
        does: {
          $0.rows[1].text += "!"
          $0.inner.isOpen = true
          $0.prices = ["a price with a long name": 1, "another price with a long name": 2]
          return .accepted([])
        },
        test: { $0.send(.go) { $0.rows[1].text = "" } },
        message: """
          step 1, .go: the state is not as stated
            rows                                      3 elements; the first difference is [1].text: \
          expected "", came "a text that is long enough to be shown by what differs in it!"
            prices["another price with a long name"]  expected none as before, came 2
            prices["b"]                               expected 2 as before, came none
            inner.isOpen                              expected false as before, came true
          State every field that changes and no other, or correct the machine.
          """),
      MessageCase(
        rule: "long texts around their first difference",
        does: {
          $0.name = String(repeating: "same ", count: 30) + "and new"
          return .accepted([])
        },
        test: { $0.send(.go) { $0.name = String(repeating: "same ", count: 30) + "and old" } },
        message: """
          step 1, .go: the state is not as stated
            name  expected … same same same same and old", came … same same same same and new"
          State every field that changes and no other, or correct the machine.
          """),
    ]
  }
}
