import FeedEffects
public import FeedReducer
public import Foundation

extension PagingStyle {
  /// Guesses from the first response how an API pages.
  ///
  /// - Parameters:
  ///   - body: The body of the first response.
  ///   - url: The URL of the request. Its parameters are hints too.
  ///   - headers: The header fields of the response, which may have links and totals.
  ///   - rows: The path of the list of rows; nil to find it.
  ///   - id: The path of the id in a row; nil to find it.
  /// - Returns: The style. Its ``notes`` say why each part was chosen, and what is missing.
  /// - Throws: A failure with the code `decoding` if there is no list of rows, or no field that
  ///   tells the rows apart. Its message says which path to give.
  public static func detect(
    _ body: JSONValue, url: URL, headers: [String: String] = [:], rows: JSONPath? = nil,
    id: JSONPath? = nil
  ) throws(FeedFailure) -> PagingStyle {
    let fields = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
    do {
      return try Detection(body: body, url: url, headers: fields).style(rows: rows, id: id)
    } catch {
      throw FeedFailure(error, at: url)
    }
  }
}

/// The detection of a style in the first response.
struct Detection {
  let body: JSONValue
  let url: URL
  let headers: [String: String]

  /// The values of the body that are not inside a list.
  let leaves: [Leaf]

  init(body: JSONValue, url: URL, headers: [String: String]) {
    self.body = body
    self.url = url
    self.headers = headers
    leaves = body.leaves
  }

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
    findTotal(&style, in: list)
    findNames(&style, in: list)
    findPaging(&style, in: list)
    // The notes quote keys from the server, so they are cut and escaped.
    style.notes = style.notes.map { $0.shown(500) }
    return style
  }
}
