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
    "canloadmore", "next", "nextpage", "continue", "incomplete",
  ]

  /// The keys of flags that say whether this is the last page.
  static let lastNames = [
    "islast", "islastpage", "lastpage", "last", "done", "endofstream", "endofrecords", "isend",
    "end", "eof", "nomore", "finished", "isfinished", "final", "isfinal", "complete", "iscomplete",
    "exhausted",
  ]

  /// What the keys of tokens have in them.
  static let tokenWords = ["next", "cursor", "token", "continu", "after", "marker", "bookmark"]

  /// What the keys of other values have in them that stand for a place in a list.
  static let placeWords = [
    "batch", "resum", "anchor", "checkpoint", "pagestate", "pagingstate", "startkey", "lastkey",
    "lastevaluatedkey", "endkey", "syncpoint", "scrollid", "cursormark", "pagekey", "iterator",
    "seek", "older", "forward",
  ]

  /// The keys of a number of rows that are still to come.
  fileprivate static let restNames = [
    "remaining", "remainingitemcount", "remainingcount", "pending", "left", "rowsleft",
    "itemsleft",
  ]

  /// A value that says that there are more rows; nil if there is none.
  var more: Leaf? {
    leaves.first { leaf in
      (Self.moreNames.contains(leaf.name) || leaf.name.hasSuffix("truncated")) && leaf.says(true)
        || Self.lastNames.contains(leaf.name) && leaf.says(false)
        || leaf.countsRest && (leaf.number ?? 0) > 0
        || ["range", "contentrange"].contains(leaf.name) && leaf.isRangeWithRest
    }
  }

  /// A number of the page behind this one; nil if there is none.
  var nextNumber: Leaf? {
    leaves.first {
      ["nextpage", "nextpagenumber", "nextpageno", "nextpg"].contains($0.name) && $0.number != nil
    }
  }

  /// The number of all pages; nil if there is none.
  var pageCount: Leaf? {
    leaves.first {
      ["totalpages", "pagecount", "pagestotal", "numpages", "nbpages", "maxpage"].contains($0.name)
        && $0.number != nil
    }
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
  /// Whether the value is this flag, also as a text, or as 0 or 1 where the key is that of a flag.
  func says(_ flag: Bool) -> Bool {
    if value == .bool(flag) { return true }
    let words = flag ? ["true", "yes", "y"] : ["false", "no", "n"]
    if let text = value.text?.lowercased(), words.contains(text) { return true }
    return ["has", "is", "no", "more"].contains { name.hasPrefix($0) }
      && value == .integer(flag ? 1 : 0)
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
