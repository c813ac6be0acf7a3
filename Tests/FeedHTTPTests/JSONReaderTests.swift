import Foundation
import TestWatch
import Testing

@testable import FeedHTTP

@Suite("JSONReader", .watched)
struct JSONReaderTests {
  private func check(_ text: String) throws(JSONReader.Fault) {
    var reader = JSONReader(Array(text.utf8))
    try reader.check()
  }

  @Test(
    arguments: [
      "{}", " [ ] ", "null", "-0.5e+3", #"{"a":[1,{"b":"\\\"\u00e9/"}],"c":true}"#, "10", #""é😀""#,
      "1.0", "1e3", "-0.0", "1E-2", "9223372036854775807", "9223372036854775808",
      "-9223372036854775809",
      "0.1", "1e30", #""\ud83d\ude00\u0041""#, #""a\/b\n\t\r\f\b""#, #"{"a":{"b":[[],{}]},"":""}"#,
      #"{"é":"\u00e9","long":"\u0000"}"#,
    ])
  func itReadsWhatTheDecoderReads(text: String) throws {
    let decoded = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    var reader = JSONReader(Array(text.utf8))
    #expect(try reader.document() == decoded)
    try check(text)
  }

  @Test(
    arguments: [
      ("", "expected a value, found the end", 0),
      ("{1:2}", "expected a key in double quotes, found '1:2}'", 1),
      (#"{"a" 1}"#, "expected ':', found '1}'", 5),
      (#"{"a":1,}"#, "expected a key in double quotes, found '}'", 7),
      ("[1 2]", "expected ',' or ']', found '2]'", 3),
      ("[1,]", "expected a value, found ']'", 3),
      ("[tru]", "expected a value, found 'tru]'", 1),
      ("1.", "expected a digit, found the end", 2),
      ("01", "unexpected '1' behind the end of the value", 1),
      (#""a"#, "expected a double quote, found the end", 2),
      ("\"\t\"", "expected no control character in a text, found '\t\"'", 1),
      (#""\x""#, #"expected one of "\/bfnrtu behind a backslash, found 'x"'"#, 2),
      (#""\u12g4""#, #"expected four hexadecimal digits, found 'g4"'"#, 5),
      (#""\ud800""#, "half of a surrogate pair", 7), (#""\udc00""#, "half of a surrogate pair", 7),
      ("{} x", "unexpected 'x' behind the end of the value", 3),
    ])
  func aFaultHasAnOffset(text: String, message: String, offset: Int) {
    #expect(throws: JSONReader.Fault(cause: .syntax(message), offset: offset)) {
      try check(text)
    }
  }

  /// `Double` would make one number of the first two, and a whole one of the last two.
  @Test(
    arguments: [
      ("9007199254740993e0", .integer(9_007_199_254_740_993)),
      ("90071992547409930E-1", .integer(9_007_199_254_740_993)),
      ("123456789012345678e1", .integer(1_234_567_890_123_456_780)),
      ("-0.00e9", .integer(0)), ("1.50e+1", .integer(15)),
      ("-9223372036854775808.0", .integer(.min)),
      ("0.0000000000000000001e19", .integer(1)), ("1e-99999999999999999999", .number(0)),
      ("10000000000000000000e-1", .integer(1_000_000_000_000_000_000)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("9007199254740992.5", .number(9_007_199_254_740_992)),
      ("1.0000000000000000000001", .number(1)),
    ] as [(String, JSONValue)])
  func wholeNumbersAreExact(text: String, value: JSONValue) throws {
    var reader = JSONReader(Array(text.utf8))
    #expect(try reader.document() == value)
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(
      throws: JSONReader.Fault(cause: .depth, offset: 512)
    ) {
      try check(deep)
    }
  }

  @Test(
    arguments: [
      ("a", "{\"b\": [null, null]}"), ("a.b[1]", "2"), ("a.b.0", "1"), ("a.b[2]", nil),
      ("a.c", nil),
      ("d", "\"é\""), ("", nil), ("a.b[0].x", nil),
    ] as [(JSONPath, String?)])
  func aValueIsFoundBeforeTheTextBreaksOff(path: JSONPath, value: String?) throws {
    let reader = JSONReader(
      Array(#"{"x": [[], {"a": 0}], "a": {"b": [1, 2]}, "d": "é", "e": [tr"#.utf8))
    let expected = try value.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    #expect(reader.found(at: path) == expected)
  }
}
