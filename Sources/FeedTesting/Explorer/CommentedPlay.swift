import FeedReducer

/// A run of a model as lines of a script, with comments about its states.
struct CommentedPlay<M: Model> {
  /// The lines so far.
  var lines: [String] = []

  private let model: M
  private var state: M.State

  /// Begins in the initial state, without lines.
  init(_ model: M) {
    self.model = model
    state = model.start
  }

  /// Makes the steps. Each adds its line, and then why it was ignored and what it changed.
  mutating func make(_ steps: [M.Step]) {
    for step in steps {
      lines.append(model.line(for: step, at: state))
      let before = model.fields(of: state)
      let reaction = model.make(step, at: &state)?.reaction
      let happened = TesterProblem.Happened(
        refusal: reaction?.refusal.map { ValueText.of($0) },
        changes: FieldDifference.changes(from: before, to: model.fields(of: state)))
      comment(TesterProblem.aligned(happened.rows))
    }
  }

  /// Adds all fields of the present state; of many fields those that are not empty.
  mutating func showState() {
    var fields = FieldDifference.fields(of: model.fields(of: state))
    if fields.count > Self.shownFields {
      fields = fields.filter { !Self.emptyTexts.contains($0.text) }
    }
    comment(TesterProblem.aligned(fields))
  }

  /// How many fields are shown although they are empty.
  private static var shownFields: Int { 20 }

  private static var emptyTexts: Set<String> { ["nil", "[]", "[:]", ".idle", "0", "false"] }

  /// Adds comments. The description of a value may have several lines.
  private mutating func comment(_ texts: [String]) {
    for line in texts.flatMap({ $0.split(separator: "\n") }) { lines.append("#   \(line)") }
  }
}
