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

  #if !hasFeature(Embedded)
    /// The steps of a walk in words: what was done, whether it counted, and the numbers of what followed.
    public func steps(ofSeed seed: Int32, count: Int32, each: (String) -> Void) {
      var walk = Walk(seed: seed)
      for _ in 0..<count {
        walk.folded = []
        walk.step()
        each("\(walk.said) → \(walk.folded.map { String($0) }.joined(separator: " "))")
      }
      free(walk.list)
    }
  #endif

  struct Walk {
    let list: OpaquePointer
    var sum: UInt64 = 0
    var random: UInt64
    var slots: Int32 = 0

    /// What is under way: the effect, its ticket, the size of a page or the id of a row.
    var live: [(effect: Int32, ticket: Int32, more: Int32)] = []

    #if !hasFeature(Embedded)
      var said = ""
      var folded: [Int32] = []
    #endif

    init(seed: Int32) {
      random = UInt64(UInt32(bitPattern: seed)) &* 0x9e37_79b9_7f4a_7c15 &+ 1
      list = new(3 + seed & 7, 2, seed & 3, 2, 100, 1_000, seed & 1 == 0 ? 0 : 40, seed)
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
      #if !hasFeature(Embedded)
        folded.append(value)
      #endif
    }

    /// Notes what is done next.
    mutating func say(_ action: StaticString, _ values: Int32...) {
      #if !hasFeature(Embedded)
        said = "\(action)\(values.map { " \($0)" }.joined())"
      #endif
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
        let end = first + 1 + number(4)
        say("visible", first, end)
        return visible(list, first, end)
      case 8:
        say("start")
        return start(list)
      #if GAPS
        case 9: return fillGap()
      #endif
      case 10:
        say("refresh")
        return refresh(list)
      case 11:
        say("invalidate")
        return invalidate(list)
      case 12:
        let kind = number(5) - 1
        say("retry", kind)
        return retry(list, kind)
      case 13:
        let kind = number(5) - 1
        say("dismiss", kind)
        return dismiss(list, kind)
      case 14:
        let isOnline = number(3) > 0
        say("online", isOnline ? 1 : 0)
        return online(list, isOnline)
      case 15:
        if number(20) == 0 {
          say("reset")
          return reset(list)
        }
        let kind = number(4)
        say("why", kind)
        return why(list, kind)
      case 16:
        if number(40) == 0 {
          say("stop")
          return stop(list)
        }
        let end = number(2) * 2 - 1
        say("position", end)
        return position(list, end)
      case 17:
        let ticket = number(50)
        say("fired", ticket)
        return fired(list, ticket)
      #if EDITS
        case 18..<23: return edit()
      #endif
      #if SEARCH
        case 23:
          if number(4) > 0 {
            say("submit")
            return submit(list)
          }
          let query = number(3) - 1
          say("typed", query)
          return typed(list, query)
      #endif
      default:
        say("more")
        return more(list)
      }
    }

    #if EDITS
      mutating func edit() -> Int32 {
        let id = number(60)
        switch number(5) {
        case 0:
          let id = 1_000 + newSlot()
          let slot = newSlot()
          say("insert", id, slot)
          return insert(list, id, slot, -1)
        case 1:
          let slot = newSlot()
          say("update", id, slot)
          return update(list, id, slot)
        case 2:
          say("remove", id)
          return remove(list, id)
        case 3:
          say("retryEdits", id)
          return retryEdits(list, id)
        default:
          say("dismissEdits", id)
          return dismissEdits(list, id)
        }
      }
    #endif

    #if GAPS
      mutating func fillGap() -> Int32 {
        let number = number(max(1, gaps(list)))
        let id = gap(list, number) < 0 ? 0 : numbers(list)[2]
        let isFromBelow = self.number(2) == 0
        say("fill", id, isFromBelow ? 1 : 0)
        return fill(list, id, isFromBelow)
      }
    #endif

    /// Answers a request as a server might, rightly or wrongly; or a timer fires.
    mutating func answer(_ work: (effect: Int32, ticket: Int32, more: Int32)) -> Int32 {
      let ticket = number(30) == 0 ? work.ticket + number(3) - 1 : work.ticket
      switch work.effect {
      case 0: return answerLoad(ticket: ticket, size: work.more)
      #if EDITS
        case 3:
          if number(3) == 0 {
            let (why, isRetryable) = (number(2), number(2) == 0)
            say("refuse", ticket, why, isRetryable ? 1 : 0)
            return refuse(list, ticket, why, 403, isRetryable)
          }
          let (id, slot) = (number(2) == 0 ? -1 : work.more, newSlot())
          say("accept", ticket, id, slot)
          return accept(list, ticket, id, slot)
      #endif
      default:
        say("fired", ticket)
        return fired(list, ticket)
      }
    }

    mutating func answerLoad(ticket: Int32, size: Int32) -> Int32 {
      switch number(10) {
      case 0:
        say("cancelled", ticket)
        return cancelled(list, ticket)
      case 1:
        let (why, isRetryable, after) = (number(3), number(2) == 0, number(3) * 200)
        say("fail", ticket, why, isRetryable ? 1 : 0, after)
        return fail(list, ticket, why, 500, isRetryable, after)
      default:
        let (first, count) = (number(60), number(size + 2))
        for place in 0..<count { row(list, (first + place) % 60, number(4)) }
        let next = number(8) == 0 ? -1 : number(20)
        let (previous, total) = (number(5) == 0 ? number(20) : -1, number(2) * 60 - 1)
        say("page", ticket, first, count, next, previous, total)
        return page(list, ticket, next, previous, total)
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
      #if GAPS
        for place in 0..<gaps(list) {
          fold(gap(list, place))
          for value in 0..<5 { fold(numbers[value]) }
          let id = numbers[2]
          for isFromBelow in [false, true] where gapPosition(list, id, isFromBelow) != 0 {
            fold(numbers[1])
          }
        }
      #endif
    }
  }
#endif
