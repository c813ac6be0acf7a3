import FeedEffects
import FeedHTTP
import TestWatch
import Testing

@Suite("JSONPath", .watched)
struct JSONPathTests {
  private let body: JSONValue = [
    "results": [["id": 7, "tags": ["a", "b"]], ["id": 8]], "odata.next": "x", "a[]": 1, "": 2,
    "edges": [["node": ["id": 1]], ["node": .null], ["cursor": "c"]],
    "named": ["b": ["x": 1], "a": ["x": 2]], "{}": 3, "a{b}": 4,
  ]

  @Test(
    arguments: [
      ("results.0.id", 7), ("results[0].id", 7), (".results[1].id", 8), ("results.0.tags.1", "b"),
      (#"odata\.next"#, "x"), (#"a\[\]"#, 1),
      ("results[].id", [7, 8]), ("edges[].node", [["id": 1], .null]),
      ("edges[0].node.id", 1),
      ("named{}", [["key": "a", "value": ["x": 2]], ["key": "b", "value": ["x": 1]]]),
      ("named{}.value.x", [2, 1]), ("named{}.key", ["a", "b"]), (#"\{}"#, 3), ("a{b}", 4),
    ] as [(JSONPath, JSONValue)])
  func aPathLeadsToAValue(path: JSONPath, value: JSONValue) {
    #expect(body[path] == value)
  }

  @Test(
    arguments: [
      "nothing", "results.2", "results[-1]", "results.id", "results.0.id.more", "odata.next",
      "results[99999999999999999999]", "edges.node", "edges{}", "results[0].id{}",
    ] as [JSONPath])
  func aPathThatLeadsNowhereHasNoValue(path: JSONPath) {
    #expect(body[path] == nil)
  }

  @Test(arguments: ["", ".", "..", "["])
  func anEmptyPathIsTheWholeBody(text: String) {
    #expect(body[JSONPath(text)] == body)
  }

  @Test(arguments: [
    ("data.project.issues.nodes", ".data.project.issues.nodes"), ("", "."),
    ("results[7].id", ".results[7].id"), ("0", ".0"), ("[0]", ".[0]"),
    ("edges[].node", ".edges[].node"), (#"odata\.next"#, #".odata\.next"#), ("[]", ".[]"),
    ("result.trades{}", ".result.trades{}"),
    ("{}.value", ".{}.value"), (#"a\{}"#, #".a\{}"#), ("a{b}", #".a\{b}"#),
  ])
  func aPrintedPathCanBeUsedAgain(text: String, printed: String) {
    let path = JSONPath(text)
    #expect("\(path)" == printed)
    #expect(JSONPath(printed) == path)
  }
}
