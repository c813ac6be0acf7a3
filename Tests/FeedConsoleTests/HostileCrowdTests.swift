import FeedEffects
import FeedReducer
import Foundation
import TestServers
import TestWatch
import Testing

/// A crowd of servers that answer as they like, by seeds. `feed-repl pull` reads each: it asks no other server, sends
/// few requests beside those for pages, and prints nothing that a shell would run.
@Suite("A crowd of hostile servers", .watched, .enabled(if: Program.path != nil))
struct HostileCrowdTests {
  /// How many servers there are: `HOSTILE_SERVERS`, or 200.
  private static let count =
    ProcessInfo.processInfo.environment["HOSTILE_SERVERS"].flatMap(Int.init) ?? 200

  /// So many parts, so that one that fails names its seeds.
  private static let parts = 4

  @Test(arguments: 0..<parts)
  func noServerChoosesWhatItMustNot(part: Int) async throws {
    for seed in stride(from: part, to: Self.count, by: Self.parts) {
      let elsewhere = Locked(0)
      try await RawServer.run { _ in
        elsewhere.use { $0 += 1 }
        return .json(#"{"rows": [{"id": "elsewhere"}]}"#)
      } body: { other in
        let server = HostileServer(seed: UInt64(seed), elsewhere: other.url("x"))
        try await RawServer.run(server.answer) { own in
          let url = own.url(server.path).absoluteString
          let run = try Program.run(["--limit", "80", "pull", url])
          try check(run, of: server, "seed \(seed): \(server)")
          #expect(elsewhere.use { $0 } == 0, "seed \(seed): \(server)")
        }
      }
    }
  }

  private func check(_ run: Program.Run, of server: HostileServer, _ context: Comment) throws {
    try Advice.check(run.errors, context)
    #expect(!run.output.contains("elsewhere"), context)
    #expect([0, 66].contains(run.status), "\(run.errors), \(context)")
    // A page is read at most five times where rows move. A load that fails, and a redirect, are requests of their own.
    let asked = server.asked
    let tally = run.errors.matches(of: /([0-9]+) pages?, .*?([0-9]+) failures?/).last
    let pages = tally.flatMap { Int($0.1) } ?? 0
    let failures = tally.flatMap { Int($0.2) } ?? 0
    let loads = 5 * pages + failures + asked.redirects + 1
    #expect(asked.heads.count <= loads + 24, "\(run.errors), \(context)")
    // Rows are asked for by `Range` where an answer counts them so.
    let usual = Set(
      ["host", "accept", "accept-encoding", "user-agent"] + (server.countsByRange ? ["range"] : []))
    for head in asked.heads {
      let names = head.lowercased().split(separator: "\r\n").dropFirst().map {
        $0.prefix { $0 != ":" }
      }
      let found = names.filter { !usual.contains(String($0)) }
      #expect(
        found.allSatisfy { $0.contains("page") || $0.contains("cursor") }, "\(found), \(context)")
      #expect(head.lowercased().contains("host: 127.0.0.1:"), context)
    }
  }
}

/// A server that chooses by chance, once for all its answers, what it names and where, and by chance again how it
/// answers each request.
private final class HostileServer: Sendable, CustomStringConvertible {
  struct Asked {
    var heads: [String] = []
    var redirects = 0
    var random: SplitMix64
  }

  let description: String
  let path: String
  private let name: String
  private let key: String
  private let list: Int
  private let next: Int
  private let field: Int
  private let total: Int
  private let order: Int
  private let trouble: Int
  private let size: Int
  private let elsewhere: URL
  private let state: Locked<Asked>

  var asked: Asked { state.use { $0 } }

  var countsByRange: Bool { total == 2 }

