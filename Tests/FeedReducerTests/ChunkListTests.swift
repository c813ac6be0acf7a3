import FeedReducer
import Testing
import TestWatch

@Suite("ChunkList", .watched)
struct ChunkListTests {
  /// The counts around which chunks of 64 and segments of 8,192 begin and end.
  static let counts = [0, 1, 2, 63, 64, 65, 127, 128, 129, 8_191, 8_192, 8_193]

  private func expect(
    _ list: ChunkList<Int>, is model: [Int], _ what: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let isEqual = list.count == model.count && list.elementsEqual(model)
    #expect(isEqual, "\(what)", sourceLocation: location)
    #expect(list.isConsistent, "\(what)", sourceLocation: location)
    let isRead = stride(from: 0, to: model.count, by: 61).allSatisfy { list[$0] == model[$0] }
    #expect(isRead, "\(what)", sourceLocation: location)
  }

  @Test(arguments: counts) func everyOperationAtEverySizeOfThoseThatMatter(count: Int) {
    let model = Array(0..<count)
    let list = ChunkList(model)
    expect(list, is: model, "init")
    for added in Self.counts where added + count < 10_000 {
      let new = Array(-added..<0)
      var (changed, expected) = (list, model)
      changed.append(contentsOf: new)
      expected.append(contentsOf: new)
      expect(changed, is: expected, "append \(added)")
      changed.prepend(contentsOf: new)
      expected.insert(contentsOf: new, at: 0)
      expect(changed, is: expected, "prepend \(added)")
    }
    for removed in Self.counts where removed <= count {
      var (front, back) = (list, list)
      front.removeFirst(removed)
      expect(front, is: Array(model.dropFirst(removed)), "removeFirst \(removed)")
      back.removeLast(removed)
      expect(back, is: Array(model.dropLast(removed)), "removeLast \(removed)")
    }
    for index in Self.counts where index <= count { change(list, model, at: index) }
    expect(list, is: model, "the copy that was kept")
  }

  private func change(_ list: ChunkList<Int>, _ model: [Int], at index: Int) {
    var (changed, expected) = (list, model)
    changed.insert(-1, at: index)
    expected.insert(-1, at: index)
    expect(changed, is: expected, "insert at \(index)")
    let removed = changed.remove(at: index)
    #expect(removed == -1)
    expect(changed, is: model, "remove at \(index)")
  }

  @Test(arguments: UInt64(1)...8) func randomHistoriesAndTheCopiesThatWereKept(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = ChunkList<Int>()
    var model: [Int] = []
    var kept: [(ChunkList<Int>, [Int])] = []
    for step in 0..<150 {
      change(&list, &model, step, &random)
      expect(list, is: model, "seed \(seed), step \(step)")
      if step % 5 == 0 { kept.append((list, model)) }
    }
    for (older, rows) in kept {
      expect(older, is: rows, "seed \(seed)")
      #expect((older == list) == (rows == model), "seed \(seed)")
    }
    for (first, second) in zip(kept, kept.dropFirst()) {
      #expect((first.0 == second.0) == (first.1 == second.1), "seed \(seed)")
    }
  }

  private func change(
    _ list: inout ChunkList<Int>, _ model: inout [Int], _ step: Int, _ random: inout SplitMix64
  ) {
    let page = (0..<Int.random(in: 0...150, using: &random)).map { step * 1_000 + $0 }
    let part = Int.random(in: 0...min(80, model.count), using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1:
      list.append(contentsOf: page)
      model.append(contentsOf: page)
    case 2:
      list.prepend(contentsOf: page)
      model.insert(contentsOf: page, at: 0)
    case 3:
      list.removeFirst(part)
      model.removeFirst(part)
    case 4:
      list.removeLast(part)
      model.removeLast(part)
    case 5:
      for _ in 0..<part {
        let index = Int.random(in: model.indices, using: &random)
        let removed = list.remove(at: index)
        #expect(removed == model.remove(at: index))
      }
    default:
      for number in page.prefix(100) {
        let index = Int.random(in: 0...model.count, using: &random)
        list.insert(number, at: index)
        model.insert(number, at: index)
      }
    }
  }

  @Test func listsThatWereBuiltInOtherWaysAreEqual() {
    let numbers = Array(0..<10_000)
    var built = ChunkList(numbers[5_000..<5_010])
    built.prepend(contentsOf: Array(numbers[..<5_000]))
    built.append(contentsOf: Array(numbers[5_010...]))
    #expect(built == ChunkList(numbers))
    var other = ChunkList(numbers)
    other.remove(at: 7_000)
    other.insert(7_000, at: 7_000)
    #expect(other == ChunkList(numbers))
    other.remove(at: 7_000)
    other.insert(-1, at: 7_000)
    #expect(other != ChunkList(numbers))
    #expect(ChunkList<Int>() == [])
  }

  @Test func copiesChangeOnSeveralThreadsWithoutOneAnother() async {
    let numbers = Array(0..<20_000)
    let list = ChunkList(numbers)
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var (copy, model) = (list, numbers)
          for step in 0..<50 {
            copy.append(contentsOf: [step])
            model.append(step)
            copy.insert(thread, at: step * 90)
            model.insert(thread, at: step * 90)
            copy.removeFirst(1)
            model.removeFirst(1)
          }
          return copy.elementsEqual(model) && list.elementsEqual(numbers)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
