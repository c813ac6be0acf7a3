import FeedEffects
public import FeedReducer
public import Foundation

extension PagingStyle {
  /// Finds out from a first answer how an API pages.
  ///
  /// - Parameters:
  ///   - answer: The first answer.
  ///   - url: Where it came from; its parameters are looked at too.
  ///   - headers: The answer's header fields, where links and totals may be.
  ///   - rows: Where the list of rows is, if that is known.
  ///   - id: Where the id is in a row, if that is known.
  /// - Throws: A failure that says what was seen and what to give, when no list of rows is found
  ///   or nothing tells the rows apart.
  public static func detect(
    _ answer: JSONValue, url: URL, headers: [String: String] = [:], rows: JSONPath? = nil,
    id: JSONPath? = nil
  ) throws(FeedFailure) -> PagingStyle {
    let fields = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
    do {
      return try Detection(answer: answer, url: url, headers: fields).style(rows: rows, id: id)
    } catch {
      throw FeedFailure(error, at: url)
    }
  }
}

/// The search for a style in a first answer.
struct Detection {
  let answer: JSONValue
  let url: URL
  let headers: [String: String]

  func style(rows: JSONPath?, id: JSONPath?) throws(HTTPProblem) -> PagingStyle {
    let list = try rowList(given: rows)
    let fields = RowFields(list.rows)
    guard let idPath = id ?? fields.id else {
      throw .content(.noIDAnywhere(rows: list.path, first: list.rows.first ?? .null))
    }
    var style = PagingStyle(paging: .none, rows: list.path, id: idPath, title: fields.title(idPath))
    style.notes = [
      "rows in \(list.path): "
        + (rows == nil ? "the best list of \(listsOfRows.count) found" : "as given"),
      "id \(idPath): "
        + (id != nil
          ? "as given"
          : list.rows.isEmpty
            ? "a guess, there is no row to look at"
            : "in \(list.rows.count == 1 ? "the only row" : "all \(list.rows.count) rows"), "
              + "no two alike"),
    ]
    findTotal(&style, list)
    findNames(&style, list)
    findPaging(&style, list)
    // The keys in them are the server's.
    style.notes = style.notes.map { $0.shown(500) }
    return style
  }
}
