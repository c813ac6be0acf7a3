import FeedEffects

// A kind of paging that is given: the places and the names that it needs.

extension Detection {
  /// The kind of paging for which a field is given.
  func kind(of field: AnswerField) -> PagingStyle.Kind {
    switch value(at: field) {
    case .object(let members): members["hasNextPage"] != nil ? .relay : .token
    case .string(let text) where !text.isEmpty && !text.isLink: .token
    case .integer: .token
    case nil, .null, .string(""): given.pageName == nil ? .nextURL : .token
    default: .nextURL
    }
  }

  /// Chooses the paging of a kind.
  ///
  /// - Throws: `DetectionProblem.unknownPart` if neither what is given nor the response tells a place
  ///   or a name that it needs.
  func take(
    _ kind: PagingStyle.Kind, _ style: inout PagingStyle, in list: RowList
  ) throws(HTTPProblem) {
    func found<T>(_ part: T?, as name: StylePart) throws(HTTPProblem) -> T {
      if let part { return part }
      throw .detection(.unknownPart(kind: kind, part: name))
    }
    func number(by paging: Paging) {
      style.name(style.pageName ?? given.pageName, orGuess: usualPageName(beside: style.sizeName))
      style.firstNumber = firstNumber
      style.take(paging, because: reason)
    }
    let reason = "\(kind.rawValue), as given"
    switch kind {
    case .nextURL:
      let next = try found(given.next ?? nextLink.map { .body($0.path) }, as: .next)
      style.take(.nextURL(at: next), because: reason, isSettled: isFilled(next))
    case .linkHeader: style.take(.linkHeader, because: reason)
    case .token:
      let next = try found(given.next ?? token.map { .body($0.path) }, as: .next)
      if value(at: next)?.members != nil, requestBody == nil {
        return style.take(.token(at: next), because: reason)
      }
      let name = try found(tokenName(of: next), as: .pageName)
      take(token: next, name: name, &style)
    case .relay:
      let pageInfo = given.next.flatMap(\.path) ?? pageInfo(in: list.parent)
      take(relay: try found(pageInfo, as: .next), &style)
    case .keyset:
      let name = try found(given.pageName ?? keyName, as: .pageName)
      style.name(name, orGuess: name)
      style.take(.keyset(at: given.next?.path ?? style.id), because: reason)
    case .offset:
      take(offset: offset ?? (given.pageName ?? "offset", "a guess", given.pageName == nil), &style)
    case .pageTotal: number(by: .pageNumber(total: try found(style.total, as: .total)))
    case .pageCount: number(by: .pageCount(at: try found(given.next ?? pageCount, as: .next)))
    case .shortPage: number(by: .shortPage)
    case .none: style.take(.none, because: reason)
    }
  }

  /// The value of a field; nil if the response does not have it.
  private func value(at field: AnswerField) -> JSONValue? {
    switch field {
    case .body(let path): body[path]
    case .header(let name): headers.value(ofField: name).map { .string($0) }
    }
  }

  private func isFilled(_ field: AnswerField) -> Bool {
    value(at: field)?.text?.isEmpty == false
  }
}
