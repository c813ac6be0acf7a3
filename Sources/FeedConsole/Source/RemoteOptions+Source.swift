import FeedHTTP
import FeedReducer
import Foundation

extension RemoteOptions {
  /// Creates the source. A first response gives the style; options override it.
  ///
  /// - Parameters:
  ///   - size: How many rows the first request asks for, if it has a size parameter.
  ///   - interruption: Stops the wait for the first page, and says what is waited for.
  ///   - tell: Receives what has failed and is tried again.
  func source(
    size: Int?, unless interruption: Interruption, tell: (String) -> Void
  ) throws(Problem) -> RemoteSource {
    let request = try request()
    do throws(FeedFailure) {
      let source = try source(of: request, size: size, unless: interruption, tell: tell)
      source.headerFile = headerFile
      source.mayGuess = mayGuess
      if size != nil, source.style != nil, !source.pages.asksForSize {
        tell("--page-size is not sent: no parameter for it is known; --size-param NAME names one")
      }
      return source
    } catch {
      guard let plain = plain(of: request, after: error), !interruption.isRequested else {
        throw problem(of: error)
      }
      tell("\(error.message) Trying http.")
      return try plain.source(size: size, unless: interruption, tell: tell)
    }
  }

  private func source(
    of request: HTTPRequest, size: Int?, unless interruption: Interruption, tell: (String) -> Void
  ) throws(FeedFailure) -> RemoteSource {
    let source = DetectedSource(
      request, given: given, healing: healing, mayGuess: mayGuess && !isManual)
    let responses = Responses()
    let first = JSONFeed.Request(
      ticket: Responses.firstLook, kind: .refresh, position: .start, size: size ?? Self.pageSize)
    let page =
      isResumed
      ? nil : try look(at: source, first, noting: responses, unless: interruption, tell: tell)
    let idle = source.idleRequests
    if idle > 0 {
      tell("\(idle.counted("request")) more found out how the list goes on; --no-guess sends none.")
    }
    return RemoteSource(source, responses: responses, first: first, page: page)
  }

  /// Requests the first page, and again after failures that may pass.
  private func look(
    at source: DetectedSource, _ request: JSONFeed.Request, noting responses: Responses,
    unless interruption: Interruption, tell: (String) -> Void
  ) throws(FeedFailure) -> JSONFeed.Page {
    let base = Duration.milliseconds(300)
    let policy =
      longestWait.map { RetryPolicy(attempts: 3, base: base, cap: $0) }
      ?? RetryPolicy(attempts: 3, base: base)
    var attempt = 0
    while true {
      do {
        return try waiting(unless: interruption, for: "the first page") {
          try await responses.noting(Load(request: request)) { try await source.page(for: request) }
        }
      } catch {
        let delay = policy.delay(after: error, attempt: attempt) { .random(in: 0 ... .max) }
        guard let delay, !interruption.isRequested else { throw error }
        attempt += 1
        tell("\(error.message) Trying again in \(delay.text).")
        interruption.sleep(for: delay)
      }
    }
  }

  /// The file that `curl` names for the header fields: the one that was given, if there is no other.
  private var headerFile: String {
    let file = headers.first.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil }
    return headers.count == 1 && credentials.isEmpty ? file ?? "FILE" : "FILE"
  }

  private func problem(of failure: FeedFailure) -> Problem {
    let part = failure.stylePart
    if failure.code == .incompleteStyle, part != .rows, let kind = given.kind {
      return .usage(
        "style '\(kind.rawValue)' needs \(kind.options(given)): the first answer does not show it")
    }
    var hint = ""
    if let part {
      hint = " The option \(part.option) takes it."
      if part == .rows, failure.code == .decoding, given.rows == nil {
        hint += " A server may leave an empty list out: --items PATH --empty-if-absent."
      }
    } else if let option = failure.option {
      // Without a stop, which would be a part of what is pasted.
      hint = " Try \(option)"
    } else if let wait = failure.retryAfter, let longestWait, wait > longestWait {
      hint = " Try --wait \(wait.asOption)"
    } else if failure.status == 400, queryFile == nil,
      url?.path().lowercased().hasSuffix("graphql") == true
    {
      hint = " The option --graphql takes a file with the query."
    } else if isSchemeGuessed, failure.code == .unreachable, failure.subject == "port",
      url?.scheme == "https"
    {
      hint = " It was asked by https; if it does not encrypt, put http:// before its name."
    }
    return Problem(failure.message + hint, exitCode: .noInput)
  }
}

