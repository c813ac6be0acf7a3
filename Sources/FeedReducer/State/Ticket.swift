/// The number of a request, a timer or an edit.
///
/// Tickets of one feed only grow and are never given twice, so an answer can always be told from
/// the answer to an older request of the same kind.
public struct Ticket: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number itself.
  public let rawValue: Int

  /// Creates the ticket with the given number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` was given before `rhs`.
  public static func < (lhs: Ticket, rhs: Ticket) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension Ticket: ExpressibleByIntegerLiteral {
  /// Creates the ticket with the given number.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}

extension Ticket: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }
}

#if !hasFeature(Embedded)
  extension Ticket: Codable {}
#endif
