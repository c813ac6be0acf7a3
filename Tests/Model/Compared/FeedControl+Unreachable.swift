// Which values of two parts never meet, and why. The tests see that all others do meet, and these never.
extension FeedControl {
  /// Values of two parts that never meet.
  package struct Unreachable: Sendable {
    /// Why they never meet.
    package let reason: String

    /// The parts and their values.
    package let one: (part: Part, values: [String])
    package let other: (part: Part, values: [String])

    fileprivate init(
      _ reason: String, _ part: Part, _ values: [String], with other: Part, _ otherValues: [String]
    ) {
      self.reason = reason
      one = (part, values)
      self.other = (other, otherValues)
    }
  }

  /// All of them.
  package static let unreachable: [Unreachable] =
    stopped + withoutPage + besideRefresh + offline + waiting + others

  private static func all(of part: Part, but values: [String]) -> [String] {
    part.values.filter { !values.contains($0) }
  }

  private static let stopped: [Unreachable] = Part.allCases.compactMap { part in
    if part == .stop || part == .network { return nil }
    return Unreachable(
      "a stopped feed is empty and loads nothing", .stop, ["stopped"], with: part,
      Array(part.values.dropFirst()))
  }

  private static let beside = ["loading beside", "waiting beside", "offline beside"]

  private static let withoutPage: [Unreachable] =
    [
      Unreachable(
        "before the first page nothing is out of date", .rows, ["no page"], with: .refresh, beside)
    ]
    + [
      Part.append, .prepend, .cursor, .reader, .dropped,
    ].map { part in
      Unreachable(
        "before the first page there are no rows and ends", .rows, ["no page"], with: part,
        Array(part.values.dropFirst()))
    }

  private static let besideRefresh: [Unreachable] = [Part.append, .prepend].map { part in
    Unreachable(
      "a refresh that may replace the rows is alone", .refresh,
      ["loading", "waiting"], with: part, ["loading", "waiting", "offline"])
  }

  private static let offline: [Unreachable] =
    [Part.refresh, .append, .prepend, .edits].map {
      Unreachable(
        "going offline stops the timers", .network, ["offline"], with: $0,
        $0.values.filter { $0.hasPrefix("waiting") })
    }
    + [Part.refresh, .append, .prepend, .edits].map {
      Unreachable(
        "coming online loads and sends what waits", .network, ["online"], with: $0,
        $0.values.filter { $0.hasPrefix("offline") })
    }

  private static let waiting: [Unreachable] = [Part.refresh, .append, .prepend, .edits].flatMap {
    one in
    [Part.refresh, .append, .prepend, .edits].filter { $0 != one }.map { other in
      Unreachable(
        "timers run online, and what waits for the network waits offline", one,
        one.values.filter { $0.hasPrefix("waiting") }, with: other,
        other.values.filter { $0.hasPrefix("offline") })
    }
  }

  private static let others: [Unreachable] = [
    Unreachable(
      "only a refresh that is in flight is invalidated", .invalidation, ["invalidated"],
      with: .refresh, all(of: .refresh, but: ["loading", "loading beside"])),
    Unreachable(
      "what the server took is held for a request in flight", .refresh, ["waiting"], with: .edits,
      ["held"]),
    Unreachable(
      "without rows there is no reader", .rows, ["no rows"], with: .reader,
      ["near an end", "in the middle"]),
    Unreachable(
      "where the list has ended its last rows are the server's", .append, ["exhausted", "cycle"],
      with: .edits, ["last"]),
    Unreachable(
      "a new row that stands last shows", .rows, ["no rows"], with: .edits, ["last"]),
    Unreachable(
      "where a page was dropped the list has not ended", .dropped, ["after", "on both sides"],
      with: .append, ["exhausted", "cycle", "stalled"]),
    Unreachable(
      "where a page was dropped the list has not ended", .dropped, ["before", "on both sides"],
      with: .prepend, ["exhausted", "cycle", "stalled"]),
  ]
}
