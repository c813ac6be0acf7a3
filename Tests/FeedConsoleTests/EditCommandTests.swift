import FeedHTTP
import FeedReducer
import Testing

@testable import FeedConsole
import TestWatch

/// Edits as words, and what the server makes of them.
@Suite(.watched) struct EditCommandTests {
  private static func row(_ id: JSONRow.ID, _ name: String) -> JSONRow {
    JSONRow(id: id, title: name, value: ["name": .string(name)])
  }

  @Test(
    arguments: [
      ("insert Ada", .insert(item: row("new-2", "Ada"), before: "1")),
      ("insert \"Ada Lovelace\" at 2", .insert(item: row("new-2", "Ada Lovelace"), before: "3")),
      ("insert Ada Lovelace at 10", .insert(item: row("new-2", "Ada Lovelace"), before: nil)),
      ("insert {\"name\":\"Ada\"} at 1", .insert(item: row("new-2", "Ada"), before: "2")),
      (
        "insert {\"id\":7000,\"title\":\"T\",\"value\":3}",
        .insert(item: JSONRow(id: "7000", title: "T", value: 3), before: "1")
      ),
      (
        "insert {\"age\":1,\"home\":{}}; update 4 name=Anakin age=45 home.planet=\"7\"",
        .update(
          item: JSONRow(
            id: "4", title: "Anakin",
            value: ["number": 4, "name": "Anakin", "age": 45, "home": ["planet": "7"]]))
      ),
      (
        "update @0 title=Luke number=[1,{}]",
        .update(
          item: JSONRow(id: "1", title: "Luke", value: ["number": [1, [:]], "name": "Luke"]))
      ),
      ("remove 4", .remove(id: "4")), ("remove @9", .remove(id: "10")),
      ("remove id=4", .remove(id: "4")),
    ] as [(String, JSONFeed.Change)])
  func aCommandSendsAnEdit(line: String, change: JSONFeed.Change) throws {
    let transcript = Transcript()
    try transcript.run("start; ok; \(line)")
    #expect(transcript.interpreter.session.now.event == .action(.edit(change: change)))
  }

  @Test(
    arguments: [
      ("remove 4; fail 2 403; editRetried", .editRetried(id: "4")),
      ("remove 4; fail 2 403; resend 4", .editRetried(id: "4")),
      ("remove 4; fail 2 403; dismiss", .editDismissed(id: "4")),
      ("remove 4; fail 2 403; editDismissed id=4", .editDismissed(id: "4")),
      ("remove 4; editCommitted", .editCommitted(ticket: 2, item: nil)),
      (
        "remove 4; editCommitted 2 item={\"id\":\"4\",\"value\":1}",
        .editCommitted(ticket: 2, item: JSONRow(id: "4", value: 1))
      ),
      (
        "remove 4; editFailed 2 timeout",
        .editFailed(
          ticket: 2,
          failure: FeedFailure(
            .timeout, message: "no answer came in time; try again", isRetryable: true))
      ),
      ("remove 4; drop 2", .cancelled(ticket: 2)),
      ("remove 4; late 1", nil), ("remove 4; settle", .editCommitted(ticket: 2, item: nil)),
    ] as [(String, JSONFeed.Action?)])
  func aCommandAnswersAnEdit(line: String, action: JSONFeed.Action?) throws {
    let transcript = Transcript()
    try transcript.run("start; ok; \(line)")
    guard let action else { return }
    #expect(transcript.interpreter.session.now.event == .action(action))
    #expect(transcript.interpreter.session.now.reaction.refusal == nil)
  }

  @Test(
    arguments: [
      ("insert", "8: a title, or a row in JSON is missing; usage: insert TITLE | ROW [at N]"),
      (
        "start; ok; insert A at 11",
        "24: '11' is not an index from 0 to 10; usage: insert TITLE | ROW [at N]"
      ),
      ("start; ok; insert {} x", "22: unexpected 'x'; usage: insert TITLE | ROW [at N]"),
      ("remove", "1: the ID of a row, or @N is missing; usage: remove ID"),
      ("remove @0", "8: '@0' is not a row; there are none; usage: remove ID"),
      (
        "start; ok; remove @10", "19: '@10' is not a row; there are @0 to @9; usage: remove ID"
      ),
      (
        "start; ok; update 99 name=x",
        "19: no row of the list has the id '99'; 'items' shows the rows, @0 is the first"
      ),
      (
        "start; ok; update 4",
        "12: a field with its value, like name=Ada is missing; usage: update ID FIELD=VALUE..."
      ),
      (
        "start; ok; update 4 name",
        "21: 'name' is not FIELD=VALUE, like name=Ada; usage: update ID FIELD=VALUE..."
      ),
      (
        "start; ok; update 4 name.x=1",
        "21: 'name.x=1' is not a field of this row; 'state items.0' shows those of the first; "
          + "usage: update ID FIELD=VALUE..."
      ),
      ("start; ok; update 4 size=5", "21: no row has the field 'size'; there are name, number"),
      ("start; ok; update 4 nam=x", "21: no row has the field 'nam' — did you mean 'name'?"),
      (
        "start; ok; update 4 id=5",
        "21: 'id=5' is not a field that can change: the id names the row; "
          + "usage: update ID FIELD=VALUE..."
      ),
    ])
  func aWrongEditSaysWhy(line: String, message: String) {
    let line = line == "insert" ? "start; \(line)" : line
    #expect(Transcript().failure(of: line) == message)
  }

