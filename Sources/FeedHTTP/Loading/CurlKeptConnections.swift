#if os(Linux)
  import FeedCurl

  /// The sockets of HTTP/1 connections that wait for another request. It belongs to the thread.
  ///
  /// Nothing may arrive on such a connection before the next request. What does, libcurl 7.88 would take
  /// for the response to it: a server that can be made to add bytes to one response (by a line break in
  /// a header field) would answer the next request, too.
  final class CurlKeptConnections {
    /// The ports of a connection's two ends. A request learns no more of the connection that it gets.
    struct Ports: Hashable {
      let local: Int32
      let remote: Int32
    }

    /// The sockets. One may have been closed: then its ports belong to no connection that was kept.
    private var sockets: [Ports: Int32] = [:]

    /// Adds the connection of a transfer that has ended and is not removed yet, if it is open.
    func add(_ easy: UnsafeMutableRawPointer) {
      let socket = feed_curl_active_socket(easy)
      // HTTP/2, which has the number 3, may send at any time.
      guard socket >= 0, 1...2 ~= feed_curl_number(easy, CurlInfo.httpVersion) else { return }
      let ports = Ports(
        local: Int32(feed_curl_number(easy, CurlInfo.localPort)),
        remote: Int32(feed_curl_number(easy, CurlInfo.remotePort)))
      sockets[ports] = socket
    }

    /// Whether bytes wait on a connection that was kept and gets a request now.
    func hasInput(_ ports: Ports) -> Bool {
      sockets.removeValue(forKey: ports).map { feed_curl_has_input($0) } ?? false
    }
  }
#endif
