/// What can go wrong between a request and a page, as data; `FeedFailure+HTTP` has the sentences.
enum HTTPProblem: Error, Equatable {
  // Before the request.

  /// The URL does not lead to a web server.
  case notWebAddress

  /// The next page is on another server.
  case foreignLink(link: String)

  /// The link or token of a page has too many bytes.
  case longLink(size: Int, limit: Int)

  /// The request has no place for a cursor of this kind.
  case unfitCursor(cursor: String)

  /// The variables of a GraphQL query can't be written as JSON.
  case unfitVariables

  // On the way.

  /// The device has no network.
  case offline

  /// No answer came in time.
  case timeout

  /// The answer began in time but had not ended after so long.
  case tooSlow(limit: Duration)

  /// The answer's body has more than so many bytes.
  case tooLarge(limit: Int)

  /// The host's name is not known.
  case unknownHost

  /// Nothing listens there, or nothing can be reached.
  case noConnection

  /// The server's certificate is not trusted, or no secure connection came about.
  case notSecure(reason: String)

  /// The server sends from one URL to the next without end.
  case endlessRedirect

  /// The server sends on to another server, or from https to http.
  case foreignRedirect(link: String)

  /// The connection broke, or what came was not HTTP.
  case broken(reason: String)

  // The answer as a whole.

  /// The status is not a success. `words` is what the server says about it.
  case status(code: Int, words: String?, retryAfter: Duration?)

  /// The body has no byte.
  case empty

  /// The body is something else than JSON.
  case notJSON(contentType: String?, beginning: String)

  /// The body breaks off.
  case cutShort(ending: String)

  /// The body is JSON with a fault.
  case brokenJSON(beginning: String)

  /// The body has bytes that are no text in Unicode; `before` is what stands in front of them.
  case notUnicode(before: String)

  /// Lists and objects lie too deep in each other.
  case tooDeep(limit: Int)

  /// A GraphQL server answered with errors.
  case graphQL(message: String)

  // What is in it.

  /// There is no list where the rows should be; `place` is how far the path led.
  case noList(path: JSONPath, place: JSONPath, found: JSONValue)

  /// Something else is at `place` than what paging or the row's type expects.
  case unfit(place: String, expected: String, found: JSONValue?, remedy: Remedy)

  /// The value at `place` is of the right type, but whoever decodes it wants another.
  case unreadable(place: String, reason: String, found: JSONValue?)

  // Finding out the style of paging.

  /// There is no list of rows anywhere; `lists` are those of other things.
  case noListAnywhere(body: JSONValue, lists: [JSONPath])

  /// No value that all rows have tells them apart; `keys` are those of the first.
  case noIDAnywhere(rows: JSONPath, first: JSONValue)

  /// What can be done about something that does not fit.
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
