import FeedReducer

/// What a report shows of a script: its steps, and its requests from their start to their answer.
struct Report {
  /// A step, and what it has to do with a request.
  struct Step {
    let report: StepReport

    /// The lines before it that change the settings.
    let settings: [String]

    /// What started the work that it ends, or would have ended in time.
    let cause: Cause?

    var entry: Entry { report.entry }
  }

  /// A request, an edit or a timer, from the step that starts it to the one that ends it.
  struct Lane {
    /// What became of it, with a sign: a colour never carries meaning alone.
    enum Ending: String, CaseIterable {
      case ok = "✓"
      case failed = "✗"
      case cancelled = "⊘"

      /// An answer that came after the end, and was ignored.
      case late = "↯"

      case pending = "…"
    }

    /// The step that starts it, and why.
    let cause: Cause

    fileprivate(set) var ending = Ending.pending

    /// The step that ends it; nil while it is pending.
    fileprivate(set) var end: Int?

    /// The last step with an answer that came after its end.
    fileprivate(set) var late: Int?

    /// What was started: `load 2 append page 2`.
    var text: String { cause.effect.text }

    /// The step that starts it.
    var start: Int { cause.entry.number }

    /// Whether it waits for the clock, and not for an answer.
    var isTimer: Bool {
      if case .schedule = cause.effect { true } else { false }
    }

    fileprivate mutating func finish(_ ending: Ending, in entry: Entry) {
      guard end == nil else { return }
      (self.ending, end) = (ending, entry.number)
    }
  }

  private(set) var steps: [Step] = []

  /// The lanes, in the order in which they start.
  private(set) var lanes: [Lane] = []

  private var laneIndices: [Ticket: Int] = [:]

  /// Creates the report of a script.
  ///
  /// - Complexity: O(*n*) in the steps and in the rows of their pages.
  init(_ script: Script) {
    add(script.start, after: script.start, settings: script.preamble)
    for step in script.steps {
      for (before, entry) in zip([step.before] + step.entries, step.entries) {
        let isFirst = before.number == step.before.number
        add(entry, after: before, settings: isFirst ? step.settings : [])
      }
    }
  }

  private mutating func add(_ entry: Entry, after before: Entry, settings: [String]) {
    var report = StepReport(before: before, entry: entry)
    let answered = entry.event.action?.answeredTicket.flatMap { laneIndices[$0] }
    if let answered {
      if entry.reaction.refusal == nil {
        let ending: Lane.Ending =
          switch entry.event.action {
          case .failed, .editFailed: .failed
          case .cancelled: .cancelled
          default: .ok
          }
        lanes[answered].finish(ending, in: entry)
      } else if let end = lanes[answered].end {
        let isCancelled = lanes[answered].ending == .cancelled
        report.outcome = entry.event.action?.answeredTicket
          .map { Outcome(ticket: $0, isCancelled: isCancelled, step: end) }
        lanes[answered].late = entry.number
      }
    }
    steps.append(
      Step(report: report, settings: settings, cause: answered.map { lanes[$0].cause }))
    for effect in entry.reaction.effects {
      if case .cancel(let ticket) = effect, let index = laneIndices[ticket] {
        lanes[index].finish(.cancelled, in: entry)
      } else if let ticket = effect.startedTicket {
        laneIndices[ticket] = lanes.count
        lanes.append(Lane(cause: Cause(entry: entry, effect: effect, before: before)))
      }
    }
  }

  /// The lanes as columns with a place for each step. Those that find no place in six columns are left out:
  /// a phone has room for no more.
  var columns: [[Lane?]] {
    let column = [Lane?](repeating: nil, count: steps.count)
    var columns = [column]
    for lane in lanes {
      let free = columns.firstIndex { $0[lane.start] == nil } ?? columns.count
      if free == 6 { continue }
      if free == columns.count { columns.append(column) }
      let end = lane.late ?? lane.end ?? steps.count - 1
      for step in lane.start...end { columns[free][step] = lane }
    }
    return columns
  }
}

// MARK: - The screen at each step

extension Report {
  /// What a script shows of the screens.
  struct Screens: Encodable {
    /// Titles and rows, each once: pieces of a style and a text.
    var lines: [[[String]]] = []

    /// The indices in ``lines`` of the title and the rows at each step.
    var steps: [[Int]] = []
  }

  var screens: Screens {
    var screens = Screens()
    var indices: [[[String]]: Int] = [:]
    for step in steps {
      screens.steps.append(
        excerpt(of: step.entry.state).map { line in
          let pieces = line.pieces.map { ["\($0.style)", Painter().escape($0.text)] }
          if let index = indices[pieces] { return index }
          indices[pieces] = screens.lines.count
          screens.lines.append(pieces)
          return screens.lines.count - 1
        })
    }
    return screens
  }

  /// How many rows of which query there are, and the thirteen around the reader, below what is shown over them.
  private func excerpt(of state: Session.State) -> [Line] {
    let screen = FeedScreen(state, overlaid: true)
    let middle = screen.reader.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0
    let first = max(0, min(middle - 6, screen.count - 13))
    let rows = screen.overlay + (first..<min(first + 13, screen.count)).map { screen[$0] }
    let title = state.countedRows + (state.queryText.map { " of \($0)" } ?? "")
    return [Line(title)] + rows.map { $0.line(numbers: "\(screen.itemCount)".count) }
  }
}
