/// What a source knows of the end of its list: by what the last page told it, and what speaks against it.
///
/// A page that names no next one ends the list, whatever this says. It is for those who want to know whether the list
/// is whole: an export, a test, a person who looks for a row.
///
/// ```swift
/// Feed.Page(items: rows, next: nil, ending: Ending(.flag))
/// Feed.Page(
///   items: rows, next: nil,
///   ending: Ending(.unnamed, doubt: "the answer says that there are more rows"))
/// ```
public struct Ending: Sendable {
  /// By what a page told that no page follows.
  @nonexhaustive
  public enum Sign: CaseIterable, Hashable, Sendable {
    /// It names no next page.
    case unnamed

    /// It says that there are no more rows.
    case flag

    /// With it all rows came that the server counts.
    case total

    /// It is the last of the pages that the server counts.
    case lastPage

    /// It has fewer rows than a full page.
    case shortPage

    /// It has no rows, and begins behind the last one.
    case emptyPage

    /// It has no rows, and names itself as the next page.
    case itself

    /// The server has no page there.
    case noPage

    /// The list is not paged: the server sends all rows at once.
    case wholeList
  }

  /// By what the last page told that no page follows.
  public var sign: Sign

  /// What speaks against it, in a sentence that says what is not proven; nil if nothing does, and the list is whole.
  public var doubt: String?

  /// Whether one more request has confirmed it.
  public var isChecked: Bool

  /// Creates what a source knows.
  ///
  /// - Parameters:
  ///   - sign: By what the last page told that no page follows.
  ///   - doubt: What speaks against it, without a full stop.
  ///   - isChecked: Whether one more request has confirmed it.
  public init(_ sign: Sign, doubt: String? = nil, isChecked: Bool = false) {
    self.sign = sign
    self.doubt = doubt
    self.isChecked = isChecked
  }

  /// Whether nothing speaks against it.
  public var isProven: Bool { doubt == nil }
}

extension Ending: Hashable {
  /// Compares the doubts byte by byte.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sign == rhs.sign && lhs.isChecked == rhs.isChecked
      && lhs.doubt.hasSameBytes(as: rhs.doubt)
  }

  /// Hashes the sign, whether it is checked, and the bytes of the doubt.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sign)
    hasher.combine(isChecked)
    doubt?.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// What a source told of the end of a list, in the size of a pointer.
indirect enum ToldEnding: Equatable, Sendable {
  case nothing
  case ending(Ending)

  init(_ ending: Ending?) {
    self = ending.map { .ending($0) } ?? .nothing
  }
}

/// Whether a list was read whole, and if not, what is missing.
@nonexhaustive
public enum Completeness: Equatable, Sendable {
  /// Both ends of the list have ended, by proof as far as the source tells one, and no page was dropped.
  case complete

  /// There are more pages, and none is on its way: the first page, the next one, the previous one, or one of a gap.
  case unread(kind: LoadKind)

  /// A page is on its way, or waits for its retry or for the network.
  case loading(kind: LoadKind)

  /// A page could not be loaded.
  indirect case failed(kind: LoadKind, failure: FeedFailure)

  /// The list has ended, and its source says what speaks against that.
  case doubtful(ending: Ending)

  /// A cursor came back without new rows: where the list ends is not known.
  case cycle

  /// Several pages in a row added no row.
  case stalled

  /// Pages that were read were dropped, as the list is to have no more rows at a time.
  case dropped

  /// A search that has no query, or shows rows of another one.
  case unasked
}

extension Completeness {
  /// Whether the list was read whole.
  public var isComplete: Bool { self == .complete }
}

extension Feed.State {
  /// What the source knows of the end of the list; nil if the list has not ended, or the source tells nothing.
  public var ending: Ending? {
    if case .ending(let ending) = told, tail.load.end == .exhausted { ending } else { nil }
  }

  /// Whether the list was read whole, and if not, what is missing.
  ///
  /// - Complexity: O(1).
  public var completeness: Completeness {
    if !hasFirstPage || refresh != .idle {
      return refresh.missing(of: .refresh) ?? .unread(kind: .refresh)
    }
    let isDropped = !tail.dropped.isEmpty || !head.dropped.isEmpty || head.isBeforeFirstPage
    if isDropped { return .dropped }
    if let missing = tail.load.missing(of: .append) ?? head.load.missing(of: .prepend) {
      return missing
    }
    if hasGaps, let missing = self[.gap].missing(of: .gap) { return missing }
    if let ending, !ending.isProven { return .doubtful(ending: ending) }
    return .complete
  }
}

