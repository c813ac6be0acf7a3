extension Server {
  /// A change of the server that comes from elsewhere, not from an edit of the feed.
  struct Change: Equatable {
    /// The command that makes the change: `server insert 3 at 0`.
    let text: String

    private let apply: @Sendable (inout Server) -> Void

    /// Creates the change of the command `server` with these words. Its rows must exist.
    init(_ words: String, apply: @escaping @Sendable (inout Server) -> Void) {
      text = "server \(words)"
      self.apply = apply
    }

    /// The first request asks for the page with this row.
    static func from(row: Int) -> Self { Self("from \(row)") { $0.start = row } }

    /// The server after the change.
    ///
    /// - Complexity: O(*n*) in the rows.
    func applied(to server: Server) -> Server {
      var server = server
      apply(&server)
      return server
    }

    /// The same words make the same change.
    static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  }

  /// What it has and how it answers: `85 rows, down, latency 1s`.
  var text: String {
    var parts = [rows.count.counted("row")]
    if let pageSize { parts.append("pages of \(pageSize)") }
    if start > 0 { parts.append("from row \(start)") }
    if !isUp { parts.append("down") }
    if latency > .zero { parts.append("latency \(latency.text)") }
    return parts.joined(separator: ", ")
  }
}
