/// Where the rows of a load go.
@nonexhaustive
public enum LoadKind: String, CaseIterable, Sendable {
  /// The first page, which replaces what is there.
  case refresh

  /// The next page, at the end of the list.
  case append

  /// The previous page, at the start of the list.
  case prepend

  /// Returns the kind with this name, or nil. Names are compared byte by byte.
  public init?(rawValue: String) {
    guard let kind = Self.named(rawValue) else { return nil }
    self = kind
  }
}

extension LoadKind: CustomStringConvertible {
  /// The kind's name.
  public var description: String { rawValue }
}

#if !hasFeature(Embedded)
  extension LoadKind: Codable {}
#endif
