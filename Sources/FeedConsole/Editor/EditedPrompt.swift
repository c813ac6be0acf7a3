import FeedReducer
import Foundation

/// The prompt of a session on a terminal: keys edit a line, and Enter runs it.
final class EditedPrompt {
  private let runner: ScriptRunner
  private let loop: TerminalLoop
  private let history: HistoryFile?
  private var editor: LineEditor
  private var view: EditorView

  /// Whether the last key was ^C on an empty line.
  private var wasInterrupted = false

  private var interpreter: Interpreter { runner.interpreter }
  private var terminal: Terminal { loop.terminal }

  init(_ runner: ScriptRunner, on loop: TerminalLoop) {
    self.runner = runner
    self.loop = loop
    history = HistoryFile(runner.environment.variables)
    editor = LineEditor(history: history?.read() ?? LineHistory())
    view = EditorView(painter: runner.outputPainter)
  }

  /// Edits and runs lines until the input ends, `quit` runs, or a line has asked for the live screen.
  func readLines() {
    interpreter.waitForEnter = { [unowned self] in waitForEnter() }
    defer { interpreter.waitForEnter = nil }
    while interpreter.exitCode == nil, !interpreter.wantsLive {
      if loop.isIdle { draw(content) }
      switch loop.next() {
      case .input(.keys(let keys)):
        for key in keys where interpreter.exitCode == nil {
          guard handle(key) else {
            interpreter.exitCode = runner.exitCodeAtEnd
            return write(view.leave())
          }
        }
      case .input(.redraw): view.resize(columns: terminal.size.columns)
      case .input(.end):
        interpreter.exitCode = runner.exitCodeAtEnd
      case .arrival(let ticket):
        guard let work = runner.wanted(ticket) else { continue }
        write(view.erase())
        perform { () throws(Failure) in try interpreter.answer(work) }
      case .stop, .trace: break
      }
    }
  }

  /// Waits for Enter between two lines of a demo; false if the user stops it, or the input has
  /// ended.
  private func waitForEnter() -> Bool {
    runner.tellHowToGoOn(hasKeys: true)
    while true {
      let event = loop.next()
      switch event {
      case .input(.keys(let keys)):
        if keys.contains(.enter) { return true }
        if keys.contains(where: { $0 == .text("q") || $0 == .control("d") }) { return false }
      case .input(.redraw): view.resize(columns: terminal.size.columns)
      case .arrival, .trace: break
      case .stop, .input(.end):
        // Who waits for the line to end wants to know it, too.
        loop.putBack(event)
        return false
      }
    }
  }

  /// Applies a key. Returns false if the session ends.
  private func handle(_ key: Key) -> Bool {
    let newest = editor.history.entries.last
    let wasInterrupted = wasInterrupted
    self.wasInterrupted = false
    let session = interpreter.session
    editor.completion = { text in
      LineCompletion(session: session, files: Files.names).completion(of: text)
    }
    switch editor.handle(key) {
    case .none: break
    case .bell: write("\u{7}")
    case .submit(let text):
      leave(text)
      if editor.history.entries.last == text, newest != text { history?.append(text) }
      runLines(of: text)
    case .interrupt(let text):
      leave(text + "^C")
      guard text.isEmpty else { break }
      if wasInterrupted {
        interpreter.exitCode = .interrupted
      } else {
        runner.output.write("press ^C again, or ^D, to leave\n")
        self.wasInterrupted = true
      }
    case .endOfInput: return false
    case .suspend:
      leave(editor.text)
      runner.output.flush()
      terminal.suspend()
    case .clearScreen:
      view.forget()
      write("\u{1B}[H\u{1B}[2J")
    case .list(let candidates):
      leave(editor.text)
      list(candidates)
    }
    return true
  }

  /// Runs a text: of several lines one after the other, each shown behind its prompt.
  private func runLines(of text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    for line in lines where interpreter.exitCode == nil {
      if lines.count > 1 { runner.output.write(runner.outputPainter.text(prompt + Line(line))) }
      guard perform({ () throws(Failure) in try interpreter.run(line) }) else { return }
    }
  }

  /// Does what ^C may stop. Returns false if it was stopped.
  @discardableResult
  private func perform(_ work: () throws(Failure) -> Void) -> Bool {
    loop.perform { runner.reportTyped(work) }
  }
}

// MARK: - Drawing

extension EditedPrompt {
  private var prompt: Line { Line(interpreter.session.prompt, style: .name) + " " }

  private var content: EditorView.Content {
    if let search = editor.search {
      let state = search.hasFailed ? "no match for" : "search"
      return EditorView.Content(
        prompt: Line("(\(state) '\(search.query)') ", style: .faint), text: editor.characters,
        cursor: editor.cursor)
    }
    let hint = LineCompletion(session: interpreter.session).hint(for: editor.text)
    return EditorView.Content(
      prompt: prompt, text: editor.characters, cursor: editor.cursor, hint: hint ?? "")
  }

  private func draw(_ content: EditorView.Content) {
    write(view.draw(content, size: terminal.size))
    runner.output.flush()
  }

  /// Draws a text as it stays on the screen, and goes on below it.
  private func leave(_ text: String) {
    let text = Array(text)
    draw(EditorView.Content(prompt: prompt, text: text, cursor: text.count))
    write(view.leave())
  }

  private func write(_ text: String) {
    runner.output.write(text)
  }

  /// Shows words in as many columns as fit.
  private func list(_ words: [String]) {
    let width = (words.map(\.count).max() ?? 0) + 2
    let columns = max(1, (terminal.size.columns - 1) / width)
    for start in stride(from: 0, to: words.count, by: columns) {
      let row = words[start...].prefix(columns).map { $0.padded(to: width) }.joined()
      runner.output.write(runner.outputPainter.text(Line(row)))
    }
  }
}

extension Files {
  /// The names in a folder, those of folders with a slash behind them.
  fileprivate static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { name in
      let descriptor = Foundation.open("\(folder)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return name }
      close(descriptor)
      return name + "/"
    }
  }
}
