/// What a query can have as a value: a text, a number, true or false, a list of them, any JSON.
///
/// An enum with a raw value of these types needs no code: `extension State: QueryValue {}`.
public protocol QueryValue {
  /// The value as JSON. In a URL and in a header field it is sent as text, without quotes.
  var queryValue: JSONValue { get }
}

extension String: QueryValue {
  /// The text.
  public var queryValue: JSONValue { .string(self) }
}

extension Substring: QueryValue {
  /// The text.
  public var queryValue: JSONValue { .string(String(self)) }
}

extension Int: QueryValue {
  /// The number.
  public var queryValue: JSONValue { .integer(self) }
}

extension Double: QueryValue {
  /// The number. One that is not finite can't be sent.
  public var queryValue: JSONValue { .number(self) }
}

extension Bool: QueryValue {
  /// `true` or `false`.
  public var queryValue: JSONValue { .bool(self) }
}

extension Array: QueryValue where Element: QueryValue {
  /// A list. As a parameter of a URL it is the parameter once for each element, and no parameter
  /// without elements. A header field and a part of a path take none.
  public var queryValue: JSONValue { .array(map(\.queryValue)) }
}

extension JSONValue: QueryValue {
  /// The value itself. In a URL and in a header field null is an empty text.
  public var queryValue: JSONValue { self }
}

extension RawRepresentable where Self: QueryValue, RawValue: QueryValue {
  /// The raw value.
  public var queryValue: JSONValue { rawValue.queryValue }
}

extension HTTPRequest {
  /// Returns the request with values in its places, such as the words of a search.
  ///
  /// ```swift
  /// let request = HTTPRequest.get(url).asking(for: ["q": "c++ & c#", "language": nil])
  /// try request.curl(size: 20)
  /// // curl -sSg 'https://example.org/search?q=c%2B%2B%20%26%20c%23' -H 'Accept: application/json'
  /// ```
  ///
  /// A text arrives as it is, whatever is in it: in a URL all but letters, digits and `-._~` is
  /// percent-encoded. A value replaces the one that the request has in its place. A cursor that is
  /// a link has the parameters and the path already, so they are not set again.
  ///
  /// Two kinds of text can't be sent, and ``urlRequest(for:size:)`` says so: a control character in
  /// a header field, and `.` or `..` between the slashes of a part of the path. A header field has
  /// its text as UTF-8, and loses spaces at its ends.
  ///
  /// - Parameter values: The values by the names of their places, named as for ``pageName``: `q`,
  ///   `filter.text` in a body, `header:X-Query`, `path:repos` for the part of the path after
  ///   `repos`, or a variable of a GraphQL query. Nil leaves the place as the request has it.
  /// - Returns: The request for the first page of what is asked for.
  /// - Complexity: O(*n*) in the values.
  public func asking(for values: [String: (any QueryValue)?]) -> Self {
    var request = self
    for (name, value) in values {
      if let value { request.query[name] = value.queryValue }
    }
    return request
  }
}
