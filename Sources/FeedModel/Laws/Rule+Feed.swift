package import FeedTesting

// The rules of a feed, in the words of `Docs/Rules.md`.
extension Rule {
  /// Every rule of a feed, ascending by number.
  package static let ofFeeds: [Rule] = [
    .tickets, .demand, .oneRequest, .steadyRefresh, .closedByErrors, .retry, .progress, .uniqueRows,
    .window, .edits, .restore, .cancels, .ignoring, .determinism, .wayOn,
  ]

  package static let tickets = Rule(1, says: "Every answer bears the ticket of its request.")
  package static let demand = Rule(
    2, says: "The reader's position decides; a row that appears only updates it.")
  package static let oneRequest = Rule(3, says: "One request of a kind at a time.")
  package static let steadyRefresh = Rule(4, says: "A refresh never blanks.")
  package static let closedByErrors = Rule(5, says: "An error closes its kind to scrolling.")
  package static let retry = Rule(6, says: "Retry is data.")
  package static let progress = Rule(7, says: "Progress decides the end.")
  package static let uniqueRows = Rule(8, says: "Rows are unique by id.")
  package static let window = Rule(9, says: "A window bounds memory.")
  package static let edits = Rule(10, says: "Edits survive.")
  package static let restore = Rule(11, says: "Restore brings rows, cursors and edits back.")
  package static let cancels = Rule(12, says: "A cancel is not an error.")
  package static let ignoring = Rule(13, says: "What counts for nothing changes nothing.")
  package static let determinism = Rule(14, says: "Every step is deterministic.")
  package static let wayOn = Rule(15, says: "Every state has a way on.")
}
