// Random steps, and one number for all that they led to: the same wherever the machine runs.
#if DIGEST
  /// Takes steps at random, answers whatever is asked for, and folds what shows after each into one number.
  @_expose(wasm, "digest") @c(digest) public func digest(_ seed: Int32, _ steps: Int32) -> Int32 {
    var walk = Walk(seed: seed)
    for _ in 0..<steps { walk.step() }
    let digest = walk.sum
    free(walk.list)
    return Int32(bitPattern: UInt32(truncatingIfNeeded: digest ^ digest >> 32))
  }

  struct Walk {
    let list: OpaquePointer
    var sum: UInt64 = 0
    var random: UInt64
    var slots: Int32 = 0

    /// What is under way: the effect, its ticket, the size of a page or the id of a row.
    var live: [(effect: Int32, ticket: Int32, more: Int32)] = []

    init(seed: Int32) {
      random = UInt64(UInt32(bitPattern: seed)) &* 0x9e37_79b9_7f4a_7c15 &+ 1
      let isMerging = seed & 1 == 0
      list = new(3 + seed & 7, 2, isMerging, 2, 100, 1_000, seed & 2 == 0 ? 0 : 40, seed)
    }

    /// A number from 0 up to `end`, without it.
    mutating func number(_ end: Int32) -> Int32 {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int32((random >> 33) % UInt64(end))
    }

    mutating func fold(_ value: Int32) {
      sum = (sum ^ UInt64(UInt32(bitPattern: value))) &* 0x100_0000_01b3
    }

    mutating func newSlot() -> Int32 {
      slots += 1
      return slots
    }

    mutating func step() {
      let isAnswer = !live.isEmpty && number(3) > 0
      fold(isAnswer ? answer(live.remove(at: Int(number(Int32(live.count))))) : act())
      look()
    }

    /// Does one of the things that a reader, a program or the device does.
    mutating func act() -> Int32 {
      let count = count(list)
      switch number(24) {
      case 0..<8:
        let first = number(max(1, count))
        return visible(list, first, first + 1 + number(4))
      case 8: return start(list)
      case 9: return more(list)
      case 10: return refresh(list)
      case 11: return invalidate(list)
      case 12: return retry(list, number(4) - 1)
      case 13: return dismiss(list, number(4) - 1)
      case 14: return online(list, number(3) > 0)
      case 15: return number(20) == 0 ? reset(list) : why(list, number(3))
      case 16: return number(40) == 0 ? stop(list) : position(list, number(2) * 2 - 1)
      case 17: return fired(list, number(50))
      #if EDITS
        case 18: return insert(list, 1_000 + newSlot(), newSlot(), -1)
        case 19: return update(list, number(60), newSlot())
        case 20: return remove(list, number(60))
        case 21: return retryEdits(list, number(60))
        case 22: return dismissEdits(list, number(60))
      #endif
      #if SEARCH
        case 23: return number(4) == 0 ? typed(list, number(3) - 1) : submit(list)
      #endif
      default: return more(list)
      }
    }

    /// Answers a request as a server might, rightly or wrongly; or a timer fires.
    mutating func answer(_ work: (effect: Int32, ticket: Int32, more: Int32)) -> Int32 {
      let ticket = number(30) == 0 ? work.ticket + number(3) - 1 : work.ticket
      switch work.effect {
      case 0:
        let outcome = number(10)
        if outcome == 0 { return cancelled(list, ticket) }
        if outcome == 1 {
          return fail(list, ticket, number(3), 500, number(2) == 0, number(3) * 200)
        }
        let first = number(60)
        for place in 0..<number(work.more + 2) { row(list, (first + place) % 60, number(4)) }
        let next = number(8) == 0 ? -1 : number(20)
        return page(list, ticket, next, number(5) == 0 ? number(20) : -1, number(2) * 60 - 1)
      #if EDITS
        case 3:
          return number(3) == 0
            ? refuse(list, ticket, number(2), 403, number(2) == 0)
            : accept(list, ticket, number(2) == 0 ? -1 : work.more, newSlot())
      #endif
      default: return fired(list, ticket)
      }
    }

    /// Takes what is to be done, and folds what shows.
    mutating func look() {
      let numbers = numbers(list)
      while true {
        let effect = effect(list)
        if effect < 0 { break }
        fold(effect)
        for place in 0..<6 { fold(effect == 0 || place < 2 ? numbers[place] : 0) }
        switch effect {
        case 1: live.removeAll { $0.ticket == numbers[0] }
        case 4: break
        case 0: live.append((effect, numbers[0], numbers[4]))
        default: live.append((effect, numbers[0], numbers[2]))
        }
      }
      while splice(list) != 0 {
        for place in 0..<3 { fold(numbers[place]) }
        for index in numbers[0]..<numbers[0] + numbers[2] { fold(slot(list, index)) }
      }
      fold(count(list))
      fold(words(list))
      fold(footer(list))
      fold(header(list))
      fold(total(list))
    }
  }
#endif
