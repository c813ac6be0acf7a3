public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A proxy in front of an independent server. It damages answers by rules.
public struct FaultProxy: Sendable {
  private struct Info: Decodable {
    let main: URL
    let control: URL
    let pid: Int32
  }

  /// A request that the proxy received.
  public struct Entry: Decodable, Sendable {
    /// `main`, or `other` for a request that left the first origin.
    public let origin: String

    /// The path and the query.
    public let target: String

    /// The number of requests for the target up to this one.
    public let attempt: Int
  }

  private let info: Info

  /// Starts a proxy in front of `front`, passes it to `body` and always kills it afterwards.
  public static func run(
    before front: IndependentServer, _ body: (Self) async throws -> Void
  ) async throws {
    let upstream = front.url("/").absoluteString
    let info = try IndependentServer.start(
      "faultproxy", String(upstream.dropLast()), as: Info.self)
    defer { kill(-info.pid, SIGKILL) }
    try await body(Self(info: info))
  }

  /// Returns the URL of a path, which may have a query.
  public func url(_ path: String) -> URL {
    URL(string: path, relativeTo: info.main)?.absoluteURL ?? info.main
  }

  /// Damages answers by `rules` from now on. Clears the log and the counts of attempts.
  public func follow(_ rules: String) async throws {
    try await post("rules", rules)
    try await post("reset", "")
  }

  /// Returns the requests that the proxy answered.
  public func log() async throws -> [Entry] {
    let (body, _) = try await URLSession.shared.data(from: info.control.appending(path: "log"))
    return try String(decoding: body, as: UTF8.self).split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }

  private func post(_ command: String, _ body: String) async throws {
    var request = URLRequest(url: info.control.appending(path: command))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    let (answer, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw TestServer.Failure(text: String(decoding: answer, as: UTF8.self))
    }
  }
}
