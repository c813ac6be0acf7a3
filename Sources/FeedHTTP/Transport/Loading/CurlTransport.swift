#if os(Linux)
  import FeedCurl
  import FeedEffects
  import Foundation
  import FoundationNetworking

  /// Sends requests with libcurl's multi interface, on a thread of its own.
  ///
  /// It stores nothing: no cookies, no credentials, no responses. The thread starts with the first
  /// request. It ends after a minute without one, or when the loader is gone, and closes the connections;
  /// not before the last look-up of a host name has ended, which can't be interrupted.
  /// Only the thread calls libcurl; others send it commands and wake it.
  final class CurlTransport: Transport {
    /// Whether there is a libcurl that serves: `libcurl.so.4`, 7.68 or newer.
    static let isAvailable = feed_curl_open()

    /// How long the thread waits for a request before it ends.
    private static let idleTime = Duration.seconds(60)

    private enum Command {
      case start(number: Int, CurlRequest, Transfer)
      case stop(number: Int)
    }

    private struct State {
      var commands: [Command] = []
      var lastNumber = 0
      var isInvalid = false

      /// The multi handle of the thread; nil if none runs. It is woken under the lock.
      ///
      /// Unsafe because a pointer is not Sendable: the thread alone uses the handle, and libcurl allows
      /// others to wake it.
      nonisolated(unsafe) var multi: UnsafeMutableRawPointer?
    }

    private let state = Locked(State())
    private let maxConnections: Int

    /// Creates a transport.
    ///
    /// - Parameter maxConnections: How many connections may be open, idle ones included.
    init(maxConnections: Int) {
      // 0 would be no limit for libcurl, whose number has 32 bits.
      self.maxConnections = min(max(1, maxConnections), Int(Int32.max))
    }

    func start(_ request: URLRequest, isBase: Bool, maxBodyBytes: Int) -> Transfer {
      let number = state.use { state in
        state.lastNumber += 1
        return state.lastNumber
      }
      let transfer = Transfer(maxBodyBytes: maxBodyBytes) { [self] in
        send(.stop(number: number))
      }
      do throws(HTTPProblem) {
        send(.start(number: number, try CurlRequest(request), transfer))
      } catch {
        transfer.end(.failure(error), isComplete: true)
      }
      return transfer
    }

    func invalidate() {
      state.use { state in
        state.isInvalid = true
        if let multi = state.multi { feed_curl_multi_wake(multi) }
      }
    }

    // MARK: - The thread

    private func send(_ command: Command) {
      let isSent = state.use { state in
        if let multi = state.multi {
          state.commands.append(command)
          feed_curl_multi_wake(multi)
          return true
        }
        // Without a thread there is nothing to stop.
        guard case .start = command else { return true }
        guard let multi = feed_curl_multi() else { return false }
        guard startThread() else {
          feed_curl_multi_free(multi)
          return false
        }
        // The thread waits for the lock.
        state.commands = [command]
        state.multi = multi
        return true
      }
      if !isSent, case .start(_, _, let transfer) = command {
        transfer.end(.failure(HTTPProblem.outOfMemory), isComplete: true)
      }
    }

    /// Starts the thread. Returns false if the system has none left, which `Thread` would not tell.
    private func startThread() -> Bool {
      let transport = Unmanaged.passRetained(self)
      let isStarted = feed_curl_thread(
        { context in
          if let context { Unmanaged<CurlTransport>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, transport.toOpaque())
      if !isStarted { transport.release() }
      return isStarted
    }

    private func run() {
      Thread.current.name = "FeedHTTP"
      blockBrokenPipes()
      // Unsafe because a pointer is not Sendable: it stays on this thread.
      nonisolated(unsafe) let multi = state.use { $0.multi }
      guard let multi else { return }
      feed_curl_multi_limit(multi, maxConnections)
      var running = Running(multi: multi)
      var lastUse = ContinuousClock.now
      while true {
        let isIdle = running.isEmpty && ContinuousClock.now - lastUse >= Self.idleTime
        guard let commands = nextCommands(isIdle: isIdle, isEmpty: running.isEmpty) else { break }
        for command in commands {
          switch command {
          case .start(let number, let request, let transfer):
            running.start(request, transfer: transfer, number: number)
          case .stop(let number): running.stop(number: number)
          }
        }
        let wasEmpty = running.isEmpty
        running.perform()
        if !wasEmpty || !commands.isEmpty { lastUse = .now }
        // What has just ended may have been all that the thread was there for.
        if running.isEmpty, !wasEmpty { continue }
        feed_curl_multi_wait(multi, Int32(Self.idleTime / .milliseconds(1)))
      }
      feed_curl_multi_free(multi)
    }

    /// Takes the commands; nil if the thread has to end, which is noted.
    private func nextCommands(isIdle: Bool, isEmpty: Bool) -> [Command]? {
      state.use { state in
        if state.commands.isEmpty, isIdle || (isEmpty && state.isInvalid) {
          state.multi = nil
          return nil
        }
        defer { state.commands = [] }
        return state.commands
      }
    }

    /// Keeps a write to a connection that the server has closed from ending the process: libcurl asks
    /// for no signal, OpenSSL does not.
    private func blockBrokenPipes() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }

  /// The transfers of the thread.
  private struct Running {
    let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    private var handles: [Int: UnsafeMutableRawPointer] = [:]
    private let kept = CurlKeptConnections()

    init(multi: UnsafeMutableRawPointer) {
      self.multi = multi
    }

    var isEmpty: Bool { transfers.isEmpty }

    mutating func start(_ request: CurlRequest, transfer: Transfer, number: Int) {
      if transfer.isOver { return }
      do throws(HTTPProblem) {
        let started = try CurlTransfer(
          request, transfer: transfer, number: number, kept: kept)
        try add(started)
      } catch {
        transfer.end(.failure(error), isComplete: true)
      }
    }

    private mutating func add(_ transfer: CurlTransfer) throws(HTTPProblem) {
      guard feed_curl_multi_add(multi, transfer.easy) else { throw .outOfMemory }
      transfers[transfer.easy] = transfer
      handles[transfer.number] = transfer.easy
    }

    /// Cancels a request: its connection is closed.
    ///
    /// While the host name is looked up there is none, and libcurl would wait for the end of the look-up.
    /// Then the transfer stays until it fails by itself, because it gets no socket.
    mutating func stop(number: Int) {
      guard let easy = handles[number], transfers[easy]?.isLookingUp == false else { return }
      _ = remove(easy)
    }

    /// Does what can be done without waiting, and ends the transfers that are complete or have failed.
    mutating func perform() {
      feed_curl_multi_perform(multi)
      var code: Int32 = 0
      while let easy = feed_curl_multi_ended(multi, &code) {
        kept.add(easy)
        guard let transfer = remove(easy) else { continue }
        if transfer.beginsAgain(), (try? add(transfer)) != nil { continue }
        transfer.end(code: code)
      }
    }

    private mutating func remove(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
      guard let transfer = transfers.removeValue(forKey: easy) else { return nil }
      handles[transfer.number] = nil
      feed_curl_multi_remove(multi, easy)
      return transfer
    }
  }
#endif