extension PagingStyle.Kind {
  /// The options that tell what this kind needs, those that are given left out.
  fileprivate func options(_ given: PagingStyle.Given) -> String {
    let next = given.next == nil ? ["--next PATH"] : []
    let pageName = given.pageName == nil ? ["--page-param NAME"] : []
    let options =
      switch self {
      case .token: next + pageName
      case .keyset: pageName
      case .pageTotal: ["--total PATH"]
      default: next
      }
    return options.joined(separator: " and ")
  }
}

// MARK: - Without encryption

extension RemoteOptions {
  /// The same without encryption, where an https URL was guessed and no server answered it; nil where that may not be.
  ///
  /// A server in a private network may not speak TLS. On the way to any other server an attacker could pretend that it
  /// does not, read the requests and choose the rows. A query, a body or credentials are never sent without encryption.
  func plain(of request: HTTPRequest, after failure: FeedFailure) -> Self? {
    // Nothing listens, or what does speaks no TLS. A connection that was made may have been cut by anybody.
    let isUnanswered = failure.code == .unreachable && ["port", "tls"].contains(failure.subject)
    guard isSchemeGuessed, isUnanswered, let url, url.scheme == "https", url.isOfPrivateNetwork,
      url.query() == nil, url.user() == nil, request.headers.isEmpty, request.body == nil,
      request.graphQL == nil
    else { return nil }
    var plain = self
    plain.url = URL(string: "http" + url.absoluteString.dropFirst("https".count))
    plain.isSchemeGuessed = false
    return plain
  }
}

// MARK: - The request

extension RemoteOptions {
  private func request() throws(Problem) -> HTTPRequest {
    guard let url else { throw .noAPI }
    var request: HTTPRequest
    if let query = try query() {
      request = .graphql(
        url, query: query.query, variables: query.variables, cursor: given.pageName,
        size: given.sizeName)
      if bodyFile != nil { throw .usage("give one of --post and --graphql") }
    } else {
      request = .get(url, page: given.pageName ?? "page", size: given.sizeName)
      request.body = try body()
    }
    request.otherOrigins = allowed
    request.sameOrigin = followsOnOwnOrigin
    request.headers = try headerFields()
    if let known = credentials.first {
      let isGiven = request.headers.keys.contains { $0.lowercased() == "authorization" }
      guard credentials.count == 1, !isGiven else {
        throw .usage("give one of --user, --token and --header 'Authorization: …'")
      }
      request.headers["Authorization"] = try known.field(mayAsk: mayAsk)
    }
    if request.headers.isEmpty, url.user() == nil { request.headers = carried }
    return request
  }

  private func body() throws(Problem) -> JSONValue? {
    guard let bodyFile else { return nil }
    var reader = JSONReader(Array(try Files.text(of: bodyFile).utf8))
    do throws(JSONReader.Fault) {
      return try reader.document()
    } catch {
      let reason = "\(error.message), at byte \(error.offset)"
      throw .usage("\(quoted(bodyFile)) is not the JSON for --post: \(reason)")
    }
  }

  private func query() throws(Problem) -> HTTPRequest.GraphQL? {
    var query = try queryFile.map { file throws(Problem) in
      HTTPRequest.GraphQL(query: try Files.text(of: file))
    }
    if query == nil, !variables.isEmpty {
      throw .usage("--variable is one of a query; --graphql FILE names it")
    }
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw .usage("\(quoted(variable)) is not a variable; write it like name=value")
      }
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(parts[1].utf8))
      query?.variables[parts[0]] = value ?? .string(parts[1])
    }
    return query
  }

  private func headerFields() throws(Problem) -> [String: String] {
    var fields: [String: String] = [:]
    for header in headers {
      let lines =
        header.hasPrefix("@")
        ? try Files.text(of: String(header.dropFirst())).split(whereSeparator: \.isNewline)
          .map(String.init)
        : [header]
      for line in lines where !line.allSatisfy(\.isWhitespace) {
        let (name, value) = try field(line)
        fields[name] = value
      }
    }
    return fields
  }

  private func field(_ line: String) throws(Problem) -> (name: String, value: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, !name.isEmpty,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      parts[1].utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else {
      // The text may be a secret without its name.
      throw .usage(
        "a header is not written like 'Name: value'; it is not shown, as it may be a secret")
    }
    return (String(name), parts[1].trimmingCharacters(in: .whitespaces))
  }
}