  init(seed: UInt64, elsewhere: URL) {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    func choice(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    name = PrintedAdviceTests.names[choice(PrintedAdviceTests.names.count)]
    let keys = [
      "next", "nextToken", "cursor", "next_\(name)", "header:Host", "header:Cookie_next",
      "path:admin_offset", "continuation", "\(name)Cursor", "links", "paging",
    ]
    key = keys[choice(keys.count)]
    (list, next, field, total) = (choice(7), choice(12), choice(9), choice(7))
    (order, trouble, size) = (choice(6), choice(12), [0, 1, 2, 10, 20][choice(5)])
    path = ["rows", "rows?page=1", "rows?limit=10", "rows?offset=0&limit=5", "a/page/1"][choice(5)]
    description =
      "list \(list), next \(next), key \(key), field \(field), total \(total), order \(order), "
      + "trouble \(trouble), \(size) rows, \(path), name \(name)"
    self.elsewhere = elsewhere
    state = Locked(Asked(random: random))
  }

  func answer(_ request: RawServer.Request) -> RawServer.Answer {
    state.use { asked in
      asked.heads.append(request.head)
      let number = asked.heads.count
      if let answer = self.trouble(number, &asked) { return answer }
      var members: [String: Any] = [:]
      var headers = fields(number)
      name(&members, &headers, number: number, port: request.port)
      switch total {
      case 0: members["total"] = 1_000_000_000
      case 1: headers["X-Total-Count"] = "1000000000"
      case 2: headers["Content-Range"] = "items 0-9/1000000"
      case 3: members["total"] = -1
      case 4: members[name + "total"] = 500
      default: break
      }
      let rows = rows(number, &asked.random)
      let body: Any =
        switch list {
        case 0: rows
        case 1: members.merging([name: rows]) { $1 }
        case 2: members.merging(["data": [name: rows]]) { $1 }
        case 3: members.merging(["a": rows, "b": rows]) { $1 }
        default: members.merging(["rows": rows]) { $1 }
        }
      let data = try? JSONSerialization.data(withJSONObject: body, options: .fragmentsAllowed)
      return .json(String(decoding: data ?? Data(), as: UTF8.self), headers: headers)
    }
  }

  /// Rows: new ones, the same ones, the same in another order, with ids that are none, or one new one.
  private func rows(_ number: Int, _ random: inout SplitMix64) -> [[String: Any]] {
    let own = 0..<size
    switch order {
    case 0: return own.map { ["id": number * size + $0, "name": name] }
    case 1: return own.map { ["id": $0, "name": "a"] }
    case 2: return own.shuffled(using: &random).map { ["id": $0, "name": "a"] }
    case 3: return own.map { ["id": $0 % 2, name: "\(number)-\($0)"] }
    case 4: return own.map { ["id": $0 == 0 ? number : -$0, "name": "a"] }
    default: return own.map { ["id": "\(name)\(number)-\($0)"] }
    }
  }

  /// What names the page behind an answer.
  private func name(
    _ members: inout [String: Any], _ headers: inout [String: String], number: Int, port: Int
  ) {
    let other = elsewhere.absoluteString
    let bare = other.replacing("http:", with: "")
    let text: Any
    switch next {
    case 0: text = other
    case 1: text = bare
    case 2: text = bare.replacing("//", with: #"\\"#)
    case 3: text = other.replacing("http://", with: "http://127.0.0.1:\(port)@")
    case 4: text = other.replacing("127.0.0.1", with: "localhost")
    case 5: text = "http://\(name)/x"
    case 6: text = "file:///etc/passwd"
    case 7: text = name
    case 8: text = "new-\(number)"
    case 9: text = "/rows?page=\(number + 1)"
    case 10: text = ["next": ["href": other], "cursors": ["after": name]]
    default:
      return headers["Link"] = "<\(bare)>; rel=\"next\", </rows?header:Cookie=2>; rel=\"next\""
    }
    members[key] = text
  }

  private func fields(_ number: Int) -> [String: String] {
    switch field {
    case 0: ["Host-Next": "evil.example"]
    case 1: ["Next-Content-Length": "7"]
    case 2: ["Transfer-Encoding-Next": "chunked"]
    case 3: ["Next-Cookie": "sid=evil", "Authorization-Next": "Bearer evil"]
    case 4: ["X-Next-Page-Token": "t\(number)"]
    case 5: ["Next-Host": "evil.example", "X-Cursor-Next": "\(number)"]
    default: [:]
    }
  }

  /// An answer that is no page; nil for a page.
  private func trouble(_ number: Int, _ asked: inout Asked) -> RawServer.Answer? {
    let words =
      "allow it by name: another server, http://\(name), which; the server wants the scheme basic); "
      + "give the path of the next page"
    let text = (try? JSONEncoder().encode(["message": words])).map {
      String(decoding: $0, as: UTF8.self)
    }
    func refusal(_ status: Int, headers: [String: String] = [:]) -> RawServer.Answer {
      .json(text ?? "{}", status: status, headers: headers)
    }
    func redirect(_ target: String) -> RawServer.Answer {
      asked.redirects += 1
      return .json("{}", status: 302, headers: ["Location": target])
    }
    switch trouble {
    case 0: return number > 1 ? refusal(404) : nil
    case 1: return refusal(400)
    case 2: return refusal(401, headers: ["WWW-Authenticate": "x|$(touch$IFS$9HIT)"])
    case 3: return number % 3 == 0 ? refusal(410) : nil
    case 4: return number > 2 ? redirect(elsewhere.absoluteString) : nil
    case 5: return redirect("/rows?n=\(number)")
    case 6: return number == 2 ? redirect("http://\(name.replacing("\n", with: ""))/x") : nil
    case 7: return number > 1 ? .json("", status: 204) : nil
    case 8: return number > 1 ? .json(#"{"rows": [], "nextToken": "t\#(number)"}"#) : nil
    default: return nil
    }
  }
}
