import FeedHTTP
import Foundation

// Options that select an API and describe how it pages.
extension Option {
  static let remoteOptions = [
    Option(
      names: ["--url"], value: "URL", summary: "read this JSON API; the option may be left out"
    ) {
      $0.remote.enter($1)
    },
    Option(
      names: ["--style"], value: "STYLE", summary: "how it pages; '--style ?' lists the names"
    ) {
      guard let kind = PagingStyle.Kind(rawValue: $1) else {
        return "one of \(PagingStyle.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
      }
      $0.remote.given.kind = kind
      return nil
    },
    path("--items", summary: "where the rows are, such as data.items") { $0.rows = $1 },
    flag(["--empty-if-absent"], summary: "an answer without the list of --items has no rows") {
      $0.remote.given.isAbsentIfEmpty = true
    },
    field("--next", summary: "where the next URL, the token, or the pageInfo is") { $0.next = $1 },
    path("--id", summary: "where the id is in a row") { $0.id = $1 },
    path("--title", summary: "where the title is in a row") { $0.title = $1 },
    field("--total", summary: "where the number of all rows is") { $0.total = $1 },
    text(
      "--page-param", value: "NAME",
      summary: "the parameter that names the page, or a path in --post"
    ) {
      $0.given.pageName = $1
    },
    Option(
      names: ["--first-page"], value: "N", summary: "the number of the first page, such as 0"
    ) {
      guard let number = Int($1) else { return "a whole number" }
      $0.remote.given.firstNumber = number
      return nil
    },
    text("--size-param", value: "NAME", summary: "the parameter that asks for a number of rows") {
      $0.given.sizeName = $1
    },
    text("--header", value: "'K: V'", summary: "send this along; @FILE for a file of such lines") {
      $0.headers.append($1)
    },
    text("--user", value: "NAME[:PW]", summary: "ask by this name; @FILE for a file with both") {
      $0.credentials.append(.user($1))
    },
    text("--token", value: "TOKEN", summary: "ask with this bearer token; @FILE for a file with it")
    {
      $0.credentials.append(.token($1))
    },
    text(
      "--post", value: "FILE", summary: "ask with the JSON in this file, by POST"
    ) {
      $0.bodyFile = $1
    },
    text("--graphql", value: "FILE", summary: "ask with the GraphQL query in this file") {
      $0.queryFile = $1
    },
    text("--variable", value: "K=V", summary: "give a variable of the query a value, text or JSON")
    {
      $0.variables.append($1)
    },
    Option(
      names: ["--allow"], value: "URL",
      summary: "follow links to this other server, without credentials"
    ) {
      guard let url = $1.webURL else { return "an http or https URL with a host" }
      $0.remote.allowed.append(url)
      return nil
    },
    flag(["--no-healing"], summary: "take pages as they come, also where rows have moved") {
      $0.remote.healing = .off
    },
    flag(["--thorough"], summary: "miss no row that moves; a page takes three requests") {
      $0.remote.healing = .thorough
    },
    flag(["--no-guess"], summary: "ask for nothing to find out how a list goes on") {
      $0.remote.mayGuess = false
    },
    flag(["--manual"], summary: "send each request only when told to by 'ok'") {
      $0.remote.isManual = true
    },
  ]

  private static func path(
    _ name: String, summary: String,
    set: @escaping @Sendable (inout PagingStyle.Given, JSONPath) -> Void
  ) -> Option {
    Option(names: [name], value: "PATH", summary: summary) { options, text in
      guard text.isPath else {
        return "a path like data.items, edges[].node or results[0], without empty keys"
      }
      set(&options.remote.given, JSONPath(text))
      return nil
    }
  }

  /// An option that takes a path or a header field.
  private static func field(
    _ name: String, summary: String,
    set: @escaping @Sendable (inout PagingStyle.Given, AnswerField) -> Void
  ) -> Option {
    Option(names: [name], value: "PATH", summary: summary) { options, text in
      if text.hasPrefix("header:") {
        let field = text.dropFirst("header:".count)
        guard !field.isEmpty else { return "header:NAME, with the name of a header field" }
        set(&options.remote.given, .header(String(field)))
        return nil
      }
      guard text.isPath else {
        return "a path like data.next or links[0].href, or header:NAME"
      }
      set(&options.remote.given, .body(JSONPath(text)))
      return nil
    }
  }

  private static func text(
    _ name: String, value: String, summary: String,
    set: @escaping @Sendable (inout RemoteOptions, String) -> Void
  ) -> Option {
    Option(names: [name], value: value, summary: summary) { options, text in
      set(&options.remote, text)
      return nil
    }
  }
}

extension RemoteOptions {
  /// Stores the address of the API. Without a scheme it is https, on this machine http. Returns the
  /// addresses that it takes if `text` is none.
  mutating func enter(_ text: String) -> String? {
    let isComplete = text.contains("://")
    let isLocal = text.contains(/^(localhost|127\.|\[::1\]|0\.0\.0\.0|[0-9.]+(:|\/|$))/)
    guard isComplete || text.looksLikeURL,
      let url = (isComplete ? text : "\(isLocal ? "http" : "https")://\(text)").webURL
    else { return "an http or https URL with a host" }
    if let port = url.absoluteString.port, !(1...65_535).contains(Int(port) ?? 0) {
      return "a port from 1 to 65535, which \(port) is not"
    }
    self.url = url
    isSchemeGuessed = !isComplete
    return nil
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

  /// The port in the text of the URL, however large; nil if there is none.
  fileprivate var port: Substring? {
    firstMatch(of: /^[^\/?#]*:\/\/[^\/?#]*:([0-9]+)(?:[\/?#]|$)/)?.1
  }

  /// Whether the text is a path: keys separated by dots, each optionally followed by `[]` or `[N]`.
  fileprivate var isPath: Bool {
    let key = #"(?:[^.\[\]\\]|\\.)+"#
    let step = #"(?:\#(key)(?:\[[0-9]*\])*|(?:\[[0-9]*\])+)"#
    guard let path = try? Regex(#"\.?(?:\#(step)(?:\.\#(step))*)?"#) else { return true }
    return (try? path.wholeMatch(in: self)) != nil
  }
}
