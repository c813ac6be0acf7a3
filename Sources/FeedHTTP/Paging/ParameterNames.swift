// What parameters are for, as far as their names tell.

extension String {
  /// Whether the name of a parameter, or its last part, is one of `keys`, which are normalized as those of a
  /// ``Leaf`` are: `pagenumber` for `page[number]` and `page.number`, `page` for `path:page`.
  func isOne(of keys: [String]) -> Bool {
    let last = split { ".:[]".contains($0) }.last ?? ""
    return keys.contains(Leaf.normalized(self)) || keys.contains(Leaf.normalized(String(last)))
  }

  /// Whether a parameter of this name has the number of a page.
  var countsPages: Bool {
    isOne(of: [
      "page", "p", "pg", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage",
    ])
  }

  /// Whether a parameter of this name has the index of a row.
  var countsRows: Bool {
    isOne(of: ["offset", "skip", "start", "from", "startindex", "startat", "ofs"])
  }

  /// Whether a parameter of this name has the number of rows.
  var countsSize: Bool {
    isOne(of: [
      "perpage", "pagesize", "size", "limit", "count", "pagelimit", "itemsperpage", "maxresults",
      "take", "rows", "n", "first", "top", "max", "maxitems", "rpp", "hitsperpage", "num", "retmax",
      "resultrecordcount", "maxcount", "numperpage", "limittofirst",
    ])
  }
}

extension String {
  /// Whether the name of a parameter ends as those of ids do: `last_id`, `sinceId`.
  var isNamedForID: Bool {
    hasSuffix("_id") || hasSuffix("-id") || hasSuffix("Id") || hasSuffix("[id]")
  }
}
