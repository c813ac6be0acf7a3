import Foundation

/// What a header field is made of (RFC 9110, section 5).
extension Collection<UInt8> {
  /// Whether this may be the name of a field: a token.
  ///
  /// Names are keys, and hashing a text with many combining marks takes quadratic time.
  var isFieldName: Bool { !isEmpty && allSatisfy(\.isTokenByte) }

  /// Whether this may be the value of a field: no control characters but the tab.
  var isFieldValue: Bool { allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }

  /// Whether there are only spaces and tabs in it. As the value of a field that is an empty one, and
  /// libcurl would leave the field out.
  var isBlankField: Bool { allSatisfy(\.isSpaceOrTab) }
}

extension UInt8 {
  var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var isTokenByte: Bool {
    isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}

extension String {
  /// Whether this is the name of a field that makes a request conditional.
  var isCondition: Bool { lowercased().hasPrefix("if-") }
}

extension String {
  /// The value of `Authorization` for a user name and a password, `NAME:PASSWORD` (RFC 7617).
  package var basicCredentials: String { "Basic \(Data(utf8).base64EncodedString())" }
}
