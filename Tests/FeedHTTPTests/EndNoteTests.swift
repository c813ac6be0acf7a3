import FeedEffects
import FeedHTTP
import FeedReducer
import TestServers
import TestWatch
import Testing

/// What a detected source tells of a list that has ended.
@Suite(.watched) struct EndNoteTests {
  struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var query = ""
    let answers: [String]
    var text: String?
    var remedy: DetectedSource.Remedy?
    var isWhole = false
  }

  static let lists = [
    List(testDescription: "all rows", answers: [#"{"total": 2, "items": [{"id": 1}, {"id": 2}]}"#]),
    List(
      testDescription: "more than came",
      answers: [#"{"total": 9, "data": [{"id": 1}], "next": null}"#],
      text: "1 of 9 rows: no next page was found"),
    List(
      testDescription: "more, and no way to them",
      answers: [#"{"has_more": true, "data": [{"key": 1}, {"key": 2}]}"#],
      text: "2 rows, and the answer says that there are more", remedy: .anotherWay),
    List(
      testDescription: "a total that is too low", query: "?page=1",
      answers: [
        #"{"total": 3, "page": 1, "items": [{"id": 1}, {"id": 2}]}"#,
        #"{"total": 3, "page": 2, "items": [{"id": 3}, {"id": 4}]}"#,
      ], text: "4 rows, but the server counts 3: there may be more", remedy: .noTotal),
    List(
      testDescription: "a later first page", query: "?page=3&per_page=2",
      answers: [
        #"{"total": 5, "page": 3, "items": [{"id": 5}]}"#,
        #"{"total": 5, "page": 4, "items": []}"#,
      ], text: "1 of 5 rows: the URL begins at page=3", isWhole: true),
    List(
      testDescription: "the last page, by its name", query: "?page=last",
      answers: [#"{"next": null, "total": 5, "items": [{"id": 5}]}"#],
      text: "1 of 5 rows: the URL begins at page=last", isWhole: true),
    List(
      testDescription: "ids that are none",
      answers: [
        #"{"next": "/2", "items": [{"name": "a", "at": 1}, {"name": "b", "at": 2}]}"#,
        #"{"next": null, "items": [{"name": "a", "at": 3}]}"#,
      ], text: "1 row had the .name of another row, but other values, and each id is kept once",
      remedy: .id(nil)),
  ]

  @Test(arguments: lists)
  func aNoteTellsWhatSpeaksAgainstTheEnd(list: List) async throws {
    let asked = Locked(0)
    try await RawServer.run { _ in
      .json(
        list.answers[
          asked.use { asked in
            defer { asked += 1 }
            return min(asked, list.answers.count - 1)
          }])
    } body: { server in
      let source = DetectedSource(.get(server.url("x\(list.query)")))
      var ids: Set<JSONRow.ID> = []
      var (position, note) = (JSONFeed.Position?.some(.start), DetectedSource.EndNote?.none)
      while let next = position {
        let kind: LoadKind = next == .start ? .refresh : .append
        let page = try await source.page(
          for: .init(ticket: 1, kind: kind, position: next, size: 20))
        ids.formUnion(page.items.map(\.id))
        note = source.note(atEnd: page, count: ids.count)
        position = page.next.map { .after(cursor: $0) }
      }
      #expect(note?.text == list.text)
      #expect(note?.remedy == list.remedy)
      #expect(note?.isWhole ?? false == list.isWhole)
    }
  }
}