extension Search.State {
  /// Whether the list of the query was read whole, and if not, what is missing.
  ///
  /// - Complexity: O(1), and that of comparing two queries.
  public var completeness: Completeness {
    asked == nil || query != asked || hasStaleRows && current.refresh == .idle
      ? .unasked : current.completeness
  }
}

extension LoadState {
  /// What is missing of a list where this is the state of one of its loads; nil if nothing is.
  fileprivate func missing(of kind: LoadKind) -> Completeness? {
    switch self {
    case .idle: .unread(kind: kind)
    case .loading, .waiting, .offline: .loading(kind: kind)
    case .failed(let failure): .failed(kind: kind, failure: failure)
    case .ended(reason: .exhausted): nil
    case .ended(reason: .cycle): .cycle
    case .ended(reason: .stalled): .stalled
    }
  }
}

#if !hasFeature(Embedded)
  extension Ending.Sign: CustomStringConvertible {
    /// The sign in a clause: `the last page names no next one`.
    public var description: String {
      switch self {
      case .unnamed: "the last page names no next one"
      case .flag: "the last page says that there are no more rows"
      case .total: "all rows came that the server counts"
      case .lastPage: "it is the last page that the server counts"
      case .shortPage: "the last page is shorter than others"
      case .emptyPage: "the page behind the last rows is empty"
      case .itself: "the last page is empty and leads to itself"
      case .noPage: "the server has no page behind the last one"
      case .wholeList: "the server sends the whole list at once"
      }
    }
  }

  extension Ending: CustomStringConvertible {
    /// What told the end, and what speaks against it: `the last page names no next one; but 20 of 82 rows came`.
    public var description: String {
      "\(sign)" + (isChecked ? ", as one more request confirmed" : "")
        + (doubt.map { "; but \($0)" } ?? "")
    }
  }

  extension Completeness: CustomStringConvertible {
    /// The answer in a sentence: `the list is whole`, `the next page failed: …`.
    public var description: String {
      switch self {
      case .complete: "the list is whole"
      case .unread(let kind): "the \(kind.noun) is not read"
      case .loading(let kind): "the \(kind.noun) is on its way"
      case .failed(let kind, let failure): "the \(kind.noun) failed: \(failure.message)"
      case .doubtful(let ending): "\(ending)"
      case .cycle: "a cursor came back without new rows"
      case .stalled: "several pages in a row added no row"
      case .dropped: "rows were dropped, as the list has no more of them at a time"
      case .unasked: "no query is asked"
      }
    }
  }

  extension LoadKind {
    fileprivate var noun: String {
      switch self {
      case .refresh: "first page"
      case .append: "next page"
      case .prepend: "previous page"
      case .gap: "gap between two rows"
      }
    }
  }

  extension Ending.Sign: Codable {
    private var name: String {
      switch self {
      case .unnamed: "unnamed"
      case .flag: "flag"
      case .total: "total"
      case .lastPage: "lastPage"
      case .shortPage: "shortPage"
      case .emptyPage: "emptyPage"
      case .itself: "itself"
      case .noPage: "noPage"
      case .wholeList: "wholeList"
      }
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }

    /// Reads the name of a case. A sign that a later version adds is read as ``unnamed``.
    public init(from decoder: any Decoder) throws {
      let name = try decoder.singleValueContainer().decode(String.self)
      self = Self.allCases.first { $0.name == name } ?? .unnamed
    }
  }

  extension Ending: Codable {
    private enum CodingKeys: String, CodingKey { case sign, doubt, isChecked }

    /// Writes an object; what is false or missing is left out.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(sign, forKey: .sign)
      try container.encodeIfPresent(doubt, forKey: .doubt)
      if isChecked { try container.encode(true, forKey: .isChecked) }
    }

    /// Reads an object as `encode(to:)` writes it.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try container.decode(Sign.self, forKey: .sign),
        doubt: try container.decodeIfPresent(String.self, forKey: .doubt),
        isChecked: try container.decodeIfPresent(Bool.self, forKey: .isChecked) ?? false)
    }
  }
#endif
