import FeedEffects
import Foundation

// Links that hold the number of a page or the index of a row. Rows that move are lost behind them as behind any
// other number, so such a link becomes a cursor that can be healed.

extension Paging {
  /// Whether a link names the next page.
  var isByLink: Bool {
    switch self {
    case .nextURL, .linkHeader: true
    default: false
    }
  }
}

extension HTTPPageSource {
  /// The number or the offset in a link to the page behind, for a source that heals; nil if that is not all in which
  /// the link differs.
  func counted(_ next: PageCursor?, on page: PageFacts) -> PageCursor? {
    guard paging.isByLink, case .link(let text)? = next, let link = URL(string: text) else {
      if healing == .off, next?.place != nil { memory.use { $0.isUnhealed = true } }
      return nil
    }
    let place = page.url.place(
      in: link, named: request.pageName, first: page.first, count: page.count)
    guard healing != .off, request.body == nil, let place else {
      if link.hasNumber { memory.use { $0.isUnhealed = true } }
      return nil
    }
    memory.use { $0.link = link }
    return place
  }

  /// The link for a number or an offset, as the server wrote it but for the number; nil if none is known.
  func linked(_ cursor: PageCursor?) -> PageCursor? {
    guard let place = cursor?.place, let link = memory.use({ $0.link }) else { return nil }
    if link.parameter(request.pageName) == "\(place)" { return .link(link.absoluteString) }
    return link.setting(request.pageName, to: ["\(place)"]).map { .link($0.absoluteString) }
  }
}

extension URL {
  /// Whether the number of a page or the index of a row is in it.
  fileprivate var hasNumber: Bool {
    parameters.contains { ($0.name.countsPages || $0.name.countsRows) && Int($0.value) != nil }
  }

  fileprivate func hasPath(of other: URL) -> Bool {
    path(percentEncoded: true) == other.path(percentEncoded: true)
  }

  /// The number or the offset in the link to the page behind this one, if the link differs in nothing else but the
  /// number of rows, which may be new in it, as many as came.
  ///
  /// - Parameters:
  ///   - name: The parameter that has it.
  ///   - first: The number of this page, or the index of its first row, if this URL has none.
  ///   - count: How many rows this page has.
  func place(in link: URL, named name: String, first: Int, count: Int) -> PageCursor? {
    guard Origin(link) == Origin(self), link.hasPath(of: self), name.countsPages || name.countsRows,
      let number = link.parameter(name).flatMap({ Int($0) }),
      let here = parameter(name).map({ Int($0) }) ?? first
    else { return nil }
    let (new, old) = (link.parameters(besides: name), parameters(besides: name))
    let isEqual =
      new.isSuperset(of: old)
      && new.subtracting(old).allSatisfy { $0[0].countsSize && Int($0[1]) == count }
    let (behind, isTooFar) = here.addingReportingOverflow(name.countsRows ? count : 1)
    guard isEqual, !isTooFar, number == behind, number > max(0, here) else { return nil }
    return name.countsRows ? .offset(number) : .number(number)
  }

  private func parameters(besides name: String) -> Set<[String]> {
    Set(parameters.lazy.filter { $0.name != name }.map { [$0.name, $0.value] })
  }
}
