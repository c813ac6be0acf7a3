import FeedEffects
import FeedReducer

// What may lead on to a second page.

extension Detection {
  /// What could be given to lead on to the second page, the likeliest first.
  var alternatives: [PagingStyle.Given] {
    let numbers = [
      "page", "p", "pageNumber", "page_number", "_page", "page[number]", "currentPage",
    ]
    // A number that counts from 0 comes first: where pages count from 1, it leads to the first page again.
    let list = try? rowList(given: given.rows)
    let hasTotal = list.flatMap { total(of: $0) } != nil
    let kind: PagingStyle.Kind =
      hasTotal ? .pageTotal : pageCount != nil ? .pageCount : .shortPage
    // A number in the request is the first one.
    let named = parameters.filter { Int($0.value) != nil }.map(\.name)
    let numbered = numbers.map { name in
      named.contains(name)
        ? [alternative(kind, pageName: name)]
        : [alternative(kind, pageName: name, first: 0), alternative(kind, pageName: name)]
    }
    let offsets = offsetNames.map { alternative(.offset, pageName: $0) }
    // A list without anything around it is read by the ids of its rows more often than by numbers.
    let isKeyed = more != nil || body.elements != nil
    let times = list.map(timeKeys) ?? []
    let keyed = ["before", "after_id", "max_id", "starting_after", "after", "last_id", "since_id"]
      .map { alternative(.keyset, pageName: $0) }
    // What a query declares and does not fill may take a cursor.
    var all = openVariables.map { alternative(.keyset, pageName: $0) }
    all += echoes(kind) + fields + tokens.prefix(18)
    if memberPath != nil, hasTotal == false {
      all += ["startAfter", "startAt"].map { alternative(.keyset, pageName: $0) }
    }
    if isKeyed { all += keyed.prefix(4) }
    all += times
    all += numbered[0] + offsets
    all += isKeyed ? keyed.dropFirst(4) : keyed.prefix(4)
    return all + numbered.dropFirst().joined()
  }

  /// Parameters for the index of a row. The short ones are of servers that take `n` rows, or have rows by key.
  private var offsetNames: [String] {
    (sizeName == "n" ? ["S"] : [])
      + ["offset", "start", "from", "skip", "$skip", "startIndex", "first"]
      + (memberPath == nil ? [] : ["ofs"])
  }

  /// The time of the last row, by which rows that are lists are read on.
  private func timeKeys(in list: RowList) -> [PagingStyle.Given] {
    guard let row = list.rows.last?.elements, row.count > 1, row[0].wholeNumber != nil else {
      return []
    }
    return ["startTime", "since"].map { name in
      var given = alternative(.keyset, pageName: name)
      given.next = .body(JSONPath(components: [.index(0)]))
      return given
    }
  }

  /// The names under which the answer tells its own place: a number of a page, or the index of a row.
  private func echoes(_ kind: PagingStyle.Kind) -> [PagingStyle.Given] {
    leaves.compactMap { leaf in
      guard let number = leaf.number, 0...1 ~= number, let key = leaf.path.lastKey else {
        return nil
      }
      let parent = leaf.path.parent.lastKey ?? ""
      if key == "page", ["pagination", "paging", "page"].contains(parent) {
        return alternative(kind, pageName: "\(parent)[page]", first: number)
      }
      if ["page", "offset"].contains(key) { return nil }
      if leaf.name.isPlaceOfPage { return alternative(kind, pageName: key, first: number) }
      return leaf.name.isPlaceOfRow ? alternative(.offset, pageName: key) : nil
    }
  }

  func alternative(
    _ kind: PagingStyle.Kind, next: AnswerField? = nil, pageName: String, first: Int? = nil
  ) -> PagingStyle.Given {
    var alternative = given
    alternative.isOfUser = false
    alternative.kind = kind
    alternative.next = next
    alternative.pageName = pageName
    alternative.firstNumber = first
    return alternative
  }

