import FeedReducer
import FeedSpec

/// A server whose rows the user and others change. It knows which value of a row came after which.
///
/// No value is given twice, so a value tells which version of its row it is.
struct WorldServer: Sendable {
  /// The rows, in the server's order, each with the number of its place.
  private(set) var rows: [(row: ModelRow, place: Int)] = (0..<7).map {
    (ModelRow(id: $0, value: $0), $0 * 1_000)
  }

  /// When each value came, by the value; those that never were on the server are missing.
  private(set) var versions = Dictionary(uniqueKeysWithValues: (0..<7).map { ($0, 0) })

  /// What the server answered to each edit that it applied, by the edit's ticket: a repeated one is known.
  private var answers: [Ticket: ModelRow?] = [:]

  func hasApplied(_ ticket: Ticket) -> Bool { answers[ticket] != nil }

  private var lastValue = 100
  private var lastID = 100
  private var time = 0

  /// A value that no row has had.
  mutating func newValue() -> Int {
    lastValue += 1
    return lastValue
  }

  /// The rows that a query finds: the first one all, the others every second or third row.
  func found(by query: Int) -> [ModelRow] { all(foundBy: query).map(\.row) }

  private func all(foundBy query: Int) -> [(row: ModelRow, place: Int)] {
    rows.filter { query < 2 || $0.row.id % query == 0 }
  }

  /// The page at a position, as it is now. A cursor is the place of the last row before it.
  func page(for request: ModelFeed.Request, query: Int) -> ModelFeed.Page {
    let first = request.position.cursor ?? .min
    let rest = all(foundBy: query).drop { $0.place <= first }
    let page = rest.prefix(request.size)
    return .init(
      items: page.map(\.row), next: rest.count > page.count ? page.last?.place : nil)
  }

  func has(_ id: Int) -> Bool { index(of: id) != nil }

  private func index(of id: Int) -> Int? { rows.firstIndex { $0.row.id == id } }

  /// The row at a place, counted around.
  func id(at index: Int) -> Int? { rows.isEmpty ? nil : rows[index % rows.count].row.id }

  // MARK: - Changes

  private mutating func set(_ value: Int, at index: Int) {
    time += 1
    versions[value] = time
    rows[index].row.value = value
  }

  /// Others change, remove or add a row.
  mutating func change(_ id: Int) {
    if let index = index(of: id) { set(newValue(), at: index) }
  }

  mutating func remove(_ id: Int) { rows.removeAll { $0.row.id == id } }

  mutating func add(isAtStart: Bool) {
    lastID += 1
    let place =
      isAtStart ? (rows.first?.place ?? 0) - 1_000 : (rows.last?.place ?? 0) + 1_000
    rows.insert((ModelRow(id: lastID), place), at: isAtStart ? 0 : rows.count)
    set(newValue(), at: isAtStart ? 0 : rows.count - 1)
  }

  /// Applies an edit once. Returns what the server answers, or nil if it refuses the edit.
  ///
  /// - Parameter namesRow: Whether the answer has the row, with a value that the server makes of the user's.
  mutating func apply(_ edit: ModelFeed.Edit, namesRow: Bool) -> ModelRow?? {
    if let answer = answers[edit.ticket] { return answer }
    let answer: ModelRow??
    switch edit.change {
    case .insert(let draft, let before): answer = insert(draft, before: before)
    case .update(let draft):
      guard let index = index(of: edit.id) else { return nil }
      let isNamed = namesRow || draft.id != edit.id
      set(isNamed ? newValue() : draft.value, at: index)
      answer = .some(isNamed ? rows[index].row : nil)
    default:
      remove(edit.id)
      answer = .some(nil)
    }
    answers[edit.ticket] = answer
    return answer
  }

  private mutating func insert(_ draft: ModelRow, before: Int?) -> ModelRow?? {
    let index = before.map { self.index(of: $0) ?? 0 } ?? rows.count
    let (last, next) = (
      index > 0 ? rows[index - 1].place : nil, index < rows.count ? rows[index].place : nil
    )
    let place: Int =
      switch (last, next) {
      case (let last?, let next?): (last + next) / 2
      case (let last?, nil): last + 1_000
      case (nil, let next?): next - 1_000
      case (nil, nil): 0
      }
    // Without room between two rows the server refuses a third.
    if place == last || place == next { return nil }
    lastID += 1
    rows.insert((ModelRow(id: lastID), place), at: index)
    set(newValue(), at: index)
    return rows[index].row
  }
}
