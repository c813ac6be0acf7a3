import FeedReducer
import Observation

/// A server in the program, which can be broken.
@MainActor @Observable final class HomeServer: HomeClient {
  /// The first five happen once, to the next answer; the last two stay until they are switched off.
  nonisolated enum Fault: String, CaseIterable, Identifiable {
    case fails = "Next page fails"
    case busy = "429, 4 s"
    case cut = "Cut"
    case empty = "Empty page"
    case refuses = "Refuse a like"
    case slow = "Slow"
    case offline = "Offline"
    var id: Self { self }
  }

  var faults: Set<Fault> = []
  private(set) var cards = (1...137).map { Card(id: "\($0)", title: "Card \($0)") }
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  func addAbove(_ number: Int) {
    let count = cards.count
    cards.insert(
      contentsOf: (0..<number).map { Card(id: "new \(count).\($0 + 1)", title: "New \($0 + 1)") },
      at: 0)
  }

  func deleteFive() { cards.removeFirst(min(5, cards.count)) }

  @MainActor func loadPage(
    after cursor: String?, size: Int
  ) async throws -> (values: [Card], info: PageInfo) {
    try await answer()
    if takes(.fails) { throw FeedFailure(.http, message: "there is no such page", status: 404) }
    if takes(.busy) {
      throw FeedFailure(
        .http, message: "too many requests", status: 429, isRetryable: true, retryAfter: .seconds(4)
      )
    }
    if takes(.cut) { throw FeedFailure(.decoding, message: "the answer ends in the middle") }
    let rest = try rows(after: cursor), page = rest.prefix(size)
    // As of a server that hides rows: the page is empty, and the list goes on behind it.
    return (
      takes(.empty) ? [] : Array(page),
      PageInfo(hasNextPage: rest.count > size, endCursor: page.last?.id)
    )
  }

  @MainActor func like(_ id: Card.ID, isLiked: Bool, key: String) async throws {
    try await answer()
    if takes(.refuses) { throw FeedFailure(.http, message: "this is not allowed", status: 403) }
    guard let index = cards.firstIndex(where: { $0.id == id }) else {
      throw FeedFailure(.http, message: "there is no such card", status: 404)
    }
    cards[index].isLiked = isLiked
  }

  /// The cards behind the one that a page ended with. If that was deleted, there is no way on.
  private func rows(after cursor: String?) throws -> ArraySlice<Card> {
    guard let cursor else { return cards[...] }
    guard let index = cards.firstIndex(where: { $0.id == cursor }) else {
      throw FeedFailure(.invalidCursor, message: "the card is gone that the next page follows")
    }
    return cards[(index + 1)...]
  }

  private func answer() async throws {
    try await clock.sleep(for: faults.contains(.slow) ? .seconds(3) : .milliseconds(350))
    if faults.contains(.offline) {
      throw FeedFailure(.offline, message: "the device is offline", isRetryable: true)
    }
  }

  /// Whether a fault was waiting for this answer; it is over then.
  private func takes(_ fault: Fault) -> Bool { faults.remove(fault) != nil }
}
