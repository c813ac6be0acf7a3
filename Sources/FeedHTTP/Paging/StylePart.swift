/// A part of a style of paging that has to be given, or is given and wrong, as the subject of a failure names it.
package enum StylePart: String {
  /// Where the rows are.
  case rows

  /// Where the id of a row is.
  case id

  /// Where the next page is named.
  case next

  /// The parameter that names the page.
  case pageName

  /// Where the number of all rows is.
  case total
}

extension StylePart {
  var inSentence: String {
    switch self {
    case .rows: "where the rows are"
    case .id: "where the id of a row is"
    case .next: "where the next page is named"
    case .pageName: "the parameter that names the page"
    case .total: "where the number of all rows is"
    }
  }
}
