import FeedHTTP
import FeedReducer

/// What a report shows of a script: its steps, and its requests from their start to their answer.
struct Report {
  /// A step, and what it has to do with a request.
  struct Step {
    let report: StepReport

    /// The lines before it that change the settings.
    let settings: [String]

    /// The lane that it ends, or would have ended in time.
    let lane: Lane?

    var entry: Entry { report.entry }
  }

  /// A request, an edit or a timer, from the step that starts it to the one that ends it.
  struct Lane {
    /// What became of it.
    enum Ending: String, CaseIterable {
      case ok, failed, cancelled

      /// It was cancelled, and its answer came nevertheless and was ignored.
      case stale

      case pending
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
  }

  private(set) var steps: [Step] = []

  /// The lanes, in the order in which they start.
  private(set) var lanes: [Lane] = []

  /// The lanes of the feed that began last.
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
    if case .begun = entry.event {
      for index in laneIndices.values { lanes[index].finish(.cancelled, in: entry) }
      laneIndices = [:]
    }
    var report = StepReport(before: before, entry: entry)
    let answered = entry.event.action?.answeredTicket.flatMap { laneIndices[$0] }
    if let answered, let action = entry.event.action {
      if entry.reaction.refusal == nil {
        lanes[answered].finish(action.ending, in: entry)
      } else {
        report.outcome = lanes[answered].outcome
        lanes[answered].ignoreAnswer(in: entry)
      }
    }
    steps.append(Step(report: report, settings: settings, lane: answered.map { lanes[$0] }))
    for effect in entry.reaction.effects {
      if case .cancel(let ticket) = effect, let index = laneIndices[ticket] {
        lanes[index].finish(.cancelled, in: entry)
      } else if let ticket = effect.startedTicket {
        laneIndices[ticket] = lanes.count
        lanes.append(Lane(cause: Cause(entry: entry, effect: effect, before: before)))
      }
    }
  }
}

extension Report.Lane {
  fileprivate mutating func finish(_ ending: Ending, in entry: Entry) {
    guard end == nil else { return }
    self.ending = ending
    end = entry.number
  }

  /// An ignored answer to work that has ended is late.
  fileprivate mutating func ignoreAnswer(in entry: Entry) {
    guard end != nil else { return }
    late = entry.number
    if ending == .cancelled { ending = .stale }
  }

  /// What became of it, as steps say it.
  fileprivate var outcome: Outcome {
    guard let end else { return .pending }
    return ending == .cancelled || ending == .stale ? .cancelled(step: end) : .answered(step: end)
  }
}

extension JSONFeed.Action {
  /// What the answer makes of its request.
  fileprivate var ending: Report.Lane.Ending {
    switch self {
    case .failed, .editFailed: .failed
    case .cancelled: .cancelled
    default: .ok
    }
  }
}

// MARK: - The screen at each step

extension Report {
  /// The screens as JSON: `steps` has the index of the screen of each step in `screens`, and a screen the
  /// indices of its rows in `rows`. What is equal is there once.
  var screens: JSONValue {
    var (rows, screens) = (Pool(), Pool())
    let indices = steps.map { step in
      let state = step.entry.state
      let excerpt = FeedScreen(state).excerpt.map {
        JSONValue.integer(rows.index(of: $0.escaped))
      }
      return screens.index(
        of: .object([
          "title": .string(state.countedRows), "rows": .array(excerpt),
        ]))
    }
    return .object([
      "rows": .array(rows.values), "screens": .array(screens.values),
      "steps": .array(indices.map { .integer($0) }),
    ])
  }

  /// Different values, each once.
  private struct Pool {
    private(set) var values: [JSONValue] = []
    private var indices: [JSONValue: Int] = [:]

    mutating func index(of value: JSONValue) -> Int {
      if let index = indices[value] { return index }
      indices[value] = values.count
      values.append(value)
      return values.count - 1
    }
  }
}

extension JSONValue {
  /// The value with the texts in it as a terminal shows them: a script puts them on the page.
  fileprivate var escaped: JSONValue {
    switch self {
    case .string(let text): .string(Painter().escape(text))
    case .object(let members): .object(members.mapValues(\.escaped))
    default: self
    }
  }
}

extension FeedScreen {
  /// The rows around the reader, at most twelve, with what is above and below the list.
  fileprivate var excerpt: [JSONValue] {
    let middle = reader.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0
    let first = max(0, min(middle - 6, itemCount - 12))
    let shown = first..<min(first + 12, itemCount)
    let rows = shown.map { index in
      let row = self[position(ofItem: index)].json
      guard reader?.contains(index) == true, case .object(var members) = row else { return row }
      members["isReader"] = true
      return .object(members)
    }
    return (0..<position(ofItem: 0)).map { self[$0].json }
      + Self.more(shown.lowerBound, at: "above")
      + rows + Self.more(itemCount - shown.upperBound, at: "below")
      + (position(ofItem: itemCount)..<count).map { self[$0].json }
  }

  private static func more(_ count: Int, at place: String) -> [JSONValue] {
    count == 0 ? [] : [Row.note("… \(count.counted("row")) \(place)").json]
  }
}
