import FeedHTTP
import Foundation

/// The value that an option was given; empty if it takes none.
struct OptionValue {
  /// The name of the option as it was typed.
  let name: String

  let text: String

  /// The value that `read` makes of the text.
  ///
  /// - Throws: What the option takes, if `read` makes nothing of it.
  func value<Value>(
    _ wanted: @autoclosure () -> String, _ read: (String) -> Value?
  ) throws(Problem) -> Value {
    if let value = read(text) { return value }
    throw .badValue(text, of: name, wanted: wanted())
  }

  fileprivate func number(in range: Range<Int>, _ wanted: String) throws(Problem) -> Int {
    try value(wanted) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A time: `90s`, `500ms`, `2m`, `1h`, or a number of seconds.
  fileprivate func time() throws(Problem) -> Duration {
    try value("a time like 1s, 500ms, 2m or 1h, or a number of seconds") { text in
      guard let match = text.wholeMatch(of: /([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h)?/),
        let number = Double(match.1)
      else { return nil }
      let units: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]
      return .milliseconds(Int64((number * (units[match.2 ?? "s"] ?? 1) * 1_000).rounded()))
    }
  }

  fileprivate func size() throws(Problem) -> Int {
    let sizes = Range(Settings.sizes)
    return try number(in: sizes, "a whole number from 1 to \(sizes.upperBound - 1)")
  }

  fileprivate func path() throws(Problem) -> JSONPath {
    try value("a path like data.items, edges[].node or results[0], without empty keys") {
      $0.isPath ? JSONPath($0) : nil
    }
  }

  /// A path, or a header field.
  fileprivate func field() throws(Problem) -> AnswerField {
    guard text.hasPrefix("header:") else {
      return try value("a path like data.next or links[0].href, or header:NAME") {
        $0.isPath ? .body(JSONPath($0)) : nil
      }
    }
    return try value("header:NAME, with the name of a header field") {
      $0 == "header:" ? nil : .header(String($0.dropFirst("header:".count)))
    }
  }
}

extension Duration {
  /// The time in whole seconds, or more, as an option takes it: `90s`.
  var asOption: String { "\(Int(inSeconds.rounded(.up)))s" }
}

extension Options {
  /// Stores the value of an option.
  mutating func set(_ option: OptionValue) throws(Problem) {
    let text = option.text
    switch option.name {
    case "-e": commands.append(text)
    case "-i": isInteractive = true
    case "-k", "--keep-going": isKeepGoing = true
    case "--resume": resume = text
    case "--follow":
      follow = try option.value("the path of a TraceWriter's file") { $0.isEmpty ? nil : $0 }
    case "--page-size": pageSize = try option.size()
    case "--prefetch": settings.prefetchDistance = try option.size()
    case "--from":
      let rows = Catalogue.rows.indices
      from = try option.number(in: rows, "a row from 0 to \(rows.count - 1)")
    case "--seed":
      settings.seed = try option.value("a whole number from 0 to \(UInt64.max)") { UInt64($0) }
    case "--wait": pulling.wait = try option.time()
    case "--pause": pulling.pause = try option.time()
    case "--limit": pulling.limit = try option.number(in: 1..<Int.max, "a number of rows")
    case "--resume-at":
      pulling.place = try option.value("a place that was printed: a number, a token or a URL") {
        $0.isEmpty ? nil : $0
      }
    case "--json": isJSON = true
    case "-q": settings.isQuiet = true
    case "--plain": isPlain = true
    case "--color":
      colour = try option.value("auto, always or never") { Colour(rawValue: $0) }
    case "--ascii": isASCII = true
    case "--version": information = information ?? .version
    case "-h", "--help": information = .help
    case "--style" where option.text == "?": information = .styles
    default: try remote.set(option)
    }
  }
}

extension RemoteOptions {
  /// Stores the value of an option that is about an API or its requests.
  fileprivate mutating func set(_ option: OptionValue) throws(Problem) {
    let text = option.text
    switch option.name {
    case "--url": try enter(option)
    case "--style":
      let names = PagingStyle.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      given.kind = try option.value("one of \(names)") {
        PagingStyle.Kind(rawValue: $0)
      }
    case "--items": given.rows = try option.path()
    case "--empty-if-absent": given.isAbsentIfEmpty = true
    case "--next": given.next = try option.field()
    case "--id": given.id = try option.path()
    case "--title": given.title = try option.path()
    case "--total": given.total = try option.field()
    case "--page-param": given.pageName = text
    case "--first-page": given.firstNumber = try option.value("a whole number") { Int($0) }
    case "--size-param": given.sizeName = text
    case "--header": headers.append(text)
    case "--user": credentials.append(.user(text))
    case "--token": credentials.append(.token(text))
    case "--post": bodyFile = text
    case "--graphql": queryFile = text
    case "--variable": variables.append(text)
    case "--allow": allowed.append(try option.value(Self.addresses) { $0.webURL })
    case "--same-origin": followsOnOwnOrigin = true
    case "--no-healing": healing = .off
    case "--thorough": healing = .thorough
    case "--no-guess": mayGuess = false
    case "--manual": isManual = true
    default: throw .usage("option \(quoted(option.name)) means nothing here")
    }
  }

  private static let addresses = "an http or https URL with a host"

  /// Stores the address of the API. Without a scheme it is https, on this machine http.
  mutating func enter(_ address: OptionValue) throws(Problem) {
    let isComplete = address.text.contains("://")
    let url = try address.value(Self.addresses) { text in
      if isComplete { return text.webURL }
      let isLocal = "http://\(text)".webURL?.isOfThisMachine == true
      return text.looksLikeURL ? "\(isLocal ? "http" : "https")://\(text)".webURL : nil
    }
    // However large the number is.
    let port = url.absoluteString.firstMatch(of: /^[^\/?#]*:\/\/[^\/?#]*:([0-9]+)(?:[\/?#]|$)/)?.1
    if let port, !(1...65_535).contains(Int(port) ?? 0) {
      throw .badValue(
        address.text, of: address.name, wanted: "a port from 1 to 65535, which \(port) is not")
    }
    self.url = url
    isSchemeGuessed = !isComplete
  }
}

extension String {
  /// The URL that the text is, if its scheme is http or https and it has a host.
  fileprivate var webURL: URL? {
    guard let url = URL(string: self), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
      url.host()?.isEmpty == false
    else { return nil }
    return url
  }

  /// Whether the text looks like the address of an API: it has a scheme, a port, or a dot before a path.
  var looksLikeURL: Bool {
    contains("://")
      || contains(
        /^(localhost|[^\s\/:]+\.[A-Za-z]{2,}|[0-9.]{7,}|\[[0-9a-f:]+\])(:[0-9]+)?(\/|\?|$)/)
      || contains(/^[A-Za-z0-9.-]+:[0-9]+(\/|\?|$)/)
  }

  /// Whether the text is a path: keys separated by dots, each optionally followed by `[]` or `[N]`.
  fileprivate var isPath: Bool {
    wholeMatch(
      of: /\.|(?:(?:^|\.)(?:(?:[^.\[\]\\]|\\.)+(?:\[[0-9]*\])*|(?:\[[0-9]*\])+))*/) != nil
  }
}
