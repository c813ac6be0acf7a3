import Foundation
import TestServers
import Testing

/// The built program in a terminal: a shell in a tmux server of its own.
///
/// Nothing here waits for a time: `wait` looks at the screen whenever something was written to it until
/// a condition holds, and fails after a generous deadline with what the screen shows.
final class TerminalSession {
  /// Why tests that need a terminal are skipped.
  static let reason = "needs tmux, which is not on the path"

  /// Whether `tmux` is on the path.
  static let isAvailable =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }

  /// A failure to reach what a test waits for.
  struct Timeout: Error, CustomStringConvertible {
    let description: String
  }

  /// A folder for the test, with the history of its sessions.
  let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")

  private let socket = "feed-\(UUID())"
  private let program: String

  /// A pipe that gets what is written to the screen; -1 until it is open.
  private var changes: Int32 = -1

  /// Starts a shell whose prompt is `sh> `. `$PROGRAM` is the path of the program.
  init(columns: Int = 80, rows: Int = 24) throws {
    program = try #require(Program.path, "feed-repl is built into the folder of the tests")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let shell = [
      "env", "-i", "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "XDG_STATE_HOME=\(folder.path)/state", "PROGRAM=\(program)", "LC_ALL=C.UTF-8",
      // A sanitizer leaves crashes to the program, and says nothing of what an exit has not freed.
      "ASAN_OPTIONS=detect_leaks=0:handle_segv=0",
      "TSAN_OPTIONS=handle_segv=0:report_thread_leaks=0",
      "TERM=screen-256color", "SWIFT_BACKTRACE=enable=no", "PS1=sh> ", "HOME=\(folder.path)",
      // A shell that is killed would write its history while the folder is removed.
      "HISTFILE=",
      "bash", "--norc", "--noprofile",
    ]
    try tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.path] + shell)
    let pipe = folder.appending(path: "changes").path
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open for writing, too, the pipe has no end.
    changes = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try tmux(["pipe-pane", "-O", "exec cat > '\(pipe)'"])
    try wait(for: "sh>")
  }

  /// Ends the shell and all that runs in it. Call it at the end of each test.
  func end() {
    _ = try? tmux(["kill-server"])
    close(changes)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the program and waits for its prompt.
  func start(_ arguments: String = "") throws {
    try type("clear; \"$PROGRAM\" \(arguments)\n")
    try wait(for: "feed>")
  }

  /// Types a text as it is; a newline is Enter.
  func type(_ text: String) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { try tmux(["send-keys", "Enter"]) }
      if !line.isEmpty { try tmux(["send-keys", "-l", String(line)]) }
    }
  }

  /// Presses keys by the names that tmux has for them: `Up`, `C-c`, `M-b`.
  func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Pastes a text, between marks if the program has asked for them.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int = 24) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The lines of the screen without those that are empty at its end.
  var screen: String {
    get throws { try tmux(["capture-pane", "-p"]).trimmingCharacters(in: .newlines) }
  }

  /// The last line of the screen that is not empty.
  var lastLine: String {
    get throws { String(try screen.split(separator: "\n").last ?? "") }
  }

  /// The column of the cursor, from 0.
  var cursorColumn: Int? {
    get throws {
      Int(try tmux(["display", "-p", "#{cursor_x}"]).trimmingCharacters(in: .newlines))
    }
  }

  /// Waits until the screen shows a text.
  func wait(for text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try wait("'\(text)'", location) { $0.contains(text) }
  }

  /// Waits until the last line that is not empty is a text.
  func wait(forLast text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try wait("the last line '\(text)'", location) {
      $0.split(separator: "\n").last.map(String.init) == text
    }
  }

  /// Waits until a condition on the screen holds.
  func wait(
    _ what: String, _ location: SourceLocation = #_sourceLocation, until isMet: (String) -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if isMet(try screen) { return }
      waitForChange()
    }
    let text = "waited for \(what), and the screen shows:\n\(try screen)"
    Issue.record("\(text)", sourceLocation: location)
    throw Timeout(description: text)
  }

  /// Waits until something is written to the screen; for a moment only, as a new size changes it, too.
  private func waitForChange() {
    var source = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    if poll(&source, 1, 100) > 0 { _ = read(changes, &chunk, chunk.count) }
  }

  /// Checks that the line settings and the modes of the terminal are those of a shell.
  func expectRestored(_ location: SourceLocation = #_sourceLocation) throws {
    try type("clear; stty -a | grep -ow -e -icanon -e -echo -e -isig; echo 'set''tings'\n")
    try wait(for: "settings", location)
    // A shell with line editing changes them itself while it waits, but not for its commands.
    #expect(try !screen.contains("-icanon"), sourceLocation: location)
    #expect(try !screen.contains("-echo"), sourceLocation: location)
    #expect(try !screen.contains("-isig"), sourceLocation: location)
    let modes = try tmux(["display", "-p", "#{cursor_flag}#{alternate_on}"])
    #expect(modes == "10\n", sourceLocation: location)
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let output = folder.appending(path: "tmux")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Foundation waits until the descriptors that it gave to the child are closed everywhere, so
    // the server must not inherit them.
    let script = #"""
      (for f in /dev/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done; exec tmux "$@")
      """#
    process.arguments =
      ["bash", "-c", script, "bash", "-L", socket, "-f", "/dev/null"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.runUnblocked()
    process.waitUntilExit()
    let data = try Data(contentsOf: output)
    return String(decoding: data, as: UTF8.self)
  }
}

/// Runs a test in a terminal, which ends with it.
func inTerminal(
  columns: Int = 80, rows: Int = 24, _ body: (TerminalSession) throws -> Void
) throws {
  let terminal = try TerminalSession(columns: columns, rows: rows)
  defer { terminal.end() }
  try body(terminal)
}
