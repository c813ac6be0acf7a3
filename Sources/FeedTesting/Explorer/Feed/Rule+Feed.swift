// The rules of a feed, as `Docs/Rules.md` states them.
extension Rule {
  /// Every rule of a feed, in the order of their numbers.
  public static let ofFeeds: [Rule] = [
    .tickets, .demand, .oneRequest, .steadyRefresh, .closedByErrors, .retry, .progress, .uniqueRows,
    .window, .edits, .restore, .cancels, .ignoring, .determinism,
  ]

  static let tickets = Rule(1, "Every answer bears the ticket of its request.")
  static let demand = Rule(2, "Where the reader is decides, not that a row appeared.")
  static let oneRequest = Rule(3, "One request of a kind at a time.")
  static let steadyRefresh = Rule(4, "A refresh never blanks.")
  static let closedByErrors = Rule(5, "An error closes its kind to scrolling.")
  static let retry = Rule(6, "Retry is data.")
  static let progress = Rule(7, "Progress decides the end.")
  static let uniqueRows = Rule(8, "Rows are unique by id.")
  static let window = Rule(9, "A window bounds memory.")
  static let edits = Rule(10, "Edits survive.")
  static let restore = Rule(11, "Restore brings rows and cursors back.")
  static let cancels = Rule(12, "A cancel is not an error.")
  static let ignoring = Rule(13, "What counts for nothing changes nothing.")
  static let determinism = Rule(14, "Every step is deterministic.")
}