  /// A header field that names the next page, with header fields and parameters that may take it.
  private var fields: [PagingStyle.Given] {
    guard let field = nextField, headers[field]?.isLink == false else { return [] }
    let taking = field.split(separator: "-").filter { $0 != "next" }.joined(separator: "-")
    let names = [taking, field].filter { RequestField.header($0).mayBeFound }
      .map { "header:\($0)" }
    return (names + ["cursor", "after", "page_token", "from"]).map {
      alternative(.token, next: .header(field), pageName: $0)
    }
  }

  /// Values that may be tokens, the likeliest first.
  private var likelyTokens: [Leaf] {
    let words = AnswerSigns.tokenWords + AnswerSigns.placeWords + ["end", "last"]
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf)? in
      guard leaf.isFilled || (leaf.value.wholeNumber ?? 0) > 0, !leaf.countsRest, !leaf.isSecret,
        let rank = words.firstIndex(where: leaf.name.contains)
      else { return nil }
      return (rank, leaf)
    }
    return found.sorted { $0.rank < $1.rank }.map(\.leaf)
  }

  /// What a person may give where a value looks like what names the next page: its place, without the parameter
  /// that takes it; nil if none does.
  var likelyWay: PagingStyle.Given? {
    let leaf = likelyTokens.first { leaf in
      leaf.isNamedForPlace || leaf.name.hasPrefix("last") || leaf.name.hasPrefix("end")
    }
    guard let leaf else { return nil }
    var way = PagingStyle.Given()
    way.kind = leaf.value.text?.isLink == true ? .nextURL : .token
    way.next = .body(leaf.path)
    return way
  }

  /// The same with parameters that may take them.
  private var tokens: [PagingStyle.Given] {
    let usual = [
      "cursor", "after", "page", "offset", "page_token", "pageToken", "nextToken", "page-token",
      "page_cursor", "from", "until",
      "pagination_token", "start_cursor", "starting_after", "start", "continuationToken",
    ]
    return likelyTokens.prefix(2).enumerated().flatMap { index, leaf in
      let field = AnswerField.body(leaf.path)
      var names = tokenName(of: field).map { [$0.name] } ?? []
      // The number of the last change, as `last_seq`, goes to `since`.
      if leaf.name.hasSuffix("seq") { names.append("since") }
      names +=
        leaf.shorterNames + [leaf.path.lastKey ?? "next"]
        + (index == 0 ? usual : Array(usual.prefix(5)))
      return names.enumerated().filter { !names[..<$0].contains($1) }.map {
        alternative(.token, next: field, pageName: $1)
      }
    }
  }
}

extension Detection {
  /// A value that may well name the next page, by its key; nil if there is none.
  var likelyNext: Leaf? {
    likelyTokens.first { leaf in
      leaf.isNamedForPlace && (leaf.value.text != nil || leaf.name.hasPrefix("next"))
    }
  }
}

extension Leaf {
  /// Whether the key is that of a place in a list.
  fileprivate var isNamedForPlace: Bool {
    (AnswerSigns.tokenWords + AnswerSigns.placeWords).contains(where: name.contains)
  }

  /// Whether it is a token for another purpose than paging.
  fileprivate var isSecret: Bool {
    ["csrf", "xsrf", "access", "auth", "session", "request", "device", "previous", "prev", "back"]
      .contains(where: name.contains)
  }

  /// The key without `next` at its beginning, as the parameter for `nextCursorMark` is called.
  fileprivate var shorterNames: [String] {
    guard let key = path.lastKey, name.hasPrefix("next"), name != "next" else { return [] }
    let rest = key.drop { $0 == "_" }.dropFirst(4).drop { $0 == "_" || $0 == "-" }
    return rest.first.map { [$0.lowercased() + rest.dropFirst()] } ?? []
  }
}

extension String {
  /// Whether a normalized key is one for the number of a page.
  fileprivate var isPlaceOfPage: Bool {
    ["currentpage", "pagenumber", "pageno", "pageindex", "pagenum", "pageid"].contains(self)
  }

  /// Whether a normalized key is one for the index of the first row of a page.
  fileprivate var isPlaceOfRow: Bool {
    ["startrecord", "startindex", "startrow", "firstresult", "resultoffset", "rowoffset"]
      .contains(self) || hasSuffix("offset") || hasSuffix("start")
  }
}
