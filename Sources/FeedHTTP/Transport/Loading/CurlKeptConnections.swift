#if os(Linux)
  import FeedCurl

  /// The sockets of HTTP/1 connections that wait for another request. It belongs to the thread.
  ///
  /// Nothing may arrive on such a connection before the next request. What does, libcurl 7.88 would take
  /// for the response to it: a server that can be made to add bytes to one response (by a line break in
  /// a header field) would answer the next request, too.
  final class CurlKeptConnections {
    /// The addresses and the ports of a connection's two ends. A request learns no more of the connection
    /// that it gets.
    struct Ends: Hashable {
      var local: String
      var localPort: Int
      var remote: String
      var remotePort: Int
    }

    /// The sockets. One may have been closed: then its ends belong to no connection that was kept.
    private var sockets: [Ends: Int32] = [:]

    /// Adds the connection of a transfer that has ended and is not removed yet, if it is open.
    func add(_ easy: UnsafeMutableRawPointer) {
      let socket = feed_curl_active_socket(easy)
      // HTTP/2, which has the number 3, may send at any time.
      guard socket >= 0, 1...2 ~= feed_curl_number(easy, CurlInfo.httpVersion) else { return }
      let ends = Ends(
        local: String(cString: feed_curl_word(easy, CurlInfo.localAddress)),
        localPort: feed_curl_number(easy, CurlInfo.localPort),
        remote: String(cString: feed_curl_word(easy, CurlInfo.remoteAddress)),
        remotePort: feed_curl_number(easy, CurlInfo.remotePort))
      add(socket, between: ends)
    }

    func add(_ socket: Int32, between ends: Ends) {
      sockets[ends] = socket
    }

    /// Whether bytes wait on a connection that was kept and gets a request now.
    func hasInput(between ends: Ends) -> Bool {
      sockets.removeValue(forKey: ends).map { feed_curl_has_input($0) } ?? false
    }
  }
#endif
