/// How the load of one kind stands.
@nonexhaustive
public enum LoadState: Equatable, Sendable {
  /// No request is in flight, and one may start.
  case idle

  /// A request is in flight. `attempt` counts the automatic retries before it.
  case loading(ticket: Ticket, attempt: Int)

  /// An automatic retry waits for its timer. `attempt` counts it and those before it.
  case waiting(ticket: Ticket, attempt: Int)

  /// The load waits until the device is online.
  case offline(attempt: Int)

  /// The last load failed. A retry or a refresh loads again, and coming online if the network was at
  /// fault; scrolling does not.
  indirect case failed(failure: FeedFailure)

  /// There are no more pages, for the reason given.
  case ended(reason: End)

  /// Why a kind has no more pages.
  @nonexhaustive
  public enum End: String, CaseIterable, Sendable {
    /// The server said that there is no further page.
    case exhausted

    /// A cursor came back without new rows. Only a pull or a reset starts again.
    case cycle

    /// Several pages in a row added no row. `loadMore` or a retry goes on from there.
    case stalled

    /// Returns the reason with this name, or nil. Names are compared byte by byte.
    public init?(rawValue: String) {
      guard let reason = Self.named(rawValue) else { return nil }
      self = reason
    }
  }
}

extension LoadState {
  /// The ticket of the request in flight, or nil.
  @inlinable public var request: Ticket? {
    if case .loading(let ticket, _) = self { ticket } else { nil }
  }

  /// The ticket of the timer that an automatic retry waits for, or nil.
  @inlinable public var timer: Ticket? {
    if case .waiting(let ticket, _) = self { ticket } else { nil }
  }

  /// Whether a request is in flight, or its automatic retry waits for a timer.
  @inlinable public var isUnderWay: Bool { request != nil || timer != nil }

  /// The failure to show, or nil. A load that waits for the network counts as failed.
  public var failure: FeedFailure? {
    switch self {
    case .failed(let failure): failure
    case .offline: .offline
    default: nil
    }
  }

  /// Why the kind has ended, or nil if it has not.
  public var end: End? {
    if case .ended(let reason) = self { reason } else { nil }
  }
}

extension LoadState.End: CustomStringConvertible {
  /// The reason's name.
  public var description: String { rawValue }
}

#if !hasFeature(Embedded)
  extension LoadState.End: Codable {}
#endif

/// Where the rows of a load go.
///
/// There are these four for good, so a `switch` needs no `@unknown default`.
public enum LoadKind: String, CaseIterable, Sendable {
  /// The first page, which replaces what is there.
  case refresh

  /// The next page, at the end of the list.
  case append

  /// The previous page, at the start of the list.
  case prepend

  /// A page of a gap, between two rows.
  case gap

  /// Returns the kind with this name, or nil. Names are compared byte by byte.
  public init?(rawValue: String) {
    guard let kind = Self.named(rawValue) else { return nil }
    self = kind
  }
}

extension LoadKind {
  /// 0 for a refresh, 1 for the next page, 2 for the previous one, 3 for a gap: for front ends in other languages.
  public var number: Int {
    switch self {
    case .refresh: 0
    case .append: 1
    case .prepend: 2
    case .gap: 3
    }
  }

  /// Returns the kind with this number, or nil.
  public init?(number: Int) {
    switch number {
    case 0: self = .refresh
    case 1: self = .append
    case 2: self = .prepend
    case 3: self = .gap
    default: return nil
    }
  }
}

extension LoadKind: CustomStringConvertible {
  /// The kind's name.
  public var description: String { rawValue }
}

#if !hasFeature(Embedded)
  extension LoadKind: Codable {}
#endif
