import FeedHTTP
import FeedReducer
import Foundation

/// An API over HTTP as a source. Its requests run while the user types lines.
final class RemoteSource: FeedSource {
  let style: PagingStyle

  /// Called on any thread when an answer has arrived.
  var hasArrived: (@Sendable (Ticket) -> Void)?

  private typealias Answer = Result<JSONFeed.Page, FeedFailure>

  private let pages: HTTPPageSource<JSONRow>
  private let url: String
  private let notes: [String]
  private var running: [Ticket: Running] = [:]

  /// A request in flight, or its answer.
  private struct Running {
    let request: JSONFeed.Request
    let answer: Mailbox<Answer>
    let task: Task<Void, Never>
  }

  /// Creates a source of the pages that `style` reads. `details` ends with `notes`.
  init(_ request: HTTPRequest, style: PagingStyle, notes: [String] = []) {
    self.style = style
    self.notes = notes
    url = request.url.absoluteString
    pages = style.source(for: request)
  }

  var name: String { url }

  var details: [String] {
    // If no paging was found, the last note says where the detection looked.
    let note = style.paging == .none ? style.notes.suffix(1).map { "\($0) (--style)" } : []
    return ["\(style)"] + note + notes
  }

  var runsByItself: Bool { true }

  func follow(_ pending: [Pending]) {
    let requests = pending.compactMap(\.request)
    for (ticket, work) in running where !requests.contains(work.request) {
      work.task.cancel()
      running[ticket] = nil
    }
    for request in requests where running[request.ticket] == nil {
      running[request.ticket] = start(request)
    }
  }

  func page(for request: JSONFeed.Request) throws(FeedFailure) -> JSONFeed.Page {
    let known = running.removeValue(forKey: request.ticket)
    let work = known?.request == request ? known : nil
    return try (work ?? start(request)).answer.take().get()
  }

  private func start(_ request: JSONFeed.Request) -> Running {
    let answer = Mailbox<Answer>()
    let task = Task { [pages, hasArrived] in
      answer.post(await outcome { try await pages.page(for: request) })
      hasArrived?(request.ticket)
    }
    return Running(request: request, answer: answer, task: task)
  }

  func wait(for duration: Duration) {
    Thread.sleep(forTimeInterval: duration.inSeconds)
  }

  func curl(_ request: JSONFeed.Request) throws(FeedFailure) -> String? {
    try pages.request.curl(for: request.position.cursor, size: request.size)
  }

  func body(for request: JSONFeed.Request) throws(FeedFailure) -> String {
    let asked = pages.request
    return JSONText.pretty(
      try waiting {
        try await asked.json(for: request.position.cursor, size: request.size)
      })
  }
}
