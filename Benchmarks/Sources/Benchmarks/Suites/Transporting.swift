import Dispatch
import FeedHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses over HTTP without a feed: our transport beside `URLSession` and the program `curl`.
enum Transporting {
  @concurrent static func run(_ effort: Effort) async -> Report {
    let rows = (1...20).map { number in
      #"{"id": \#(number), "title": "Post number \#(number) of the feed"}"#
    }
    let server = LoopbackServer(body: "[\(rows.joined(separator: ", "))]")
    defer { withExtendedLifetime(server) {} }
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/posts") else { return Report() }
    let configuration = URLSessionConfiguration.ephemeral
    // As many as libcurl opens.
    configuration.httpMaximumConnectionsPerHost = 200
    let loaders = (ours: HTTPLoader(), session: HTTPLoader(configuration: configuration))
    let kept = await compare(effort, loaders) { await load(url, with: $0, times: 50) / 50 }
    let many = await compare(effort, loaders) { await loadAtOnce(url, with: $0, count: 100) / 100 }
    let cancels = await compare(effort, loaders) { await cancel(with: $0) }
    let memory = await (hold(100, with: loaders.ours), hold(100, with: loaders.session))
    return Report(
      bars: [
        bar("a page of 20 rows on a kept connection", kept),
        bar("each of 100 pages at once", many),
      ],
      notes: [
        note("a page of 20 rows on a kept connection", kept),
        ("the same by the program `curl`, without decoding", curl(url, times: 1_000)),
        note("each of 100 pages at once", many),
        note("from a cancel to the server's notice", cancels),
        (
          "memory of a request in flight, libcurl and `URLSession`",
          "\(rounded(memory.0 / 1_024)) and \(rounded(memory.1 / 1_024)) KB"
        ),
      ])
  }

  private typealias Loaders = (ours: HTTPLoader, session: HTTPLoader)
  private typealias Figures = (ours: Measurement, session: Measurement)

  private static func bar(_ name: String, _ figures: Figures) -> Bar {
    Bar(
      name: "\(name), against `URLSession`", unit: .ratio, must: 1.1, aim: 0.5,
      figure: figures.ours / figures.session)
  }

  private static func note(_ name: String, _ figures: Figures) -> (String, String) {
    (
      "\(name), libcurl and `URLSession`",
      "\(rounded(figures.ours.median)) and \(rounded(figures.session.median)) µs"
    )
  }

  /// Measures both in turns, so that both meet the same noise.
  private static func compare(
    _ effort: Effort, _ loaders: Loaders, _ body: (HTTPLoader) async -> Double
  ) async -> Figures {
    var (ours, session): ([Double], [Double]) = ([], [])
    for run in 0...effort.runs {
      let (theirs, own) = (await body(loaders.session), await body(loaders.ours))
      if run == 0 { continue }
      session.append(theirs)
      ours.append(own)
    }
    return (Measurement(ours), Measurement(session))
  }

  /// The microseconds of some loads, one after the other.
  private static func load(_ url: URL, with loader: HTTPLoader, times: Int) async -> Double {
    let request = HTTPRequest.get(url)
    let start = ContinuousClock.now
    for _ in 0..<times { consume(try? await request.json(size: 20, loader: loader)) }
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  /// The microseconds of loads that begin together.
  private static func loadAtOnce(_ url: URL, with loader: HTTPLoader, count: Int) async -> Double {
    let request = HTTPRequest.get(url)
    let start = ContinuousClock.now
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask { consume(try? await request.json(size: 20, loader: loader)) }
      }
    }
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  /// The microseconds from a cancel until the server sees the connection closed.
  private static func cancel(with loader: HTTPLoader) async -> Double {
    let server = LoopbackServer(body: nil)
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/") else { return 0 }
    let task = Task { try await HTTPRequest.get(url).json(size: 20, loader: loader) }
    wait(for: server.arrived)
    let start = ContinuousClock.now
    task.cancel()
    wait(for: server.closed)
    let time = (ContinuousClock.now - start) / .microseconds(1)
    _ = await task.result
    return time
  }

  /// The bytes that each of some requests takes while it waits for its response.
  private static func hold(_ count: Int, with loader: HTTPLoader) async -> Double {
    let server = LoopbackServer(body: nil)
    guard let url = URL(string: "http://127.0.0.1:\(server.port)/") else { return 0 }
    let before = allocatedBytes()
    let tasks = (0..<count).map { _ in
      Task { try await HTTPRequest.get(url).json(size: 20, loader: loader) }
    }
    for _ in tasks { wait(for: server.arrived) }
    let taken = allocatedBytes() - before
    for task in tasks { task.cancel() }
    for _ in tasks { wait(for: server.closed) }
    for task in tasks { _ = await task.result }
    // What this server itself takes for a connection: its buffer.
    return taken / Double(count) - 4_096
  }

  private static func wait(for semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  /// The time of one load by `curl`, which keeps its connection; "not found" without it.
  private static func curl(_ url: URL, times: Int) -> String {
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/curl")
    program.arguments = ["-s"] + Array(repeating: url.absoluteString, count: times)
    program.standardOutput = FileHandle.nullDevice
    let start = ContinuousClock.now
    guard (try? program.run()) != nil else { return "not found" }
    program.waitUntilExit()
    return "\(rounded((ContinuousClock.now - start) / .microseconds(1) / Double(times))) µs"
  }
}
