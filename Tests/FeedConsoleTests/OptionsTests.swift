import FeedHTTP
import Foundation
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct OptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try Options([
      "--page-size", "20", "--prefetch=3", "--seed", "9", "-e", "start", "-e", "ok", "-i", "-k",
      "-q", "--json", "--plain", "--ascii", "--color=never", "run", "a.feed", "b.feed",
    ])
    var settings = Settings()
    settings.prefetchDistance = 3
    settings.seed = 9
    settings.isQuiet = true
    #expect(options.settings == settings)
    #expect(options.pageSize == 20)
    #expect(options.commands == ["start", "ok"])
    #expect(options.files == ["a.feed", "b.feed"])
    #expect(options.isInteractive && options.isKeepGoing && options.isJSON)
    #expect(options.isPlain && options.isASCII && options.colour == .never)
  }

  @Test(arguments: [
    ["-h"], ["--help"], ["run", "-h"], ["help"], ["-q", "help"], ["--wrong", "-h"],
    ["--seed", "x", "-h"],
  ])
  func helpIsGivenAnywhere(arguments: [String]) throws {
    #expect(try Options(arguments).information == .help)
  }

  @Test func theNamesOfStylesAreListed() throws {
    let program = try Program.run(["--style", "?"])
    #expect(program.status == 0 && program.output.hasPrefix("next-url\n"), "\(program)")
  }

  @Test(
    arguments: [
      ("http://example.org/a", "http://example.org/a"), ("example.org/a", "https://example.org/a"),
      ("api.example.org", "https://api.example.org"),
      ("localhost:8000/a", "http://localhost:8000/a"),
      ("127.0.0.1:8000", "http://127.0.0.1:8000"), ("[::1]:8000/a", "http://[::1]:8000/a"),
      ("host:8000/a?b=c", "https://host:8000/a?b=c"),
      ("LOCALHOST:81/a", "http://LOCALHOST:81/a"), ("a.localhost/a", "http://a.localhost/a"),
      ("127.9.8.7:81/a", "http://127.9.8.7:81/a"),
      // None of these is this machine.
      ("localhosting.example/a", "https://localhosting.example/a"),
      ("127.evil.example/a", "https://127.evil.example/a"),
      ("localhost.evil.example/a", "https://localhost.evil.example/a"),
      ("127.0.0.1.evil.example/a", "https://127.0.0.1.evil.example/a"),
      ("notlocalhost.example/a", "https://notlocalhost.example/a"),
      ("8.8.8.8/a", "https://8.8.8.8/a"), ("192.168.0.1:81/a", "https://192.168.0.1:81/a"),
      ("0.0.0.0:81/a", "https://0.0.0.0:81/a"), ("[::2]:81/a", "https://[::2]:81/a"),
    ])
  func aURLNeedsNoOptionAndNoScheme(argument: String, url: String) throws {
    let options = try Options([argument, "-q"])
    #expect(options.remote.url?.absoluteString == url)
    #expect(options.remote.isSchemeGuessed == !argument.contains("://"))
    let live = try Options(["live", argument])
    #expect(live.isLive && live.remote.url == options.remote.url)
    #expect(try Options([argument, "live"]) == live)
    #expect(try Options([argument, "pull"]) == Options(["pull", argument]))
    #expect(try Options(["--url", argument]).remote == options.remote)
  }

  @Test func aScriptThatIsMissingIsNoServer() {
    #expect(throws: Problem("there is no file 'a.feed'", exitCode: .noInput)) {
      try Options(["a.feed"])
    }
    #expect(throws: Never.self) { try Options(["https://a.feed"]) }
  }

  @Test(arguments: ["./a", "a", "12", "a b.org", "run.me now"])
  func otherArgumentsAreNoURL(argument: String) throws {
    let options = try? Options([argument])
    #expect(options?.remote.url == nil, "\(argument)")
  }

  @Test func behindTwoDashesEverythingIsAFile() throws {
    #expect(try Options(["run", "--", "-h", "--x"]).files == ["-h", "--x"])
  }

  @Test(
    arguments: [
      (["--page-sise", "3"], "unknown option '--page-sise' — did you mean '--page-size'?"),
      (["--jsn=1"], "unknown option '--jsn' — did you mean '--json'?"),
      (["--frobnicate"], "unknown option '--frobnicate'; 'feed-repl --help' lists all options"),
      (["-x"], "unknown option '-x'; 'feed-repl --help' lists all options"),
      (["--page-size"], "option '--page-size' needs a value: --page-size N"),
      (["-e"], "option '-e' needs a value: -e CMD"),
      (["--json=yes"], "option '--json' takes no value"),
      (["--from", "82"], "option '--from' can't be '82'; it takes a row from 0 to 81"),
      (
        ["--from", "4", "example.org"],
        "--from needs the catalogue; leave out the URL"
      ),
      (
        ["--page-size", "0"],
        "option '--page-size' can't be '0'; it takes a whole number from 1 to 1000000"
      ),
      (
        ["--prefetch=99999999999999999999"],
        "option '--prefetch' can't be '99999999999999999999'; it takes a whole number from 1 "
          + "to 1000000"
      ),
      (
        ["--seed", "-1"],
        "option '--seed' can't be '-1'; it takes a whole number from 0 to 18446744073709551615"
      ),
      (
        ["--url", "http://127.0.0.1:99999/"],
        "option '--url' can't be 'http://127.0.0.1:99999/'; it takes a port from 1 to 65535, "
          + "which 99999 is not"
      ),
      (
        ["--next", "a..b["],
        "option '--next' can't be 'a..b['; it takes a path like data.next or links[0].href, or "
          + "header:NAME"
      ),
      (
        ["live", "--follow="],
        "option '--follow' can't be ''; it takes the path of a TraceWriter's file"
      ),
      (
        ["x.org", "--first-page", "x"],
        "option '--first-page' can't be 'x'; it takes a whole number"
      ),
      (
        ["x.org", "--next", "header:"],
        "option '--next' can't be 'header:'; it takes header:NAME, with the name of a header field"
      ),
      (
        ["x.org", "--style", "x"],
        "option '--style' can't be 'x'; it takes one of next-url, page-total, page-count, short-page, "
          + "offset, token, link-header, keyset, relay, none"
      ),
      (
        ["--color", "blue"],
        "option '--color' can't be 'blue'; it takes auto, always or never"
      ),
      (["run"], "'run' needs a file: feed-repl run FILE"),
      (["life"], "unknown argument 'life' — did you mean 'live'?"),
      (["rum", "a"], "unknown argument 'rum' — did you mean 'run'?"),
      (["live", "x.org", "demo"], "unknown argument 'demo'; \(advice)"),
      (["x.org", "help"], "unknown argument 'help'; \(advice)"),
      (["live", "live"], "unknown argument 'live'; \(advice)"),
      (["x.org", "live", "run", "a"], "unknown argument 'run'; \(advice)"),
      (["pull", "x.org", "run", "a"], "unknown argument 'run'; \(advice)"),
      (
        ["frob"],
        "unknown argument 'frob'; \(advice)"
      ),
    ] as [([String], String)])
  func whatIsWrongIsNamed(arguments: [String], message: String) {
    #expect(throws: Problem(message, exitCode: .usage)) { try Options(arguments) }
  }

  private static let advice =
    "'feed-repl run FILE' runs a script, 'feed-repl --help' tells the rest"

  @Test(arguments: ["", ".", "a", ".a.b", "a[0].b[]", "[].x", #"a\.b\[.c"#, "a.[1]", "é 😀"])
  func aPathIsTaken(path: String) throws {
    #expect(try Options(["--url", "http://h/", "--items", path]).remote.given.rows != nil)
  }

  @Test(arguments: ["a.", "..", "a..b", "a[", "a]", "a[x]", "a[0]b", #"a\"#])
  func aPathThatIsNoneIsRefused(path: String) {
    #expect(throws: Problem.self) { try Options(["--url", "http://h/", "--items", path]) }
  }

  @Test func theHelpListsEveryOptionIn80Columns() {
    let help = Launch.help()
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for name in Option.all.flatMap(\.names) { #expect(help.contains("\(name)")) }
    #expect(help.hasSuffix("those of a group: actions,\nrequests, time, look, check, meta.\n"))
  }

  @Test func everyOptionOfTheHelpIsStored() {
    for option in Option.all {
      var options = Options()
      do {
        try options.set(OptionValue(name: option.names[0], text: "1"))
      } catch {
        #expect(error.message.contains("it takes "), "\(option.names)")
      }
    }
  }

  @Test func aProgramOfItsOwnShowsNoOptionsOfAnAPI() {
    let help = Launch.help(hasSource: true)
    for name in ["URL", "--header", "--items", "--from", "API", "feed-repl"] {
      #expect(!help.contains(name), "\(name)")
    }
    for name in ["  --page-size N         rows asked for at a time (20)\n", "--manual", "--resume"]
    {
      #expect(help.contains(name), "\(name)")
    }
  }
}
