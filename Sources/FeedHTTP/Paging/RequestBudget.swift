import FeedEffects

/// How many requests may lead nowhere while a list is read: guesses, the same request once more, looks at where rows
/// have gone.
///
/// A server counts each of them. So there are a few for a list, whatever happens in it. Where the list moves, pages
/// may be read again, so many for each page that was read.
final class RequestBudget: Sendable {
  /// How many requests may lead nowhere.
  static let limit = 24

  private struct Count {
    var spent = 0
    var pages = 0
    var rereads = 0
  }

  private let count = Locked(Count())

  /// Begins again, as the list is read from its start.
  func reset() {
    count.use { $0 = Count() }
  }

  /// Notes a page that had rows.
  func notePage() {
    count.use { $0.pages += 1 }
  }

  /// Takes a request that may lead nowhere. Returns whether there was one left.
  func spend() -> Bool {
    count.use { count in
      guard count.spent < Self.limit else { return false }
      count.spent += 1
      return true
    }
  }

  /// Takes a request for a page that is read again since rows have moved. Returns whether there was one left.
  ///
  /// - Parameter perPage: How many there are for each page that was read.
  func spendOnMovement(perPage: Int) -> Bool {
    let isFree = count.use { count in
      guard count.rereads < count.pages * perPage else { return false }
      count.rereads += 1
      return true
    }
    return isFree || spend()
  }

  /// How many requests have led nowhere.
  var spent: Int { count.use { $0.spent } }

  /// How many are left.
  var left: Int { Self.limit - spent }
}
