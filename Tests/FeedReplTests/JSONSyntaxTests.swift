import FeedHTTP
import FeedModel
import Foundation
import Testing

@testable import feed_repl
import TestWatch

@Suite(.watched) struct JSONSyntaxTests {
  @Test(
    arguments: [
      "{}", " [ ] ", "null", "-0.5e+3", #"{"a":[1,{"b":"\\\"\u00e9/"}],"c":true}"#, "10", #""é😀""#,
    ])
  func whatTheDecoderReadsHasNoFault(text: String) throws {
    _ = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    try JSONSyntax.check(text)
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
      ("{} x", "unexpected 'x' behind the end of the value", 3),
    ])
  func aFaultHasAnOffset(text: String, message: String, offset: Int) {
    #expect(throws: JSONSyntax.Fault(message: message, offset: offset)) {
      try JSONSyntax.check(text)
    }
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(
      throws: JSONSyntax.Fault(message: "lists and objects are nested too deeply", offset: 512)
    ) {
      try JSONSyntax.check(deep)
    }
  }
}
