import FeedEffects
import FeedHTTP
import FeedReducer

/// The present branch of a session, up to the current step, as lines that make it again.
///
/// Secrets in links are masked, and a number keeps apart links that only a secret told apart. No request is
/// sent when the lines run: each answer is in them, or in the catalogue.
struct Script {
  /// A line, with the steps that it makes: one, or those of all timers that fire in an `advance`.
  struct Step {
    /// The lines before it that change the settings.
    let settings: [String]

    let line: String

    /// The step before.
    let before: Entry

    /// The steps that it makes, in order; at least one.
    let entries: [Entry]

    /// The last step that it makes.
    var entry: Entry { entries[entries.count - 1] }
  }

  /// The lines before the first step.
  let preamble: [String]

  /// The settings and the seed at the beginning.
  let start: Entry

  private(set) var steps: [Step] = []

  /// Creates the script of a session.
  ///
  /// What was typed is run again on the catalogue. Where it does not make the same steps, as an answer over HTTP
  /// or a command that was left in its middle, the lines say what happened.
  ///
  /// - Complexity: O(*n*) in the steps and in the rows of their pages.
  init(_ session: Session) {
    let entries = session.entries[...session.position]
    let play = Interpreter(
      settings: Settings(of: entries[0].machine), source: CatalogueSource(),
      output: Output(Painter(), write: { _ in }))
    play.author = .journal()
    play.session = Session(
      feed: entries[0].machine, seed: entries[0].state.feed.seed, server: entries[0].state.server)
    start = play.session.now
    var settings = Settings(of: start.machine)
    settings.seed = start.state.feed.seed
    var preamble = settings.lines(since: Settings())
    if let row = start.state.server?.start, row > 0 { preamble.append("server from \(row)") }
    self.preamble = preamble
    let mask = Mask()
    var index = 1
    while index < entries.count {
      let entry = entries[index]
      let group = entries[index...].prefix { entry.number == $0.number || $0.isContinued }
      let events = group.map { mask.event($0.event) }
      // The catalogue is not asked for what another server has answered.
      let ticket = events.count == 1 ? events[0].action?.answeredTicket : nil
      let isOfCatalogue = start.state.server != nil
      let typed = entry.typed.flatMap { isOfCatalogue || !$0.asksServer ? $0.text : nil }
      let answer = isOfCatalogue ? ticket.map { "ok \($0)" } : nil
      steps += play.steps(
        making: events, trying: [typed, answer].compactMap { $0 }, machine: entry.machine)
      index += group.count
    }
  }
}

extension Interpreter {
  /// Makes events that one command has made, and returns lines that do so: the first of `lines` that does.
  fileprivate func steps(
    making events: [Entry.Event], trying lines: [String], machine: JSONFeed
  ) -> [Script.Step] {
    let settings = Settings(of: machine).lines(since: Settings(of: session.feed))
    session.feed = machine
    let before = session.now
    for line in lines where line.isOneLine {
      let hasRun = (try? run(line)) != nil
      let entries = session.entries[(before.number + 1)...]
      if hasRun, entries.map(\.event) == events {
        return [
          Script.Step(settings: settings, line: line, before: before, entries: Array(entries))
        ]
      }
      session.forget(after: before.number)
    }
    return events.enumerated().map { index, event in
      let before = session.now
      session.make(event)
      return Script.Step(
        settings: index == 0 ? settings : [], line: event.line, before: before,
        entries: [session.now])
    }
  }
}

extension Entry {
  /// Whether the command that has made the step before has made it, too.
  fileprivate var isContinued: Bool { typed?.isContinued == true }
}

/// Masks the secrets of a session. A number tells apart those that are not the same.
private final class Mask {
  private var numbers: [String: Int] = [:]

  private func number(_ secret: String) -> Int {
    let number = numbers[secret] ?? numbers.count + 1
    numbers[secret] = number
    return number
  }

