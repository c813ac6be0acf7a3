import FeedEffects
public import FeedReducer
public import Foundation

extension PagingStyle {
  /// Guesses from the first response how an API pages.
  ///
  /// - Parameters:
  ///   - body: The body of the first response.
  ///   - url: The URL of the request. Its parameters are hints too.
  ///   - requestBody: The body of the request; nil if it had none. Its members are hints too.
  ///   - headers: The header fields of the response, which may have links and totals.
  ///   - given: What is known already. None of it is replaced.
  /// - Returns: The style. Its ``notes`` say why each part was chosen, and what is missing.
  /// - Throws: A failure with the code `decoding` if there is no list of rows, no field that tells the
  ///   rows apart, or a part missing that the given kind of paging needs. Its message says what to give.
  public static func detect(
    _ body: JSONValue, url: URL, requestBody: JSONValue? = nil, headers: [String: String] = [:],
    given: Given = Given()
  ) throws(FeedFailure) -> PagingStyle {
    let fields = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
    do {
      let detection = Detection(
        body: body, url: url, requestBody: requestBody, headers: fields, given: given)
      return try detection.style()
    } catch {
      throw FeedFailure(error, at: url)
    }
  }
}

/// The detection of a style in the first response.
struct Detection {
  /// The body of the answer. The object whose members are the rows is a list of them.
  let body: JSONValue

  /// The answer as it came.
  let answer: JSONResponse

  /// The path of the object whose members are the rows; nil if the rows are in a list.
  let memberPath: JSONPath?

  let url: URL

  /// The URL of the response, after redirects.
  let page: URL

  let headers: [String: String]
  let given: PagingStyle.Given
  let requestBody: JSONValue?

  /// What the request for the first page has, in the order of likelihood.
  let parameters: [Parameter]

  /// The values of the body that are not inside a list.
  let leaves: [Leaf]

  /// The GraphQL query; nil for other requests.
  let query: String?

  init(
    body: JSONValue, url: URL, requestBody: JSONValue?, headers: [String: String],
    given: PagingStyle.Given, graphQL: HTTPRequest.GraphQL? = nil, page: URL? = nil
  ) {
    answer = JSONResponse(url: page ?? url, headers: headers, body: body)
    let path = body.memberPath(given: given.rows, isGraphQL: graphQL != nil)
    let listed = path.flatMap { body.listingMembers(at: $0) }
    memberPath = listed == nil ? nil : path
    self.body = listed ?? body
    self.url = url
    self.page = page ?? url
    self.headers = headers
    self.given = given
    self.requestBody = requestBody
    let values = (requestBody?.leaves ?? []) + JSONValue.object(graphQL?.variables ?? [:]).leaves
    leaves = self.body.leaves
    parameters = url.hints(besides: leaves) + values.map(Parameter.init)
    query = graphQL?.query
  }

  /// The detection in the answer to a request for a first page.
  init(_ answer: JSONResponse, to request: HTTPRequest, given: PagingStyle.Given) {
    self.init(
      body: answer.body, url: request.url, requestBody: request.body, headers: answer.headers,
      given: given, graphQL: request.graphQL, page: answer.url)
  }

  func style() throws(HTTPProblem) -> PagingStyle {
    let list = try rowList(given: given.rows)
    if list.rows.isEmpty { try checkForError() }
    let fields = RowFields(list.rows)
    // A tool that only hands rows on needs no id.
    let lacksID = given.id == nil && fields.id == nil && given.rowsAreText
    guard let idPath = given.id ?? fields.id ?? (lacksID ? "" : nil) else {
      throw .detection(.noIDAnywhere(rows: list.path, first: list.rows.first ?? .null))
    }
    var style = PagingStyle(
      paging: .none, rows: list.path, id: idPath,
      title: given.title ?? fields.title(idPath) ?? titleInValue(of: list))
    style.notes = notes(on: list, id: idPath, lacksID: lacksID)
    style.lacksID = lacksID
    style.needsObjects = needsObjects(list)
    style.rowCount = list.count
    style.otherIDs = fields.otherIDs(than: idPath)
    style.hasWeakID = fields.isWeak(idPath)
    style.isAbsentIfEmpty = given.isAbsentIfEmpty || list.isAbsent
    findTotal(&style, in: list)
    findNames(&style, in: list)
    try findPaging(&style, in: list)
    findPlace(&style, in: list)
    leaveOutNames(&style)
    style.trustsShortPages = given.kind != nil && given.isOfUser
    if list.rows.isEmpty { style.isSettled = false }
    style.misses = misses(in: list)
    style.likelyWay = likelyWay
    // The notes quote keys from the server, so they are cut and escaped.
    style.notes = style.notes.map { $0.shown(500) }
    return style
  }

  /// The reasons for the rows and the id.
  private func notes(on list: RowList, id: JSONPath, lacksID: Bool) -> [String] {
    let rowsReason =
      if given.rows != nil {
        "as given"
      } else if list.isAbsent {
        "a guess, \(emptySign.map { "\($0.path)" } ?? "the answer") says that there are none"
      } else if list.path.isOfMembers {
        "no list was found, and the members of the object are alike"
      } else {
        "the best list of \(listsOfRows.count) found"
      }
    let idReason =
      if lacksID {
        "none tells the rows apart, so rows that come twice can't be told"
      } else if given.id != nil {
        "as given"
      } else if list.rows.isEmpty {
        "a guess, there is no row to look at"
      } else {
        "in \(list.count == 1 ? "the only row" : "all \(list.count) rows"), no two alike"
      }
    return ["rows in \(list.path): \(rowsReason)", "id \(id): \(idReason)"]
  }

  /// The given paths at which the response has nothing.
  private func misses(in list: RowList) -> [PagingStyle.Miss] {
    let isNextInRows = given.kind == .keyset
    let parts: [(name: String, path: JSONPath?, isInRows: Bool)] = [
      ("next", given.next?.path, isNextInRows), ("total", given.total?.path, false),
      ("id", given.id, true), ("title", given.title, true),
    ]
    return parts.compactMap { part in
      guard let path = part.path else { return nil }
      let isThere =
        part.isInRows
        ? list.rows.isEmpty || list.rows.contains { $0[path] != nil } : body[path] != nil
      return isThere ? nil : .init(part: part.name, path: path, isInRows: part.isInRows)
    }
  }
}
