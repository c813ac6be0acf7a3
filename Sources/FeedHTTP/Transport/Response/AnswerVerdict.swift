import FeedEffects

// Errors that come with the status of a success.

/// What an answer says of itself beside its rows: a status, a code, whether it succeeded, what went wrong.
struct AnswerVerdict: Equatable {
  private var values: [JSONPath: JSONValue] = [:]

  /// Reads what an answer says.
  ///
  /// - Parameter value: Returns the value at one of the ``paths``.
  init(_ value: (JSONPath) -> JSONValue?) {
    for path in Self.paths {
      if let found = value(path), found != .null { values[path] = found }
    }
  }

  /// What an answer has at the ``paths``.
  init(_ values: [JSONPath: JSONValue]) {
    self.values = values.filter { $0.value != .null }
  }

  /// The paths, ready to be looked up.
  static let index = JSONReader.PathIndex(paths)

  /// Where servers say how a request went.
  static let paths: [JSONPath] =
    errors + failures + outcomes + successes + codes + messages + parts

  /// Members that are an error, if they are anything.
  private static let errors: [JSONPath] = [
    "error", "errors", "fault", "exception", "err", "Error", "Errors", "Fault", "Error Message",
    "meta.error", "data.error", "response.error", "fehler", "erreur", "erro", "errore", "ошибка",
  ]

  /// Flags of a failure.
  private static let failures: [JSONPath] = [
    "isError", "is_error", "hasError", "has_error", "failed", "isFailed",
  ]

  /// Words for how it went.
  private static let outcomes: [JSONPath] = [
    "status", "Status", "result", "stat", "state", "meta.status", "response.status", "ack", "Ack",
    "return_code", "Response",
  ]

  /// Flags of a success.
  private static let successes: [JSONPath] = [
    "success", "Success", "ok", "isSuccess", "is_success", "succeeded", "successful", "exito",
  ]

  private static let codes: [JSONPath] = [
    "code", "errno", "errcode", "error_code", "errorCode", "ret", "rc", "retcode", "retCode",
    "ret_code", "resultCode", "result_code", "returnCode", "status_code", "statusCode",
    "httpStatus", "http_status", "http_code", "sub_code", "meta.code", "status.code",
    "status.error_code", "header.resultCode", "response.header.resultCode",
  ]

  /// Texts about it. Those before `message` are about an error.
  private static let messages: [JSONPath] = [
    "error_message", "errorMessage", "error_msg", "errmsg", "errMsg", "error_description",
    "meta.error_message", "status.error_message",
    "message", "Message", "msg", "detail", "reason", "description", "status_message",
    "statusMessage", "data.message", "meta.message", "retmsg", "retMsg", "ret_msg", "resultMsg",
    "result_msg", "return_msg", "sub_msg", "header.resultMsg", "response.header.resultMsg", "Note",
    "Information", "warning",
  ]

  /// Where servers say that a part of the rows is missing.
  private static let parts: [JSONPath] = [
    "_shards.failed", "_shards.failures.0.reason", "timed_out", "incomplete_results", "partial",
    "is_partial", "isPartial", "partial_results", "partialResults", "partialFailure",
    "errors.0.message", "errors.0.type", "errors.0.extensions.code",
  ]
}

// MARK: - An answer without rows

extension AnswerVerdict {
  /// What went wrong, in the server's words, where the answer has no rows; nil if it is an honest empty list.
  ///
  /// A message tells, a status or a code that is one of failure, or one that is another than that of the pages
  /// before. A word that servers have for a list without rows, such as `ZERO_RESULTS`, does not.
  ///
  /// - Parameter earlier: What a page with rows said.
  func failure(besides earlier: AnswerVerdict?) -> String? {
    for path in Self.errors {
      guard let error = values[path], error.isError else { continue }
      return error.message ?? message ?? error.brief
    }
    if let path = Self.failures.first(where: { values[$0] == .bool(true) }) {
      return message ?? "\(path) is true"
    }
    if let message, message.isOfEmptiness { return nil }
    for path in Self.messages.prefix(while: { $0 != "message" }) {
      if let text = values[path]?.text, !text.isEmpty, !text.isOfSuccess { return text }
    }
    for path in Self.outcomes + Self.successes + Self.codes {
      guard let found = values[path], let text = found.parameter, !text.isOfEmptiness,
        isFailure(found, at: path, besides: earlier?.values[path])
      else { continue }
      // Of a plain failure the message says more than its word.
      if let message, Self.successes.contains(path) || found.isFailure { return message }
      return [text.isOfWords ? text : "\(path) is \(found.brief)", message].compactMap { $0 }
        .joined(separator: ": ")
    }
    return message.flatMap { $0.isOfTrouble ? $0 : nil }
  }

  /// What the answer says beside its code, if it is not that all went well.
  fileprivate var message: String? {
    Self.messages.lazy.compactMap { values[$0]?.text }.first { !$0.isEmpty && !$0.isOfSuccess }
  }

  /// Whether an outcome or a code is one of failure, or another than that of the pages before.
  private func isFailure(
    _ found: JSONValue, at path: JSONPath, besides before: JSONValue?
  ) -> Bool {
    if found == before { return false }
    let number = found.wholeNumber ?? found.text.flatMap { Int($0) }
    if Self.successes.contains(path) { return found.isFailure || number == 0 }
    let isCode = Self.codes.contains(path)
    if let number {
      if 200..<300 ~= number || isCode && number == 0 { return false }
      if before != nil || 400..<600 ~= number { return true }
      // Without a page before, a number says so with a message.
      return (isCode || path == "status") && number != 0 && message != nil
    }
    if found.parameter?.isOfSuccess == true { return false }
    // A text under the name of an error's code is one.
    let isError = isCode && "\(path)".lowercased().contains("err")
    return before != nil || found.isFailure || isError
  }
}