  func event(_ event: Entry.Event) -> Entry.Event {
    switch event {
    case .typed(let query): return .typed(query?.masked(number: number))
    case .action(let action):
      let mapping = FeedMapping<JSONRow, PageCursor, JSONRow, PageCursor, Never>(
        row: { $0 }, id: { $0 }, cursor: { [self] in $0.masked(number: number) })
      return .action(mapping.action(action))
    default: return event
    }
  }
}

extension Query {
  /// The query with the values masked that are secrets by their names. A number tells them apart.
  fileprivate func masked(number: (String) -> Int) -> Query {
    Query(
      uniqueKeysWithValues: map { name, value in
        (name, name.hides(value: value) ? "…#\(number(value))" : value)
      })
  }
}

extension PageCursor {
  /// The cursor with the secrets of a link masked. A number tells the masked links apart.
  fileprivate func masked(number: (String) -> Int) -> PageCursor {
    func masked(_ link: String) -> String {
      let text = link.maskingSecrets
      return text == link ? link : "\(text)#\(number(link))"
    }
    return switch self {
    case .link(let link): .link(masked(link))
    case .foreignLink(let link): .foreignLink(masked(link))
    default: self
    }
  }
}

// A script as a file of `save a.feed`.
extension Script {
  /// The text of a file whose lines make the branch again, with a check after each.
  func feedText(source: String, file: String) -> String {
    let header = [
      "# \(Self.mark) \(Version.number): \(steps.count.counted("line")), each with a check.",
      "# Source: \(source)", "# Run it: feed-repl run \(file.asShellPath)",
    ]
    let lines = steps.flatMap { $0.settings + [$0.line, $0.expectation] }
    return (header + preamble + lines).map { $0 + "\n" }.joined()
  }

  /// What the first line of every saved file says, so that `save` may write it again.
  static let mark = "Saved by feed-repl"

  /// What the name of a saved file ends with: a script, a test, a page.
  static let endings = ["feed", "swift", "html"]
}

extension Script.Step {
  /// A line that checks the fields that the step changed, and its effects.
  var expectation: String {
    guard entry.reaction.refusal == nil else { return "expect ignored == true" }
    let effects = entry.reaction.effects.map(\.text).filter(\.isOneLine)
    let changed = changedFields(from: before, to: entry, among: Self.fields)
    // A row that changed may be one between them.
    let ends = changed.first?.name == "items" && !entry.state.items.isEmpty ? Self.ends : []
    let terms = (changed.prefix(1) + ends + changed.dropFirst()).compactMap { field in
      let value = field.value(entry).operand
      return value.isOneLine ? "\(field.name) == \(value.asOperand)" : nil
    }
    let fields = terms.isEmpty ? "ignored == false" : terms.joined(separator: " and ")
    let checks = effects.map { text in
      "effect " + text.split(separator: " ").map { String($0).asWord }.joined(separator: " ")
    }
    let all = checks.isEmpty && entry.reaction.effects.isEmpty ? ["no effect"] : checks
    return ([fields] + all).map { "expect \($0)" }.joined(separator: "; ")
  }

  /// The fields from which all others follow, and the reader.
  private static let fields = Field.all.filter { $0.isShownInSteps || $0.name == "reader" }

  private static let ends = Field.all.filter { $0.name == "first" || $0.name == "last" }
}

extension FieldValue {
  /// The value as a comparison takes it: durations in seconds.
  fileprivate var operand: String {
    if case .seconds(let duration) = self { "\(duration.inSeconds)" } else { description }
  }
}

extension String {
  /// Whether the text is without line breaks and other control characters.
  var isOneLine: Bool { !unicodeScalars.contains { $0.properties.isLineBreak } }

  /// The text as the right side of a comparison. An operator in it would end an unquoted word.
  fileprivate var asOperand: String {
    let word = asWord
    return word == self && unicodeScalars.contains { "=<>!".unicodeScalars.contains($0) }
      ? quotedWord : word
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isLineBreak: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
