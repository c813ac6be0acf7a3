import FeedReducer
import Foundation

/// The prompt of a session on a terminal: keys edit a line, and Enter runs it.
final class EditedPrompt: Face {
  private let runner: ScriptRunner
  private let loop: EventLoop
  private let terminal: Terminal
  private let history: HistoryFile?
  private var editor: LineEditor
  private var view: EditorView

  /// Whether the last key was ^C on an empty line.
  private var wasInterrupted = false

  private var interpreter: Interpreter { runner.interpreter }

  init(_ runner: ScriptRunner, on loop: EventLoop, of terminal: Terminal) {
    self.runner = runner
    self.loop = loop
    self.terminal = terminal
    history = HistoryFile(runner.environment.variables)
    editor = LineEditor(history: history?.read() ?? LineHistory())
    view = EditorView(painter: runner.outputPainter)
    editor.completion = { [unowned runner] text in
      LineCompletion(session: runner.interpreter.session, files: Files.names).completion(of: text)
    }
  }

  /// A line has asked for the live screen.
  var isDone: Bool { interpreter.wantsLive }

  func begin() {
    interpreter.waitForEnter = { [runner, loop] in
      runner.waitForEnter(hasKeys: true) { loop.next() }
    }
  }

  func take(_ event: EventLoop.Event) {
    switch event {
    case .input(.key(let key)): handle(key)
    case .input(.redraw): view.resize(columns: terminal.size.columns)
    default: break
    }
  }

  func answer(_ work: Pending) {
    write(view.erase())
    perform { () throws(Failure) in try interpreter.answer(work) }
  }

  func end() {
    interpreter.waitForEnter = nil
  }

  private func handle(_ key: Key) {
    let newest = editor.history.entries.last
    let wasInterrupted = wasInterrupted
    self.wasInterrupted = false
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
    case .endOfInput:
      interpreter.exitCode = runner.exitCodeAtEnd
      write(view.leave())
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
    var content = EditorView.Content(prompt: prompt, text: editor.characters, cursor: editor.cursor)
    if let search = editor.search {
      let state = search.hasFailed ? "no match for" : "search"
      content.prompt = Line("(\(state) '\(search.query)') ", style: .faint)
    } else {
      content.hint = LineCompletion(session: interpreter.session).hint(for: editor.text) ?? ""
    }
    return content
  }

  func draw() {
    draw(content)
  }

  private func draw(_ content: EditorView.Content) {
    write(view.draw(content, size: terminal.size))
    runner.output.flush()
  }

  /// Draws a text as it stays on the screen, and goes on below it.
  private func leave(_ text: String) {
    draw(EditorView.Content(prompt: prompt, text: Array(text), cursor: text.count))
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
    return names.map { access("\(folder)/\($0)/", F_OK) == 0 ? $0 + "/" : $0 }
  }
}
