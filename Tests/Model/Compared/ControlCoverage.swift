import FeedReducer

/// Which control states a comparison has seen, with which actions.
package struct ControlCoverage {
  /// For each pair of values of two parts, the kinds of action that it has met, as bits.
  private var actions: [UInt32]

  /// Which combinations of the three loads with the network were seen.
  private var loads: [Bool]

  /// The combinations of the loads, the network and what leads on to rare states.
  private var ways: Set<Int> = []

  /// The index of the first pair of two parts, by the parts.
  private let offsets: [[Int]]

  private static let sizes = FeedControl.Part.allCases.map(\.values.count)
  private static let loadParts: [FeedControl.Part] = [.refresh, .append, .prepend, .network]

  package init() {
    var (next, offsets) = (0, [[Int]]())
    for one in Self.sizes.indices {
      offsets.append([])
      for other in 0..<one {
        offsets[one].append(next)
        next += Self.sizes[one] * Self.sizes[other]
      }
    }
    self.offsets = offsets
    actions = Array(repeating: 0, count: next)
    loads = Array(repeating: false, count: Self.loadParts.reduce(1) { $0 * $1.values.count })
  }

  private func pair(of one: Int, and other: Int, at value: Int, and otherValue: Int) -> Int {
    offsets[one][other] + value * Self.sizes[other] + otherValue
  }

  private static func load(_ values: [Int]) -> Int {
    zip(loadParts, values).reduce(0) { $0 * $1.0.values.count + $1.1 }
  }

  /// Notes a state, and whether its loads or a pair of its values are new.
  mutating func note(_ control: FeedControl) -> Bool {
    let load = Self.load(Self.loadParts.map { control[$0] })
    defer { loads[load] = true }
    let way = load << 4 + control[.dropped] << 2 + control[.cursor] << 1 + control[.pause]
    return ways.insert(way).inserted || !loads[load] || hasNewPair(control)
  }

  private func hasNewPair(_ control: FeedControl) -> Bool {
    for one in Self.sizes.indices {
      for other in 0..<one
      where actions[pair(of: one, and: other, at: control.values[one], and: control.values[other])]
        == 0
      {
        return true
      }
    }
    return false
  }

  /// Notes that an action meets a state.
  mutating func note(action: Int, at control: FeedControl) {
    for one in Self.sizes.indices {
      for other in 0..<one {
        actions[pair(of: one, and: other, at: control.values[one], and: control.values[other])] |=
          1 << action
      }
    }
  }

  /// The kinds of action that some pair of values in a state has not met, as bits.
  func missing(at control: FeedControl, of all: UInt32) -> UInt32 {
    var met = all
    for one in Self.sizes.indices {
      for other in 0..<one {
        met &=
          actions[pair(of: one, and: other, at: control.values[one], and: control.values[other])]
      }
    }
    return all & ~met
  }
}

// MARK: - What is to be told

extension ControlCoverage {
  /// A count of what can be reached and what was seen, with what differs.
  package struct Report {
    /// How many there are in all, how many of them are named as unreachable, and how many were seen.
    package internal(set) var all = 0
    package internal(set) var unreachable = 0
    package internal(set) var seen = 0

    /// What can be reached, by what is said, and was not seen.
    package internal(set) var missed: [String] = []

    /// What was seen and is said to be unreachable.
    package internal(set) var impossible: [String] = []

    mutating func add(_ name: @autoclosure () -> String, isSeen: Bool, isUnreachable: Bool) {
      all += 1
      if isSeen { seen += 1 }
      if isUnreachable { unreachable += 1 }
      if isSeen, isUnreachable { impossible.append(name()) }
      if !isSeen, !isUnreachable { missed.append(name()) }
    }
  }

  /// Whether everything was visited that can be.
  package var isComplete: Bool { pairs.missed.isEmpty && combinations.missed.isEmpty }

  /// Each pair of values of two parts with each kind of action.
  package var pairs: Report {
    var report = Report()
    let kinds = ComparedFeed.Kind.actions
    for one in FeedControl.Part.allCases {
      for other in FeedControl.Part.allCases where other.rawValue < one.rawValue {
        for (value, name) in one.values.enumerated() {
          for (otherValue, otherName) in other.values.enumerated() {
            let seen = actions[
              pair(of: one.rawValue, and: other.rawValue, at: value, and: otherValue)]
            let isUnreachable = FeedControl.isUnreachable([(one, name), (other, otherName)])
            for (bit, kind) in kinds.enumerated() {
              report.add(
                "\(other) \(otherName), \(one) \(name): \(kind)", isSeen: seen & 1 << bit != 0,
                isUnreachable: isUnreachable)
            }
          }
        }
      }
    }
    return report
  }

  /// Each combination of the three loads with the network.
  package var combinations: Report {
    var report = Report()
    let parts = Self.loadParts
    func add(_ values: [Int]) {
      guard values.count < parts.count else {
        let named = zip(parts, values).map { ($0, $0.values[$1]) }
        return report.add(
          named.map { "\($0) \($1)" }.joined(separator: ", "), isSeen: loads[Self.load(values)],
          isUnreachable: FeedControl.isUnreachable(named))
      }
      for value in parts[values.count].values.indices { add(values + [value]) }
    }
    add([])
    return report
  }
}

extension FeedControl {
  /// Whether values of parts never meet, by ``unreachable``.
  static func isUnreachable(_ values: [(part: Part, value: String)]) -> Bool {
    unreachable.contains { entry in
      [entry.one, entry.other].allSatisfy { side in
        values.contains { $0.part == side.part && side.values.contains($0.value) }
      }
    }
  }
}

extension ComparedFeed.Kind {
  /// The kinds of step that send an action.
  package static let actions = allCases.filter { $0 != .restart }

  /// The index among ``actions``; nil for a restart.
  var actionIndex: Int? { Self.indices[self] }

  private static let indices = Dictionary(
    uniqueKeysWithValues: actions.enumerated().map { ($1, $0) })

  static let allActions = UInt32(1) << UInt32(actions.count) - 1
}