// MARK: - An answer with rows

extension AnswerVerdict {
  /// What the server says of rows that are missing in an answer that has some; nil if it says nothing.
  var missingPart: String? {
    if values.isEmpty { return nil }
    if let number = values["_shards.failed"]?.count, number > 0 {
      return "._shards.failed is \(number)"
    }
    for path in Self.parts where values[path] == .bool(true) { return "\(path) is true" }
    if let status = values["status"]?.text, ["partial", "incomplete"].contains(status.lowercased())
    {
      return "status is \(status.spoken(20))"
    }
    for path: JSONPath in ["error", "errors"] {
      guard let error = values[path], error.isError else { continue }
      return
        "\(path) is \((values["errors.0.message"]?.text ?? error.message ?? error.brief).spoken(120))"
    }
    return nil
  }
}

extension HTTPProblem {
  /// Creates the problem of an answer without rows that tells of an error; nil if it does not.
  ///
  /// Only an answer without rows is looked at: `error` may be a field of anything else.
  ///
  /// - Parameters:
  ///   - verdict: What the answer says.
  ///   - earlier: What a page with rows said.
  ///   - response: The answer, which may say how long to wait.
  init?(_ verdict: AnswerVerdict, besides earlier: AnswerVerdict?, in response: HTTPResponse?) {
    let retryAfter = response.flatMap {
      RetryAfter.duration($0.headers["retry-after"], date: $0.headers["date"])
    }
    // A server that wants to be left alone has refused, whatever its words are.
    guard
      let message = verdict.failure(besides: earlier)
        ?? (retryAfter == nil ? nil : verdict.message)
    else { return nil }
    self = .body(
      .errorInBody(
        message: message, retryAfter: retryAfter,
        isRetryable: retryAfter != nil || message.mayPass || earlier != nil && message.isOfWords))
  }

  /// Creates the same problem of a body by itself.
  init?(errorIn value: (JSONPath) -> JSONValue?) {
    self.init(AnswerVerdict(value), besides: nil, in: nil)
  }
}

extension JSONValue {
  /// Whether the value of a member that is named for an error tells of one.
  fileprivate var isError: Bool {
    switch self {
    case .null, .bool(false), .string(""), .integer(0), .array([]): false
    case .string(let text): !text.isOfSuccess
    case .object(let members):
      !members.isEmpty
        && !(["code", "status"].contains { members[$0]?.parameter?.isOfSuccess == true }
          && members["message"]?.text?.isEmpty != false)
    default: true
    }
  }

  /// Whether the value of a member that is named for the outcome tells of a failure.
  fileprivate var isFailure: Bool {
    switch self {
    case .bool(let isSuccess): !isSuccess
    case .string(let text): text.isOfFailure
    default: false
    }
  }

  /// The text of an error; nil if it has none.
  fileprivate var message: String? {
    if let text { return text }
    let paths: [JSONPath] = [
      "message", "info", "detail", "description", "reason", "msg", "error", "type", "code",
    ]
    let error = elements?.first ?? self
    return error.text ?? paths.lazy.compactMap { error[$0]?.text }.first { !$0.isEmpty }
  }
}

extension String {
  /// The letters and digits in lower case.
  private var plain: String { Leaf.normalized(self) }

  private func hasPart(_ parts: [String]) -> Bool {
    let plain = plain
    return parts.contains { plain.contains($0) }
  }

  /// Whether it says that all went well.
  fileprivate var isOfSuccess: Bool {
    let plain = plain
    return ["0", "00000", "200", "ok", "done", "none", "active", "true", "end"].contains(plain)
      || ["success", "succeed", "complete", "finish", "成功"].contains { plain.contains($0) }
  }

  /// Whether it is a word for a list without rows.
  fileprivate var isOfEmptiness: Bool {
    hasPart([
      "zero", "empty", "noresult", "norow", "norecord", "nodata", "nomatch", "nomore", "noitem",
      "notfound", "nothing",
    ]) || plain.hasPrefix("no") && plain.contains("found")
  }

  /// Whether it is a word for a request that failed.
  fileprivate var isOfFailure: Bool {
    ["nok", "ko", "no", "false"].contains(plain)
      || hasPart([
        "fail", "error", "denied", "invalid", "overquery", "overdaily", "limit", "exceed",
        "unauth", "forbidden", "unavail", "maintenance", "throttl", "timeout", "refused",
        "blocked", "expired", "rejected", "badrequest",
      ])
  }

  /// Whether it is a sentence about a request that failed.
  fileprivate var isOfTrouble: Bool {
    mayPass
      || hasPart([
        "fail", "error", "denied", "invalid", "unauth", "forbidden", "throttl", "exceed", "quota",
        "refused", "expired", "rejected", "frequency",
      ])
  }

  /// Whether it is more than a number or a flag.
  fileprivate var isOfWords: Bool { contains(where: \.isLetter) && self != "false" }

  /// Whether it tells of too many requests.
  var isOfRate: Bool {
    hasPart([
      "ratelimit", "toomany", "throttl", "overquerylimit", "slowdown", "requestlimit",
      "limitexceeded", "quotaexceeded", "rateexceeded",
    ])
  }

  /// Whether the error may pass by itself: one of a rate, of load, or of a server that is away.
  fileprivate var mayPass: Bool {
    isOfRate
      || hasPart([
        "tryagain", "temporar", "unavail", "maintenance", "internal", "timeout", "timedout", "busy",
        "overload", "unknownerror",
      ])
  }
}
