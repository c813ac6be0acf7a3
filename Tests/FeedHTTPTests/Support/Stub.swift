import FeedEffects
import FeedHTTP
import Foundation
import TestWatch

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers requests to hosts that don't exist, each with what a test put there.
final class Stub: URLProtocol {
  struct Answer: Sendable {
    var status = 200
    var headers = ["Content-Type": "application/json"]
    var body = Data()
  }

  private static let answers = Log<(host: String, answer: Answer)>()

  /// A loader that knows no host but those of the stub.
  static let loader = loader()

  /// Creates such a loader with a clock of its own.
  static func loader(clock: any Clock<Duration> = ContinuousClock()) -> HTTPLoader {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Stub.self]
    return HTTPLoader(configuration: configuration, clock: clock)
  }

  /// Returns the URL of a new host that answers everything with `answer`.
  static func url(_ answer: Answer, path: String = "/feed") throws -> URL {
    let host = "h\(UUID().uuidString.lowercased()).test"
    answers.add((host, answer))
    guard let url = URL(string: "http://\(host)\(path)") else { throw URLError(.badURL) }
    return url
  }

  static func url(_ json: String, path: String = "/feed") throws -> URL {
    try url(Answer(body: Data(json.utf8)), path: path)
  }

  override static func canInit(with request: URLRequest) -> Bool { true }
  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func stopLoading() {}

  override func startLoading() {
    let host = request.url?.host() ?? ""
    let answer = Self.answers.entries.first { $0.host == host }?.answer ?? Answer(status: 404)
    let response = request.url.flatMap {
      HTTPURLResponse(
        url: $0, statusCode: answer.status, httpVersion: nil, headerFields: answer.headers)
    }
    guard let response else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: answer.body)
    client?.urlProtocolDidFinishLoading(self)
  }
}
