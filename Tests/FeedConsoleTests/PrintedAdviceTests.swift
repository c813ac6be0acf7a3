import FeedEffects
import FeedHTTP
import Foundation
import TestServers
import TestWatch
import Testing

/// What the program prints is pasted into shells, with names that a server has chosen.
@Suite("Printed advice", .watched, .enabled(if: Program.path != nil)) struct PrintedAdviceTests {
  /// Names that a shell would run, or take for more than a word.
  static let names = [
    "BEGIN$(touch HIT)END", "BEGIN`touch HIT`END", "BEGIN;touch HIT;END", "BEGIN|touch HIT|END",
    "BEGIN&touch HIT&END", "BEGIN' touch HIT 'END", "BEGIN\" touch HIT \"END", "BEGIN\\ \\END",
    "BEGIN>HIT END", "BEGIN{a,b}*?~!!#END", "BEGIN\ntouch HIT\nEND",
    "BEGIN\u{A0}é\u{301}'\u{301}END",
    "BEGIN$IFS$9END", "--post=@BEGINEND", "-BEGINEND", "BEGIN'\"'\"$(touch HIT)END",
  ]

  /// Where a server has a name: an answer to the request with this number.
  private struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var options: [String] = []
    let answer: @Sendable (_ name: String, _ number: Int, _ port: Int) -> RawServer.Answer

    init(
      _ name: String, options: [String] = [],
      answer: @escaping @Sendable (_ name: String, _ number: Int, _ port: Int) -> RawServer.Answer
    ) {
      (testDescription, self.options, self.answer) = (name, options, answer)
    }
  }

  private static func json(_ value: JSONText, status: Int = 200, headers: [String: String] = [:])
    -> RawServer.Answer
  {
    .json(value.text, status: status, headers: headers)
  }

  /// JSON whose texts are escaped.
  private struct JSONText: ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
      var text = ""

      init(literalCapacity: Int, interpolationCount: Int) {}
      mutating func appendLiteral(_ literal: String) { text += literal }
      mutating func appendInterpolation(raw: String) { text += raw }
      mutating func appendInterpolation(_ value: String) {
        text += (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
    }
  }

  private static func rows(_ range: Range<Int> = 0..<10) -> String {
    "[\(range.map { "{\"id\": \($0)}" }.joined(separator: ", "))]"
  }

  /// The name as that of a header field, or a part of one.
  private static func token(_ name: String) -> String {
    String(
      name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "!#$%&'*+-.^_`|~".contains($0)) })
  }

  private static let places = [
    Place("the host of a next link") { name, _, _ in
      json(#"{"rows": \#(raw: rows()), "next": \#("http://\(name)/x")}"#)
    },
    Place("the host of a redirect") { name, _, _ in
      json("{}", status: 302, headers: ["Location": "http://\(name.replacing("\n", with: ""))/x"])
    },
    Place("the path of a next link") { name, number, _ in
      number > 1
        ? json("{}", status: 404)
        : json(#"{"rows": \#(raw: rows()), "next": \#("/\(name)?page=2")}"#)
    },
    Place("a link that may be the next one") { name, _, _ in
      json(#"{"rows": \#(raw: rows()), "links": {"more": \#("/\(name)?page=2")}, "total": 50}"#)
    },
    Place("a token") { name, number, _ in
      number > 2
        ? json("{}", status: 404)
        : json(#"{"rows": \#(raw: rows(number * 10..<number * 10 + 10)), "nextToken": \#(name)}"#)
    },
    Place("the key of a token") { name, _, _ in
      json(#"{"rows": \#(raw: rows()), \#("next_" + name): "abc", "total": 100}"#)
    },
    Place("the key of a cursor, and nothing takes it") { name, _, _ in
      json(#"{"rows": \#(raw: rows()), \#(name + "Cursor"): "abc"}"#)
    },
    Place("the key of the rows") { name, _, _ in
      json(#"{"data": {\#(name): \#(raw: rows())}, "total": 100}"#)
    },
    Place("the keys of two lists") { name, _, _ in
      json(#"{\#(name): \#(raw: rows()), \#("2" + name): \#(raw: rows())}"#)
    },
    Place("the key of the id") { name, number, _ in
      let rows = (0..<10).map {
        JSONText(#"{"id": \#(raw: "\($0 % 3)"), \#(name): \#("\(number * 10 + $0)")}"#)
      }
      return json(#"{"rows": [\#(raw: rows.map(\.text).joined(separator: ", "))], "total": 10}"#)
    },
    Place("the key of an offset") { name, _, _ in
      json(#"{"rows": \#(raw: rows()), \#(name + "_offset"): 0, "total": 100}"#)
    },
    Place("a header field with a token") { name, _, _ in
      json(
        #"{"rows": \#(raw: rows()), "total": 100}"#, headers: ["X-\(token(name))-Next-Page": "abc"])
    },
    Place("a header field with a total") { name, _, _ in
      json(#"\#(raw: rows())"#, headers: ["X-\(token(name))-Total-Count": "100"])
    },
    Place("a parameter of a Link") { name, _, _ in
      let link = "</rows?\(token(name))=2>; rel=\"next\""
      return json(#"{"rows": \#(raw: rows()), "total": 100}"#, headers: ["Link": link])
    },
    Place("a scheme of credentials") { name, _, _ in
      json("{}", status: 401, headers: ["WWW-Authenticate": token(name)])
    },
    Place("the words of an error") { name, _, _ in
      let words =
        "allow it by name: another server, http://\(name), which; the server wants the scheme basic); "
        + "give the path of the next page; has no list of rows: ; no GraphQL query"
      return json(#"{"error": {"message": \#(words)}}"#, status: 400)
    },
    Place("the type of a body") { name, _, _ in
      let type = name.replacing("\n", with: " ").filter(\.isASCII)
      return .json("<p>", headers: ["Content-Type": "text/x; Try --items \(type)"])
    },
    Place("the end of the words") { name, _, _ in
      let words = "no\"; check the credentials. Try --allow http://x\(name) #"
      return json(#"{"error": {"message": \#(words)}}"#, status: 401)
    },
    Place("a token like a sentence") { name, number, _ in
      let token = "2: answered 401. Try --allow http://x\(name) #"
      return number > 2
        ? json("{}", status: 404)
        : json(#"{"rows": \#(raw: rows(number * 10..<number * 10 + 10)), "nextToken": \#(token)}"#)
    },
    Place("a key beside a path that is wrong", options: ["--next", "next"]) { name, _, _ in
      json(#"{"rows": \#(raw: rows()), \#("nexxt" + name): "/rows?page=2", "nex": \#("/\(name)")}"#)
    },
    Place("a total that can't be reached") { name, number, _ in
      number == 1
        ? json(#"{"rows": \#(raw: rows()), "meta": {\#(name): {"total": 100}}, "page": 1}"#)
        : json(#"{"rows": [], "page": 2}"#)
    },
  ]

  /// `ADVICE_NAMES=all` has each name at each place; else each place has two.
  private static let cases = places.enumerated().flatMap { index, place in
    let isWhole = ProcessInfo.processInfo.environment["ADVICE_NAMES"] == "all"
    let some = [names[index % names.count], names[(index * 5 + 7) % names.count]]
    return (isWhole ? names : some).map { (place, $0) }
  }

  @Test(arguments: cases)
  private func noShellRunsWhatAServerNames(place: Place, name: String) async throws {
    let count = Locked(0)
    try await RawServer.run { request in
      let number = count.use { count in
        count += 1
        return count
      }
      return place.answer(name, number, request.port)
    } body: { server in
      let url = server.url("rows").absoluteString
      let pull = try Program.run(place.options + ["pull", url])
      try Advice.check(pull.errors, "pull")
      count.use { $0 = 0 }
      let session = try Program.run(
        place.options + [url],
        input: "start; settle\nloadMore; settle\nrequest curl\nexplain\nwhy\nstate\n")
      // Beside advice a session shows rows, cursors and states, which are what the server sent.
      let advice = session.output.split(separator: "\n").filter {
        $0.contains("curl -") || $0.contains(#/^ +try /#)
      }
      try Advice.check(session.errors + "\n" + advice.joined(separator: "\n"), "a session")
    }
  }

  /// Advice has what it had: a test that finds none would pass.
  @Test func adviceIsFoundAndRun() throws {
    let lines = """
      feed-repl: try --allow http://$(touch$IFS$9HIT)
      Try --header 'Authorization: …'. Trying again.
      saying "try --post x"; check the request.
      feed-repl: go on: --next 'BEGIN a' --resume-at BEGIN b
      """
    #expect(
      Advice.all(in: lines).map(\.text) == [
        "--allow http://$(touch$IFS$9HIT)", "--header 'Authorization: …'. Trying again.",
        "--next 'BEGIN a' --resume-at BEGIN b", "--resume-at BEGIN b",
      ])
    for shell in ["sh", "bash"] {
      let pasted = try Advice.paste(Advice.all(in: lines), into: shell)
      #expect(pasted.files == ["file: HIT"])
      #expect(pasted.words[2] == ["--next", "BEGIN a", "--resume-at", "BEGIN", "b"])
    }
  }

  @Test(arguments: names) func aNameIsOneWordOfAShell(name: String) throws {
    for shell in ["sh", "bash"] {
      let pasted = try Advice.paste([Advice(text: "--next \(name.asShellWord)")], into: shell)
      #expect(pasted.words == [["--next", name]])
    }
  }

  /// A word that is left out would make the next option its value.
  @Test func anEmptyNameIsAWord() throws {
    #expect("".asShellWord == "''")
    #expect("-x.feed".asShellPath == "./-x.feed")
    #expect("/a/b-c_d.feed".asShellWord == "/a/b-c_d.feed")
  }

  // MARK: - Where the option comes from

  /// The host of a link is allowed by its name, and what the server says of an error makes no option.
  @Test func theOptionIsOfTheLinkAndNotOfTheWords() async throws {
    try await RawServer.run { request in
      switch request.path {
      case "linked": .json(#"{"rows": [{"id": 1}], "next": "http://a.example:81/x"}"#)
      case "wanted":
        .json(#"{"message": "x"}"#, status: 401, headers: ["WWW-Authenticate": "basic realm=\"a\""])
      default:
        .json(
          #"{"message": "allow it by name: another server, http://evil.example, which"}"#,
          status: 403)
      }
    } body: { server in
      func errors(_ path: String) throws -> String {
        try Program.run(["pull", server.url(path).absoluteString]).errors
      }
      let (linked, wanted, spoken) = try (errors("linked"), errors("wanted"), errors("spoken"))
      #expect(linked.contains("feed-repl: try --allow http://a.example:81\n"))
      #expect(wanted.hasSuffix(" Try --user NAME\n"))
      #expect(!spoken.contains("--"))
    }
  }

  /// A journal of somebody else has any URL.
  @Test(arguments: ["http://$(touch$IFS$9HIT)/x", "http://x|touch$IFS$9HIT|true/", "http://a'b;c/"])
  func theServerOfAJournalIsOneWord(url: String) throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"; printf '# Journal of feed-repl 0.1.0.\n# options: ["--url","%s"]\nstart\n' "$1" > j.feed
      "$PROGRAM" --resume=j.feed --header 'A: b'
      """#, [url])
    #expect(run.status == 64)
    try Advice.check(run.errors, "the journal")
    for shell in ["sh", "bash"] {
      let advice = Advice.all(in: run.errors)
      #expect(try Advice.paste(advice, into: shell).words.last?.last?.hasPrefix("http://") == true)
    }
  }

  @Test(arguments: ["$(touch HIT).feed", "-a b.feed", "a;touch HIT;.feed", "a'b.feed"])
  func theNameOfAFileIsOneWord(name: String) throws {
    let run = try Program.shell(
      #"""
      cd "$FOLDER"; export XDG_STATE_HOME="$FOLDER/state"; echo start > "./$1"
      "$PROGRAM" -- "$1"; "$PROGRAM" -e 'start; ok' -e "save 'saved $1'"; cat ./saved*; ls
      """#, [name])
    try Advice.check(run.errors + run.output, "the file")
    #expect(!run.output.split(separator: "\n").contains("HIT"))
  }
}
