import FeedEffects
import FeedHTTP
import FeedReducer
import Foundation

// Where a list is read on: cursors as words for a shell, and back.

extension RemoteSource {
  /// How a cursor is written.
  private enum Writing {
    /// The number of a page, or the index of a row.
    case number, offset

    case link

    /// A text, or JSON.
    case token

    case none
  }

  private var writing: Writing {
    switch style?.paging {
    case .pageNumber, .pageCount, .shortPage: .number
    case .offset: .offset
    case .nextURL, .linkHeader: .link
    case .token, .keyset, .relay: .token
    default: .none
    }
  }

  /// The options that read the list on from a cursor: those that the style needs and that are not given, and its
  /// place, which reads as this cursor again.
  ///
  /// - Throws: Why there are none.
  func options(readingOnAt cursor: PageCursor) throws(Problem) -> String {
    let options = pages.needed?.besides(pages.given).optionText ?? ""
    let place = try place(of: cursor).asShellWord
    return "\(options.isEmpty ? "" : "\(options) ")--resume-at \(place)"
  }

  /// Whether the list has an index for each row, so that a page may begin with any of them.
  var hasOffsets: Bool { writing == .offset }

  // MARK: - To a text

  private func place(of cursor: PageCursor) throws(Problem) -> String {
    switch cursor {
    case .link(let url), .foreignLink(let url): return try address(url)
    case .number(let number, _), .offset(let number, _):
      guard writing == .link else { return "\(number)" }
      // The link has more than the number.
      guard let link = pages.link(for: cursor) else {
        throw "the link to the page is not known"
      }
      return try address(link)
    case .token(let token):
      if token.isPlain, (try? self.cursor(at: token)) == cursor { return token }
      return JSONText.escape(JSONText.of(JSONValue.string(token)), isASCII: true)
    case .json(let value):
      return JSONText.escape(JSONText.of(value, masksSecrets: false), isASCII: true)
    }
  }

  /// A link on the server of the list, without the secrets that the list's own URL has.
  private func address(_ link: String) throws(Problem) -> String {
    guard let url = URL(string: link), pages.request.hasOrigin(of: url) else {
      throw "its link leads to another server"
    }
    let own = pages.request.url.absoluteString.queryItems
    let known = link.droppingQueryItems { $0.hasSecret && own.contains($0) }
    guard known.maskingSecrets == known,
      completed(known).queryItems.sorted() == link.queryItems.sorted()
    else { throw "its link has a secret" }
    return known
  }

  /// A link with the secrets that the URL of the list has, and that the link lacks.
  private func completed(_ link: String) -> String {
    let names = Set(link.queryItems.map(\.itemName))
    let lacking = pages.request.url.absoluteString.queryItems.filter {
      $0.hasSecret && !names.contains($0.itemName)
    }
    return lacking.reduce(link) { $0 + ($0.contains("?") ? "&" : "?") + $1 }
  }

  // MARK: - From a text

  /// The cursor that a text stands for, as an earlier reading has printed it.
  ///
  /// - Throws: A problem if the text is none for the style of the list, or leads to another server.
  func cursor(at place: String) throws(Problem) -> PageCursor {
    let cursor: PageCursor
    switch writing {
    case .number: cursor = .number(try number(place, of: "the number of a page"))
    case .offset: cursor = .offset(try number(place, of: "the index of a row"))
    case .link: cursor = try link(place)
    case .token: cursor = try token(place)
    case .none:
      throw .usage(
        "--resume-at \(quoted(place)) leads nowhere, since how the list goes on is not known; give the options that "
          + "were printed with it")
    }
    do throws(FeedFailure) {
      _ = try pages.foundRequest.urlRequest(for: cursor, size: 1)
    } catch {
      throw .usage("--resume-at can't be \(quoted(place)): \(error.message)")
    }
    return cursor.place != nil && cursor.place == pages.second?.place
      ? pages.second ?? cursor : cursor
  }

