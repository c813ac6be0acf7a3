// Where a walk begins, by the style of paging.

extension HTTPRequest {
  /// The number or offset of the first page: the one in the request, or else that which is given, or the
  /// default of `paging`.
  func first(_ paging: Paging) -> Int {
    value(of: pageName)?.wholeNumber ?? firstNumber ?? usualFirst(paging)
  }

  /// The place and what it has of the page, or of the row, at which the request begins, and how many pages or rows
  /// come before that, or more; nil if nothing tells that any do.
  func laterStart(_ paging: Paging) -> (place: String, value: String, before: Int)? {
    if let text = value(of: pageName)?.text, !text.isEmpty, Int(text) == nil {
      return (pageName, text, .max)
    }
    let number = first(paging)
    let (before, isTooFar) = number.subtractingReportingOverflow(
      firstNumber ?? usualFirst(paging))
    return before > 0 && !isTooFar ? (pageName, "\(number)", before) : nil
  }

  /// Whether the place of the page has the index of a row.
  func countsRows(_ paging: Paging) -> Bool {
    if case .offset = paging { true } else { paging.isByLink && pageName.countsRows }
  }

  /// Pages count from 1, rows from 0.
  private func usualFirst(_ paging: Paging) -> Int { countsRows(paging) ? 0 : 1 }
}
