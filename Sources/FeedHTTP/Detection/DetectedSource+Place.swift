import FeedEffects
import FeedReducer

// What tells where a list can be read on.

extension DetectedSource {
  /// The cursor behind the first page; nil if it has none, or has not come.
  package var second: PageCursor? { memory?.use { $0.first?.next } }

  /// Whether cursors go to the server as JSON, with their types.
  package var takesJSON: Bool { foundRequest.takesJSON }

  /// The index of the first row of the list, or the number of its first page.
  package var firstPlace: Int { foundRequest.first(style?.paging ?? .none) }

  /// Whether a page may begin with any row: no row was skipped, and the server was not seen to take only some offsets.
  package var countsEachRow: Bool {
    skippedRows == 0 && memory?.use { $0.alignsOffsets } == false
  }

  /// What has to be given for the first answer to tell a style that was found by requests that led on.
  func needed(_ lead: Lead, in response: HTTPResponse) -> PagingStyle.Given {
    var (name, whole) = (given, given)
    name.pageName = lead.given.pageName
    var first = name
    first.firstNumber = lead.given.firstNumber
    (whole.kind, whole.next) = (lead.given.kind, lead.given.next)
    (whole.pageName, whole.firstNumber) = (first.pageName, first.firstNumber)
    return [name, first].first { tells(lead.style, given: $0, in: response) } ?? whole
  }

  /// Whether the first answer tells how a style pages if this is given.
  private func tells(
    _ style: PagingStyle, given: PagingStyle.Given, in response: HTTPResponse
  ) -> Bool {
    guard let answer = try? request.json(in: response, limits: loader.limits),
      let told = try? Detection(answer, to: startRequest, given: given).style()
    else { return false }
    return told.paging == style.paging && told.pageName == style.pageName
      && (told.firstNumber ?? 1) == (style.firstNumber ?? 1) && told.rangeUnit == style.rangeUnit
  }
}
