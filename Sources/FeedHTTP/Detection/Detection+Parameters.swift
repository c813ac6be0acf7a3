import FeedEffects
import Foundation

extension Detection {
  /// A value that the request for the first page has.
  struct Parameter {
    /// The name, as ``HTTPRequest/pageName`` takes it.
    let name: String

    let value: String

    init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    init(_ leaf: Leaf) {
      self.init(
        name: String(leaf.path.description.drop { $0 == "." }), value: leaf.value.parameter ?? "")
    }

    /// Whether the name, or its last part, is one of `keys`.
    func isOne(of keys: [String]) -> Bool { name.isOne(of: keys) }
  }

  /// The variables of the query for a text or an id that have no value.
  var openVariables: [String] {
    let names = query?.matches(of: /\$(\w+)\s*:\s*(?:String|ID)\b/).map { String($0.1) } ?? []
    return names.filter { name in !parameters.contains { $0.name == name && !$0.value.isEmpty } }
  }

  /// The name of the first parameter that has one of the keys; nil if there is none.
  func parameter(_ keys: [String]) -> String? {
    parameters.first { $0.isOne(of: keys) }?.name
  }

  /// Finds the places of the request for the page and for the number of rows.
  func findNames(_ style: inout PagingStyle, in list: RowList) {
    func number(_ isWanted: KeyPath<String, Bool>) -> Parameter? {
      parameters.first { $0.name[keyPath: isWanted] && Int($0.value) != nil }
    }
    style.pageName =
      given.pageName.map { $0.countsPages ? $0 : nil } ?? number(\.countsPages)?.name
    style.sizeName = given.sizeName ?? number(\.countsSize)?.name
    let written = query?.firstMatch(of: /\b(?:first|limit|take)\s*:\s*([0-9]+)/)
    let size =
      parameters.first { $0.name == style.sizeName }.flatMap { Int($0.value) }
      ?? written.flatMap { Int($0.1) }
    if let size, size > 0 {
      style.pageSize = size
      style.notes.append("\(size) rows a page: the request says so")
      style.isFull = size > 1 && list.count >= size
    } else if !list.rows.isEmpty {
      style.pageSize = list.count
      style.notes.append("\(list.count) rows a page: as many came")
    }
  }
}

extension Detection {
  /// Leaves out the names of places that no answer may choose. Without that of the page the style is none.
  func leaveOutNames(_ style: inout PagingStyle) {
    func isLeftOut(_ name: String?, givenAs own: String?) -> Bool {
      // The number of a page in the path is one that the request has. A parameter of its URL may have any name.
      let isInPath =
        ["path:page", "path:p"].contains(name) && parameters.contains { $0.name == name }
      guard query == nil, let name, !(given.isOfUser && name == own), !isInPath else {
        return false
      }
      // Heroku's whole way: what `Next-Range` says goes back as `Range`.
      if name == "header:Range", style.paging == .token(at: .header("next-range")) { return false }
      return !RequestField(name: name, isInBody: false).mayBeFound
    }
    if isLeftOut(style.sizeName, givenAs: given.sizeName) { style.sizeName = nil }
    guard isLeftOut(style.pageName, givenAs: given.pageName) else { return }
    style.notes.append(
      "the answer names a place for the page that only you may give: \(style.pageName ?? "")")
    style.pageName = nil
    if !style.paging.isByLink {
      (style.paging, style.saysMore, style.isSettled) = (.none, true, false)
    }
  }
}

extension URL {
  /// The parameters, and the number of a page in the path: `/items/page/1`.
  ///
  /// A number there may be the id of anything. It is that of a page if the answer says so, or if it is the first one
  /// and the last part of the path.
  func hints(besides leaves: [Leaf]) -> [Detection.Parameter] {
    let numbered = ["page", "p"].compactMap { name -> Detection.Parameter? in
      guard let value = segment(after: name), let number = Int(value) else { return nil }
      let isEchoed = leaves.contains { $0.name.countsPages && $0.number == number }
      let isFirst = 0...1 ~= number && path.hasSuffix("/\(value)")
      return isEchoed || isFirst ? .init(name: "path:\(name)", value: value) : nil
    }
    return parameters.map { .init(name: $0.name, value: $0.value) } + numbered
  }
}
