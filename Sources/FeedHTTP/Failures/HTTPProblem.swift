import FeedEffects

/// What can go wrong between a request and a page, as data. `HTTPProblem+Sentences.swift` has the texts.
enum HTTPProblem: Error, Equatable {
  /// The request was not sent.
  case request(Request)

  /// No response came.
  case connection(ConnectionProblem)

  /// The response as a whole is not a page.
  case response(Response)

  /// The body is JSON, but what is needed is not in it.
  case content(Content)

  /// Why a request is not sent.
  enum Request: Equatable {
    /// The URL is not one of a web server.
    case notWebAddress

    /// The next page is on another server.
    case foreignLink(link: String)

    /// The server redirects to another server, or from https to http.
    case foreignRedirect(link: String)

    /// The server redirects a query with its variables to another server, which is allowed.
    case foreignBody(link: String)

    /// The server redirects an edit in a way that makes a question of it.
    case movedEdit(status: Int, link: String)

    /// The link or token of a page has too many bytes.
    case longLink(size: Int, limit: Int)

    /// The request has no parameter for a cursor of this kind.
    case unfitCursor(cursor: String)

    /// The body has no place at this path: it leads into a text, a number or the like.
    case unfitBody(path: JSONPath)

    /// The value of a query is a list, an object or a number that is not finite, where the place
    /// takes none.
    case unfitQuery(name: String)

    /// A part of the path would be `.` or `..`, or have such a part in it.
    case unfitPart(name: String)

    /// This part of the path of an edit is empty, or as above.
    case unfitEditPart(String)

    /// A query has the place of the cursor or of the number of rows.
    case takenPlace(name: String)

    /// A header field has a line break or another control character.
    case unfitHeader(name: String)

    /// The body, or the variables of a GraphQL query, can't be written as JSON.
    case unfitVariables
  }

  /// What is wrong with a response as a whole.
  enum Response: Equatable {
    /// The response began in time but did not end within `limit`.
    case tooSlow(limit: Duration)

    /// The body has more than `limit` bytes.
    case tooLarge(limit: Int)

    /// The body came in more than `limit` pieces of fewer than 4 bytes.
    case tinyPieces(limit: Int)

    /// The header, a line of it, or what follows the body is too long.
    case longHeader

    /// There is more behind the end of a compressed body, such as another member of gzip.
    case moreThanCompressed

    /// The status is not a success. `words` is what the server says about it, `scheme` the one by which it
    /// wants credentials.
    case status(code: Int, words: String?, retryAfter: Duration?, scheme: String? = nil)

    /// The server redirects, but to no page: `mailto:`, or what is no URL.
    case unusableRedirect(status: Int, location: String)

    /// The body is empty.
    case empty

    /// The body is not JSON.
    case notJSON(contentType: String?, beginning: String)

    /// The body breaks off.
    case cutShort(ending: String)

    /// The body is JSON with a syntax error; `offset` is its place in bytes.
    case brokenJSON(reason: String, offset: Int)

    /// The body has bytes that are not UTF-8; `before` is the text in front of them.
    case notUnicode(before: String)

    /// Arrays and objects are nested too deeply.
    case tooDeep(limit: Int)

    /// A page has too many rows.
    case tooManyRows(limit: Int)

    /// The response came in time, but reading it did not end within the limit of both.
    case tooSlowToRead(limit: Duration)

    /// A row, or all that is read undecoded, has too many values.
    case tooManyValues(limit: Int)

    /// The status is a success, but the body tells of an error; `retryAfter` is how long the server wants to be left
    /// alone.
    case errorInBody(message: String, retryAfter: Duration? = nil, isRetryable: Bool = false)

    /// A GraphQL server answered with errors.
    case graphQL(message: String)
  }

  /// What is missing in a body.
  enum Content: Equatable {
    /// There is no list where the rows should be; `place` is how far the path led.
    case noList(path: JSONPath, place: JSONPath, found: JSONValue?)

    /// The value at `place` is not what paging or the row's type expects.
    case unfit(place: String, expected: String, found: JSONValue?, remedy: Remedy)

    /// The value at `place` has the right type, but the row's own decoding rejects it.
    case unreadable(place: String, reason: String, found: JSONValue?)

    /// A page names no next one where it should, although there are more rows, as the clause `sign` says,
    /// or what names it seems to be at `there`.
    case missingNext(place: String, sign: String?, there: JSONPath?, isLink: Bool)

    /// The second page has the rows of the first one, and still has them when both are requested again.
    /// `isVariable` tells whether the name is that of a variable of a GraphQL query.
    case ignoredParameter(name: String, cursor: String, isVariable: Bool = false)

    /// Rows moved, and the last row that came before a page was not found again by so many requests.
    case lostPlace(row: String, requests: Int)

    /// All rows of a page have the same key, and the next page begins with them again.
    case tiedKey(path: JSONPath)

    /// There are several lists, and nothing tells which one has the rows.
    case twoLists(paths: [JSONPath])

    /// Detection found no list of rows; `lists` are the lists of other things.
    case noListAnywhere(body: JSONValue, lists: [JSONPath])

    /// Neither what is given nor the response tells a part that the given kind of paging needs.
    case unknownPart(kind: PagingStyle.Kind, part: Part)

    /// Detection found no value that all rows have and that differs; `first` is the first row.
    case noIDAnywhere(rows: JSONPath, first: JSONValue)
  }

  /// A part of a style that has to be given where a response does not tell it.
  enum Part {
    /// Where the response names the next page.
    case next

    /// The parameter that names the page.
    case pageName

    /// Where the number of all rows is.
    case total
  }

  /// What can be done about a value that does not fit.
  enum Remedy {
    /// The type of the rows is wrong.
    case rowType

    /// The path of the id is wrong.
    case idPath

    /// The path of the next URL is wrong.
    case nextPath

    /// The path of the token is wrong.
    case tokenPath

    /// The path of the connection's `pageInfo` is wrong, or the query does not ask for it.
    case pageInfo
  }
}
