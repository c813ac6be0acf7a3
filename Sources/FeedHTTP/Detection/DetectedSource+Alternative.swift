import Dispatch
import FeedEffects
import FeedReducer

extension DetectedSource {
  /// Looks for another way to the second page, for a server that the found style does not lead on.
  ///
  /// It tries names and places that servers use, each with one request, one after the other, up to 48. Use
  /// it in tools, when a person waits for an advice.
  ///
  /// - Parameters:
  ///   - size: The number of rows to ask for.
  ///   - known: The ids of rows that are known; a second page has to have another.
  /// - Returns: What to give, with which the second page came; nil if nothing that was tried leads there.
  public func alternative(
    size: Int, besides known: Set<JSONRow.ID> = []
  ) async -> PagingStyle.Given? {
    let first = JSONFeed.Request(
      ticket: Ticket(rawValue: 0), kind: .refresh, position: .start, size: size)
    let response = try? await request.load(
      HTTPRequest.Place(), size: size, with: loader,
      readingOn: DispatchQueue(label: "FeedHTTP.alternative")
    ) { response, _ in response }
    guard let response, let answer = try? request.json(in: response, limits: loader.limits) else {
      return nil
    }
    let detection = Detection(answer, to: request, given: given)
    for candidate in detection.alternatives.prefix(48) where !Task.isCancelled {
      let style = try? Detection(answer, to: request, given: candidate).style()
      guard let style,
        style.pageName != self.style?.pageName || style.paging != self.style?.paging
          || style.firstNumber != self.style?.firstNumber
      else { continue }
      let source = style.source(for: request, loader: loader)
      guard
        let page = try? source.page(for: first, in: response), let next = page.next
      else { continue }
      let second = try? await source.page(
        for: .init(
          ticket: first.ticket, kind: .append, position: .after(cursor: next), size: size))
      guard let second, second.items.contains(where: { !known.contains($0.id) }) else { continue }
      if Set(page.items.map(\.id)).isDisjoint(with: second.items.map(\.id)) { return candidate }
    }
    return nil
  }
}

extension Detection {
  /// What could be given to lead on to the second page, the likeliest first.
  fileprivate var alternatives: [PagingStyle.Given] {
    let numbers = [
      "page", "p", "pg", "pageNumber", "page_number", "pageNo", "_page", "page[number]",
      "currentPage",
    ]
    let offsets = ["offset", "skip", "start", "from", "startIndex", "_start", "$skip"]
    let keys = ["starting_after", "after", "after_id", "since_id", "before", "max_id", "last_id"]
    // A number that counts from 0 comes first: where pages count from 1, it leads to the first page again.
    let kind = given.total == nil ? PagingStyle.Kind.shortPage : .pageTotal
    // A number in the request is the first one.
    let named = parameters.filter { Int($0.value) != nil }.map(\.name)
    let numbered = numbers.flatMap { name in
      named.contains(name)
        ? [alternative(kind, pageName: name)]
        : [alternative(kind, pageName: name, first: 0), alternative(kind, pageName: name)]
    }
    let keyed = keys.map { alternative(.keyset, pageName: $0) }
    let saysMore = leaves.contains { $0.name == "hasmore" && $0.value == .bool(true) }
    return fields + tokens + (saysMore ? keyed : []) + numbered
      + offsets.map { alternative(.offset, pageName: $0) } + (saysMore ? [] : keyed)
  }

  private func alternative(
    _ kind: PagingStyle.Kind, next: AnswerField? = nil, pageName: String, first: Int? = nil
  ) -> PagingStyle.Given {
    var alternative = given
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
    let names = ["header:\(taking)", "header:\(field)", "cursor", "after", "page_token", "from"]
    return names.map { alternative(.token, next: .header(field), pageName: $0) }
  }

  /// Values that may be tokens, with parameters that may take them.
  private var tokens: [PagingStyle.Given] {
    let words = [
      "next", "cursor", "token", "continu", "after", "marker", "bookmark", "end", "last",
    ]
    let found = leaves.compactMap { leaf -> (rank: Int, leaf: Leaf)? in
      guard leaf.isFilled || (leaf.value.wholeNumber ?? 0) > 0,
        let rank = words.firstIndex(where: leaf.name.contains)
      else { return nil }
      return (rank, leaf)
    }
    let usual = [
      "cursor", "after", "page_token", "pageToken", "start", "from", "marker", "pagination_token",
      "start_cursor", "starting_after", "page[after]", "page[cursor]", "continuationToken",
    ]
    return found.sorted { $0.rank < $1.rank }.prefix(2).enumerated().flatMap { index, found in
      let leaf = found.leaf
      let field = AnswerField.body(leaf.path)
      var names = tokenName(of: field).map { [$0.name] } ?? []
      names += [leaf.path.lastKey ?? "next"] + (index == 0 ? usual : Array(usual.prefix(7)))
      return names.enumerated().filter { !names[..<$0].contains($1) }.map {
        alternative(.token, next: field, pageName: $1)
      }
    }
  }
}
