import FeedHTTP
import FeedReducer

/// The live screen of a session on a terminal: keys become lines, and each line redraws the screen.
///
/// It is the session of the prompt, run by the same interpreter. Use it from the interpreter's thread.
final class LiveSession: Face {
  private let runner: ScriptRunner
  private let loop: EventLoop
  private let terminal: Terminal
  private var screen: LiveScreen
  private var writer: FrameWriter

  /// Whether `q` was pressed.
  private(set) var isDone = false

  /// Whether the last key was ^C.
  private var wasInterrupted = false

  /// What the line that runs has shown, steps left out.
  private var shown: [Line] = []
  private var title = ""

  /// How the face before said that a line waits.
  private let sayWait: (String) -> Void

  private var interpreter: Interpreter { runner.interpreter }

  /// The most reports of visible rows after one line: each page that arrives may show more rows.
  private static let maxReports = 100

  init(_ runner: ScriptRunner, on loop: EventLoop, of terminal: Terminal) {
    self.runner = runner
    self.loop = loop
    self.terminal = terminal
    screen = Self.screen(on: terminal)
    writer = FrameWriter(painter: runner.outputPainter)
    sayWait = runner.interpreter.interruption.sayWait
  }

  private static func screen(on terminal: Terminal) -> LiveScreen {
    let size = terminal.size
    return LiveScreen(columns: size.columns, rows: size.rows)
  }

  func begin() {
    runner.output.flush()
    interpreter.output.receiver = { [unowned self] in receive($0) }
    interpreter.interruption.saysAgain = true
    interpreter.interruption.sayWait = { [unowned self] text in
      screen.message = Line("\(text) ^C stops the wait", style: .faint)
      resize()
      draw()
    }
    terminal.turn(to: .screen)
    if let path = runner.options.follow {
      screen.message = Line("waiting for the first step in \(path) …", style: .faint)
    }
    follow()
  }

  /// What is waited for shows its seconds.
  var patience: Double? { context.waits.isEmpty ? nil : 1 }

  func take(_ event: EventLoop.Event) {
    switch event {
    case .input(.key(let key)): handle(key)
    case .input(.redraw):
      resize()
      writer.forget()
      follow()
    case .trace(let events):
      screen.message = interpreter.follow(events) ?? ""
      follow()
    default: break
    }
  }

  private func resize() {
    let (columns, rows) = terminal.size
    if columns != screen.layout.columns { writer.forget() }
    screen.resize(columns: columns, rows: rows)
  }

  func answer(_ work: Pending) {
    if !wasInterrupted { screen.stepArrived() }
    perform { () throws(Failure) in try interpreter.answer(work) }
  }

  /// Applies a key.
  private func handle(_ key: Key) {
    let wasInterrupted = wasInterrupted
    self.wasInterrupted = false
    for request in screen.handle(key, in: context) {
      switch request {
      // The answer to what is sent by hand must not hold the keys: it is taken when it arrives.
      case .run(let line) where isAsked(line): break
      case .run(let line): perform { () throws(Failure) in try interpreter.run(line) }
      case .runTyped(let line):
        let hasFailed = !perform { () throws(Failure) in try interpreter.run(line) }
        if hasFailed { screen.type(line, as: .command) }
      case .leave:
        isDone = true
        return
      case .suspend:
        terminal.suspend()
        writer.forget()
      case .interrupt where wasInterrupted: interpreter.exitCode = .interrupted
      case .interrupt:
        screen.message = "press ^C again to end the program, or q to leave the screen"
        self.wasInterrupted = true
      }
    }
    follow()
  }

  private func isAsked(_ line: String) -> Bool {
    let work = interpreter.session.state.pending.first { line == "ok \($0.ticket)" }
    return work.map(interpreter.ask) ?? false
  }

  /// Runs something that ^C may stop, and shows what it shows. Returns whether nothing failed.
  @discardableResult
  private func perform(_ work: () throws(Failure) -> Void) -> Bool {
    shown = []
    title = ""
    var hasFailed = false
    let source = interpreter.source
    let isWhole = loop.perform {
      do throws(Failure) {
        try work()
      } catch {
        shown.append(Line("error: ", style: .bad) + Line(error.problem.message))
        title = "error"
        hasFailed = !error.problem.isStop
      }
    }
    if !isWhole, shown.isEmpty { shown = ["stopped"] }
    if interpreter.source !== source {
      screen = Self.screen(on: terminal)
    }
    // A line may have asked for the screen that shows already.
    interpreter.wantsLive = true
    screen.show(shown, title: title)
    follow()
    return !hasFailed
  }

  private func receive(_ item: OutputItem) {
    switch item {
    case .result(let result, let command):
      // Of a move through time all else shows on the screen itself.
      let isMove = ["undo", "redo", "goto", "switch"].contains(command)
      shown += isMove ? Array(result.lines.prefix(1)) : result.lines
      if !isMove { title = command }
    case .error(let failure): shown.append(Line(failure.problem.message, style: .bad))
    case .step(let report, _): shown += report.forkText.map { [Line($0)] } ?? []
    case .session, .end: break
    }
  }

  /// Reports the rows that show, until that shows no others.
  private func follow() {
    for _ in 0..<Self.maxReports {
      guard interpreter.exitCode == nil, let line = screen.follow(context) else { return }
      let revision = interpreter.session.revision
      _ = loop.perform { try? interpreter.run(line) }
      if interpreter.session.revision == revision { return }
    }
  }

  private var context: LiveContext {
    let (source, api) = (interpreter.source, interpreter.source.api)
    return LiveContext(
      session: interpreter.session, source: source.name, textName: source.queries?.text,
      isAuto: interpreter.settings.isAuto,
      isRunning: interpreter.takesAnswers && source.runsByItself,
      waits: (source as? TaskSource)?.waits ?? [:], response: { api?.response(to: $0) },
      drift: { api?.drift(before: $0) })
  }

  func draw() {
    runner.output.write(writer.draw(LiveView(context: context, screen: screen).frame))
    runner.output.flush()
  }

  /// The last screen stays in the scrollback.
  func end() {
    interpreter.interruption.sayWait = sayWait
    interpreter.interruption.saysAgain = false
    interpreter.wantsLive = false
    interpreter.output.receiver = nil
    runner.output.flush()
    terminal.turn(to: .lines)
    let frame = LiveView(context: context, screen: screen).frame
    // The keys mean nothing any more.
    for row in frame.rows.dropLast() { runner.output.write(writer.text(row) + "\n") }
    runner.output.flush()
    if runner.options.isLive, interpreter.exitCode == nil {
      interpreter.exitCode = runner.exitCodeAtEnd
    }
  }
}