  @Test func theRowsOfAnAPIAreNotEdited() {
    var settings = Settings()
    settings.isEditable = false
    for line in ["insert Ada", "update 1 name=x", "remove 1"] {
      #expect(
        Transcript(settings: settings).failure(of: line) == """
          1: this source takes no edits; the catalogue does, and FeedConsole(source, sink: …)
          """)
    }
  }

  @Test func anInsertionTakesTheIdOfTheServer() throws {
    let transcript = Transcript()
    #expect(
      try transcript.run("start; ok; insert Ada").hasSuffix(
        "  ⇒ send 2 insert new-2 Ada before 1  pending: ok 2 · fail 2 · drop 2\n"))
    #expect(try transcript.run("insert Bob; items 0..1").contains("new-3 Bob\n   1  new-2 Ada"))
    try transcript.run("ok 2; ok 3")
    #expect(try transcript.run("items 0..1") == "   0  85 Bob\n   1  84 Ada\n")
    #expect(
      transcript.interpreter.session.state.server?.rows.prefix(3).map(\.id.rawValue)
        == ["85", "84", "1"])
  }

  @Test func aCommittedEditChangesTheServer() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; update 2 name=Threepio; remove 1; auto on")
    let server = transcript.interpreter.session.state.server
    #expect(server?.rows.first?.title == "Threepio")
    #expect(server?.rows.count == 81)
    try transcript.run("auto off; undo 2")
    #expect(transcript.interpreter.session.state.server == Server())
  }

  @Test func aRefusedEditChangesNothing() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; remove 4; fail 2 refused; update 4 name=x; fail 3 403")
    #expect(transcript.interpreter.session.state.server == Server())
    #expect(try transcript.run("expect failedEdits == 2 and items contains Vader") == "holds\n")
  }

  @Test func anEditOfARowThatIsGoneIsNotFound() throws {
    let transcript = Transcript()
    try transcript.run("start; ok; remove 4; drop 2; remove @0; editCommitted 3; undo 4; remove @0")
    try transcript.run("editCommitted 2; refresh; late 2")
    #expect(
      transcript.interpreter.session.now.event
        == .action(.editFailed(ticket: 2, failure: FailureReason.http(404))))
  }

  /// What is dropped without an answer is named beside the cancel of its request, or by itself.
  @Test(arguments: [
    ("remove 4", "stopped", "  ⇒ cancel 2 (removal of 4 is given up)\n"),
    ("insert Ada", "stopped", "  ⇒ cancel 2 (insertion of new-2 Ada is given up)\n"),
    (
      "set retry 1; update 4 name=Ada; fail 2 503", "stopped",
      "  ⇒ cancel 3\n  ⇒ drop 2 (update of 4 Ada is given up)\n"
    ),
    ("remove 4; fail 2 403", "stopped", "  ⇒ drop 2 (removal of 4 is given up)\n"),
    ("query name=le; remove 4", "stopped", "  ⇒ cancel 3 (removal of 4 is given up)\n"),
    ("remove 4", "choices", "  stopped      cancel 2 (removal of 4 is given up)\n"),
    ("remove 4", "why stopped", "⇒ cancel 2 (removal of 4 is given up)\n"),
  ])
  func anEditThatIsGivenUpIsNamed(before: String, line: String, end: String) throws {
    let transcript = Transcript()
    try transcript.run("start; ok; \(before)")
    let shown = try transcript.run(line)
    #expect(shown.contains(end), "\(shown)")
    #expect(!shown.contains("drop 2 remove"), "\(shown)")
  }

  @Test func aFailedEditIsAmongTheChoices() throws {
    let transcript = Transcript()
    let choices = try transcript.run("start; ok; remove 4; fail 2 403; choices")
    #expect(choices.contains("  resend "))
    #expect(choices.contains("  dismiss "))
    #expect(try transcript.run("remove 5; choices").contains("  drop 3 "))
  }

  @Test(
    arguments: [
      ("[3] edit(remove 4)", "remove 4"),
      ("[4] editCommitted(ticket: 2)", "ok 2"),
      ("[4] editCommitted(ticket: 2, item: 4 Ada)", "ok 2"),
      ("[4] editCommitted(ticket: 2)  ignored: no such", "late 2"),
      ("[4] editFailed(ticket: 2, http 403: the server answered 403 Forbidden)", "fail 2 403"),
      ("  3 of 10 rows were here already: the pages have shifted; +7", ""),
      ("  1 row of the server is missing between rows 8 and 9: 11 Anakin", ""),
      ("  82 rows, down", ""), ("  the list has 20 rows", ""),
      ("[5] editRetried(id: 4)", "editRetried(id: 4)"),
    ]) func aStepOfAnEditRunsAgain(text: String, line: String) throws
  {
    #expect(try Pasted.line(text) == line)
  }
}
