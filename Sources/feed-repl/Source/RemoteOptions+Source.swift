import FeedHTTP
import FeedReducer
import Foundation

extension RemoteOptions {
  /// Creates the source. The preset or a first answer gives the style; options override it.
  ///
  /// - Parameter size: How many rows the first request asks for, if it has a size parameter.
  func source(size: Int?) throws(Problem) -> RemoteSource {
    let request = try request()
    var style: PagingStyle
    var answer: JSONResponse?
    if let known = preset?.style {
      style = known
    } else {
      let first = try look(at: request, size: size ?? Self.pageSize)
      style = try detect(first, at: request.url)
      answer = first
    }
    if let items { style.rows = items }
    if let id { style.id = id }
    if let title { style.title = title }
    if let total { style.total = .body(total) }
    if let pageName { style.pageName = pageName }
    if let sizeName { style.sizeName = sizeName }
    if let kind = kind ?? preset?.kind {
      style.paging = try paging(kind, found: style)
    } else if let next {
      style.paging = .nextURL(at: next)
    }
    let notes = answer.map { misses(in: $0.body, rows: style.rows) } ?? []
    return RemoteSource(request, style: style, notes: notes)
  }

  /// A note for each path option that finds nothing in the first answer.
  private func misses(in answer: JSONValue, rows: JSONPath) -> [String] {
    var rowsThere: [JSONValue] = []
    if case .array(let found)? = answer[rows] { rowsThere = found }
    let inAnswer = [(next, "--next"), (total, "--total")].compactMap { path, option in
      path.flatMap { path in
        answer[path] == nil ? "note: the first answer has nothing at \(path) (\(option))" : nil
      }
    }
    let inRows = [(id, "--id"), (title, "--title")].compactMap { path, option in
      path.flatMap { path in
        !rowsThere.isEmpty && rowsThere.allSatisfy { $0[path] == nil }
          ? "note: the first answer has nothing at \(path) of its rows (\(option))" : nil
      }
    }
    return inAnswer + inRows
  }

  /// Requests the first page.
  private func look(at request: HTTPRequest, size: Int) throws(Problem) -> JSONResponse {
    do {
      return try waiting { try await request.answer(size: size) }
    } catch {
      throw Problem(error.message, exitCode: .noInput)
    }
  }

  private func detect(_ answer: JSONResponse, at url: URL) throws(Problem) -> PagingStyle {
    do {
      return try PagingStyle.detect(
        answer.body, url: url, headers: answer.headers, rows: items, id: id)
    } catch {
      let options = "The options --items and --id take such paths."
      throw Problem("\(error.message) \(options)", exitCode: .noInput)
    }
  }

  private func paging(
    _ kind: PagingKind, found style: PagingStyle
  ) throws(Problem) -> Paging {
    switch (kind, style.paging) {
    case (.nextURL, .nextURL), (.relay, .relay), (.pageCount, .pageCount), (.token, .token):
      if next == nil { return style.paging }
    default: break
    }
    switch kind {
    case .nextURL: return .nextURL(at: try next(for: kind))
    case .relay: return .relay(at: try next(for: kind))
    case .pageCount: return .pageCount(at: .body(try next(for: kind)))
    case .token:
      let next = try next(for: kind)
      guard pageName != nil else { throw .needs("--page-param", value: "NAME", for: kind) }
      return .token(at: .body(next))
    case .pageTotal:
      guard let total = style.total else { throw .needs("--total", for: kind) }
      return .pageNumber(total: total)
    case .keyset:
      guard style.pageName != nil else { throw .needs("--page-param", value: "NAME", for: kind) }
      return .keyset(at: next ?? style.id)
    case .offset: return .offset(total: style.total)
    case .linkHeader: return .linkHeader
    case .shortPage: return .shortPage
    case .none: return .none
    }
  }

  private func next(for kind: PagingKind) throws(Problem) -> JSONPath {
    guard let next else { throw .needs("--next", for: kind) }
    return next
  }
}

// MARK: - The request

extension RemoteOptions {
  private func request() throws(Problem) -> HTTPRequest {
    guard let url = address else { throw .noURL }
    var request: HTTPRequest
    if let query = try query() {
      request = .graphql(
        url, query: query.query, variables: query.variables, cursor: pageName, size: sizeName)
    } else {
      request = .get(url, page: pageName ?? "page", size: sizeName)
    }
    request.headers = try headerFields()
    return request
  }

  /// The URL to read. A URL with only a host gets the path and query of the preset.
  private var address: URL? {
    guard let url else { return preset?.url }
    guard let known = preset?.url, url.path.isEmpty || url.path == "/", url.query == nil,
      var parts = URLComponents(url: known, resolvingAgainstBaseURL: true)
    else { return url }
    parts.scheme = url.scheme
    parts.host = url.host()
    parts.port = url.port
    return parts.url ?? url
  }

  private func query() throws(Problem) -> HTTPRequest.GraphQL? {
    var query = preset?.graphQL
    if let queryFile {
      query = HTTPRequest.GraphQL(query: try text(of: queryFile))
    }
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw .badVariable(variable) }
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
        ? try text(of: String(header.dropFirst())).split(whereSeparator: \.isNewline)
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
    else { throw .badHeader(line) }
    return (String(name), parts[1].trimmingCharacters(in: .whitespaces))
  }

  private func text(of path: String) throws(Problem) -> String {
    do {
      return try Files.text(of: path)
    } catch {
      throw error.problem
    }
  }
}
