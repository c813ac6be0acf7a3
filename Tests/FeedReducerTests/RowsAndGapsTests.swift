import FeedReducer
import Testing
import TestWatch

/// The collection of both rows and gaps.
@Suite("Rows and gaps", .watched)
struct RowsAndGapsTests {
  private typealias Both = RowsAndGaps<Row, String>

  /// Rows and gaps of a text such as `ab|c`; the gaps are numbered from `first` on.
  private static func both(_ text: String, first: Int = 1, load: LoadState = .idle) -> Both {
    var rows: [Row] = []
    var gaps: [Letters.Gap] = []
    for letter in text {
      if letter == "|" {
        let id = Ticket(rawValue: first + gaps.count)
        gaps.append(.init(id: id, index: rows.count, load: load))
      } else {
        rows.append(Row(String(letter)))
      }
    }
    return Both(items: ItemList(rows), gaps: gaps)
  }

  private static func text(_ elements: some Sequence<Both.Element>) -> String {
    elements.map { if case .row(let row) = $0 { row.id } else { "|" } }.joined()
  }

  @Test(arguments: ["", "abc", "a|bc", "|abc", "abc|", "a|b|c", "ab|cd|e"])
  func eachStandsInItsPlace(text: String) {
    let both = Self.both(text)
    #expect(both.count == text.count)
    #expect(Self.text(both) == text)
    for index in both.items.indices {
      #expect(both[both.position(ofItem: index)] == .row(both.items[index]))
    }
    #expect(Set(both.map(\.id)).count == both.count)
  }

  @Test func whatIsVisibleIsToldInRows() {
    let both = Self.both("ab|cd|e")
    #expect(both.itemIndices(in: 0..<2) == 0..<2)
    #expect(both.itemIndices(in: 1..<4) == 1..<3)
    #expect(both.itemIndices(in: 2..<3).isEmpty)
    #expect(both.itemIndices(in: 3..<99) == 2..<5)
  }

  @Test func aLoadThatChangesReplacesTheGap() {
    let (old, new) = (Self.both("ab|c"), Self.both("ab|c", load: .loading(ticket: 4, attempt: 0)))
    let splice = new.splices(from: old).first
    #expect(splice?.index == 2)
    #expect(splice?.removed == 1)
    #expect(splice?.inserted == 1)
    #expect(old.splices(from: old) == [])
  }

  /// What a view has that is told of the splices is the new collection.
  @Test(arguments: UInt64(1)...300) func splicesLeadFromOneToTheOther(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func some() -> Both {
      var letters = Array("abcdefgh").filter { _ in Bool.random(using: &random) }
      if Bool.random(using: &random) { letters.shuffle(using: &random) }
      var text = ""
      for letter in letters {
        if Int.random(in: 0..<4, using: &random) == 0 { text += "|" }
        text.append(letter)
      }
      return Self.both(text, first: Int.random(in: 1...3, using: &random))
    }
    let (old, new) = (some(), some())
    var shown = Array(old)
    for splice in new.splices(from: old) {
      let added = new[splice.index..<splice.index + splice.inserted]
      shown.replaceSubrange(splice.index..<splice.index + splice.removed, with: added)
    }
    #expect(shown.map(\.id) == new.map(\.id), "\(Self.text(old)) to \(Self.text(new))")
  }
}