  /// Throws if the page at a place is the first one, so that a server takes no place.
  func check(_ page: JSONFeed.Page, at cursor: PageCursor?) throws(FeedFailure) {
    guard style?.lacksID == false, !firstIDs.isEmpty, let cursor,
      cursor.place != pages.firstPlace, page.items.lazy.map(\.id).starts(with: firstIDs)
    else { return }
    throw FeedFailure(
      .ignoredParameter,
      message:
        "\(cursor.text.shortened(to: 60).asOneName) has the rows of the first page; give the parameter that names the page: "
        + "--page-param")
  }

  private func number(_ place: String, of wanted: String) throws(Problem) -> Int {
    guard let number = Int(place), number >= 0 else { throw unfit(place, wanted: wanted) }
    return number
  }

  private func link(_ place: String) throws(Problem) -> PageCursor {
    if let number = Int(place) {
      // A list whose links count takes a number, too.
      switch pages.second {
      case .number?: return .number(number)
      case .offset?: return .offset(number)
      default: throw unfit(place, wanted: "the URL of a page, or the part of it behind the server")
      }
    }
    guard place.contains(/[\/?]/), let url = URL(string: place, relativeTo: pages.foundRequest.url),
      url.host() != nil
    else { throw unfit(place, wanted: "the URL of a page, or the part of it behind the server") }
    return .link(completed(url.absoluteString))
  }

  private func token(_ place: String) throws(Problem) -> PageCursor {
    var reader = JSONReader(Array(place.utf8))
    let value = try? reader.document()
    let cursor: PageCursor =
      switch value {
      case .string(let text)?: .token(text)
      case .object?, .array?: value.map { .json($0) } ?? .token(place)
      case let value?: pages.takesJSON ? .json(value) : .token(place)
      case nil: .token(place)
      }
    switch (cursor, pages.second) {
    case (.json(.object), .token?), (.json(.array), .token?):
      throw unfit(place, wanted: "a token, and one that looks like JSON in quotes of JSON")
    case (.token, .json(.object)?), (.token, .json(.array)?):
      throw unfit(place, wanted: "JSON, such as {\"from\":20}")
    case (_, .token(let other)?) where Int(place) != nil && Int(other) == nil:
      throw unfit(place, wanted: "a token, and not the number of a page")
    default: return cursor
    }
  }

  private func unfit(_ place: String, wanted: String) -> Problem {
    .usage("--resume-at can't be \(quoted(place)): this list takes \(wanted)")
  }
}

extension PagingStyle.Given {
  /// What is given here and not in `other`, of the paging.
  fileprivate func besides(_ other: Self) -> Self {
    var rest = Self()
    rest.kind = kind == other.kind ? nil : kind
    rest.next = next == other.next ? nil : next
    rest.pageName = pageName == other.pageName ? nil : pageName
    rest.firstNumber = firstNumber == other.firstNumber ? nil : firstNumber
    return rest
  }
}

extension String {
  /// Whether it is ASCII without control characters, so that it can be pasted from any terminal.
  fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// The parts of the query of a URL, as they are written.
  fileprivate var queryItems: [String] {
    split(separator: "?", maxSplits: 1).dropFirst().first?.prefix { $0 != "#" }
      .split(separator: "&").map(String.init) ?? []
  }

  /// The name in a part of a query.
  fileprivate var itemName: String { String(prefix { $0 != "=" }).queryDecoded }

  /// Whether the value in a part of a query is a secret.
  fileprivate var hasSecret: Bool {
    contains("=") && itemName.hides(value: String(drop { $0 != "=" }.dropFirst()))
  }

  /// The URL without some parts of its query.
  fileprivate func droppingQueryItems(_ isDropped: (String) -> Bool) -> String {
    let kept = queryItems.filter { !isDropped($0) }
    guard kept.count < queryItems.count else { return self }
    let start = String(prefix { $0 != "?" })
    return kept.isEmpty ? start : "\(start)?\(kept.joined(separator: "&"))"
  }
}
