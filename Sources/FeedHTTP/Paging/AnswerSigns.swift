import FeedEffects

/// What the values of an answer that are not inside a list tell of further rows, whatever the style of paging is.
struct AnswerSigns {
  let leaves: [Leaf]

  init(_ leaves: [Leaf]) {
    self.leaves = leaves
  }

  /// The keys of flags that say whether there are more rows, normalized.
  static let moreNames = [
    "hasmore", "hasnext", "hasnextpage", "hasmoreitems", "moreitemsincollection", "morerecords",
    "havemoreresults", "more", "moreresults", "hasmoreresults", "hasmoredata", "moreavailable",
    "morepages", "hasmorepages", "truncated", "istruncated", "exceededtransferlimit",
  ]

  /// The keys of flags that say whether this is the last page.
  static let lastNames = [
    "islast", "islastpage", "lastpage", "last", "done", "endofstream", "endofrecords", "isend",
  ]

  /// What the keys of tokens have in them.
  static let tokenWords = ["next", "cursor", "token", "continu", "after", "marker", "bookmark"]

  /// The keys of a number of rows that are still to come.
  fileprivate static let restNames = [
    "remaining", "remainingitemcount", "remainingcount", "pending",
  ]

  /// A value that says that there are more rows; nil if there is none.
  var more: Leaf? {
    leaves.first { leaf in
      Self.moreNames.contains(leaf.name) && leaf.says(true)
        || Self.lastNames.contains(leaf.name) && leaf.says(false)
        || leaf.countsRest && (leaf.number ?? 0) > 0
        || ["range", "contentrange"].contains(leaf.name) && leaf.isRangeWithRest
    }
  }

  /// A number of the page behind this one; nil if there is none.
  var nextNumber: Leaf? {
    leaves.first { ["nextpage", "nextpagenumber"].contains($0.name) && $0.number != nil }
  }

  /// A flag that says that there are no more rows; nil if there is none.
  var last: Leaf? {
    leaves.first { leaf in
      Self.moreNames.contains(leaf.name) && leaf.says(false)
        || Self.lastNames.contains(leaf.name) && leaf.says(true)
        || leaf.countsRest && leaf.number == 0
    }
  }
}

extension Leaf {
  /// Whether the value is this one, also as a text.
  func says(_ flag: Bool) -> Bool {
    value == .bool(flag) || value.text?.lowercased() == "\(flag)"
  }

  /// Whether it is the number of rows that are still to come.
  var countsRest: Bool { AnswerSigns.restNames.contains(name) && !isOfRate }

  /// Whether it is a range of rows, as `1-10/60`, behind which there are more.
  fileprivate var isRangeWithRest: Bool {
    guard let match = value.text?.wholeMatch(of: /(?:\w+ )?(\d+)-(\d+)\/(\d+)/),
      let last = Int(match.2), let total = Int(match.3)
    else { return false }
    return last + 1 < total
  }

  /// Whether it belongs to a limit of requests.
  fileprivate var isOfRate: Bool {
    ["rate", "limit", "quota", "credit"].contains { parentName.contains($0) }
  }
}
