import FeedReducer

/// Finds what the fingerprint of a model leaves out: states that count as one are compared.
///
/// Tickets are not compared, since a fingerprint has their ranks, and neither is what a feed only counts.
/// Of the first states each is compared with a few that follow: what is left out differs soon.
struct MergedStates<M: Model> {
  /// The fields in which states differ that count as one, in the order in which they were found.
  private(set) var fields: [String] = []

  private let model: M
  private var kept: [Held<M.State>] = []
  private var comparisons: [Int] = []

  private static var keptStates: Int { 1_000 }
  private static var comparisonsOfState: Int { 16 }

  init(in model: M) {
    self.model = model
  }

  /// Keeps a new state. They are numbered in the order in which they come.
  mutating func keep(_ state: Held<M.State>) {
    guard kept.count < Self.keptStates else { return }
    kept.append(state)
    comparisons.append(0)
  }

  /// Compares a state with the one that counts as the same.
  mutating func compare(_ state: M.State, withNumber index: Int) {
    guard index < kept.count, comparisons[index] < Self.comparisonsOfState else { return }
    let (one, other) = (kept[index].state as Any, state as Any)
    if FieldDifference.isEqual(one, to: other) { return }
    comparisons[index] += 1
    let field = MergedStateField.path(one, other, isLeftOut: model.leavesOut)
    if let field, !fields.contains(field) { fields.append(field) }
  }
}

/// A value of which some properties are of no account when states are compared.
private protocol HasBookkeeping {
  static var bookkeeping: Set<String> { get }
}

extension Feed.Fields: HasBookkeeping {
  /// A fingerprint of a feed only has whether there was a first page.
  static var bookkeeping: Set<String> { ["generation", "identity"] }
}

extension FeedFailure: HasBookkeeping {
  /// Nothing follows from these.
  static var bookkeeping: Set<String> {
    ["message", "url", "retryAfter", "attempts", "excerpt", "subject"]
  }
}

/// A value that is compared as another one.
private protocol ComparedOtherwise {
  var compared: Any { get }
}

extension FeedWork: ComparedOtherwise {
  private struct Effects {
    let inFlight: [Feed<Item, Cursor>.Effect]
    let ended: [Feed<Item, Cursor>.Effect]
  }

  /// The delay of a timer is chance, and decides nothing.
  var compared: Any {
    func untimed(_ effect: Feed<Item, Cursor>.Effect) -> Feed<Item, Cursor>.Effect {
      if case .schedule(let ticket, _) = effect {
        .schedule(ticket: ticket, after: .zero)
      } else {
        effect
      }
    }
    return Effects(inFlight: inFlight.map(untimed), ended: ended.map(untimed))
  }
}

private enum MergedStateField {
  /// The path of the first property in which two values differ by more than tickets, and that is not left
  /// out on purpose; nil if there is none.
  static func path(
    _ one: Any, _ other: Any, at path: String = "", isLeftOut: (String) -> Bool = { _ in false }
  ) -> String? {
    let (one, other) = (plain(one), plain(other))
    if one is Ticket, other is Ticket { return nil }
    if FieldDifference.isEqual(one, to: other) || isLeftOut(path) { return nil }
    let (left, right) = (Mirror(reflecting: one), Mirror(reflecting: other))
    let name = path.isEmpty ? "the state" : path
    guard type(of: one) == type(of: other), left.children.count == right.children.count,
      !left.children.isEmpty
    else { return name }
    switch left.displayStyle {
    case .struct, .class:
      let ignored = (type(of: one) as? any HasBookkeeping.Type)?.bookkeeping ?? []
      for (child, twin) in zip(left.children, right.children) {
        guard let label = child.label, !ignored.contains(label) else { continue }
        let path = path.joined(label)
        if let found = Self.path(child.value, twin.value, at: path, isLeftOut: isLeftOut) {
          return found
        }
      }
      return nil
    case .dictionary:
      return isEqual(byTicket: left, right) || isEqual(byKey: left, right) ? nil : name
    case .set: return left.children.allSatisfy { $0.value is Ticket } ? nil : name
    case .collection, .tuple, .enum:
      let isSameCase =
        left.displayStyle != .enum || left.children.map(\.label) == right.children.map(\.label)
      let isSame =
        isSameCase
        && zip(left.children, right.children).allSatisfy { Self.path($0.value, $1.value) == nil }
      return isSame ? nil : name
    default: return name
    }
  }

  private static func plain(_ value: Any) -> Any {
    FieldDifference.unwrapped((value as? any ComparedOtherwise)?.compared ?? value)
  }

  /// The keys and values of a dictionary.
  private static func pairs(of mirror: Mirror) -> [[Any]] {
    mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }
  }

  /// Whether two dictionaries have the same values for the same keys.
  private static func isEqual(byKey left: Mirror, _ right: Mirror) -> Bool {
    func values(_ mirror: Mirror) -> [String: Any] {
      Dictionary(
        pairs(of: mirror).map { (ValueText.of($0[0], limit: .max), $0[1]) },
        uniquingKeysWith: { $1 })
    }
    let (one, other) = (values(left), values(right))
    return one.count == other.count
      && one.allSatisfy { key, value in other[key].map { path(value, $0) == nil } ?? false }
  }

  /// Whether two dictionaries, whose keys are tickets, have equal values in the order of the tickets.
  private static func isEqual(byTicket left: Mirror, _ right: Mirror) -> Bool {
    func values(_ mirror: Mirror) -> [Any] {
      pairs(of: mirror).compactMap { pair in (pair[0] as? Ticket).map { ($0, pair[1]) } }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    let (one, other) = (values(left), values(right))
    return one.count == left.children.count && one.count == other.count
      && zip(one, other).allSatisfy { path($0, $1) == nil }
  }
}
