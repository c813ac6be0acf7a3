extension Feed {
  /// A change that a person makes to a row.
  @nonexhaustive
  public enum Change: Equatable {
    /// A new row in front of the row `before`, or at the end if that is nil.
    case insert(item: Item, before: Item.ID?)

    /// A new value for the row with the same id.
    case update(item: Item)

    /// The row with this id goes.
    case remove(id: Item.ID)
  }

  /// A change as it is sent to the server.
  public struct Edit: Equatable {
    /// The identity of the feed in which it was made; with the ticket it names the edit for good.
    ///
    /// A feed that is restored has an identity of its own: it may count from a ticket again that the
    /// one before it gave after it was last kept.
    public var feed: UInt64

    /// The number that the answer must bear. It is the same however often the edit is sent.
    public var ticket: Ticket

    /// The id that the row has now.
    ///
    /// Where the server gave the row another id after the change was made, the new value in an
    /// update still has the old one.
    public var id: Item.ID

    /// What is changed.
    public var change: Change

    /// Creates an edit.
    ///
    /// - Parameter id: The id that the row has now; nil for the one that the change names.
    public init(feed: UInt64, ticket: Ticket, change: Change, id: Item.ID? = nil) {
      self.feed = feed
      self.ticket = ticket
      self.change = change
      self.id = id ?? change.id
    }
  }

  /// An edit that the server has not answered for good. It shows in the list.
  public struct PendingEdit: Equatable {
    /// What is to be sent.
    public var edit: Edit

    /// How that stands.
    public var state: EditState

    /// Creates a pending edit.
    public init(edit: Edit, state: EditState) {
      self.edit = edit
      self.state = state
    }
  }

  /// An edit that failed, and of which nothing was decided yet: try again or dismiss it.
  public struct FailedEdit: Equatable {
    /// What was sent.
    public var edit: Edit

    /// Why it failed.
    public var failure: FeedFailure

    /// Whether the change no longer shows, as the server refused it. One that only did not get
    /// through still shows.
    public var isUndone: Bool { !failure.isRetryable }

    /// Creates a failed edit.
    public init(edit: Edit, failure: FeedFailure) {
      self.edit = edit
      self.failure = failure
    }
  }
}

extension Feed.Change {
  /// The id of the row that is changed, as it was when the change was made.
  public var id: Item.ID {
    switch self {
    case .insert(let item, _), .update(let item): item.id
    case .remove(let id): id
    }
  }
}

extension Feed.Change: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.Edit: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.PendingEdit: Sendable where Item: Sendable, Item.ID: Sendable {}
extension Feed.FailedEdit: Sendable where Item: Sendable, Item.ID: Sendable {}

#if !hasFeature(Embedded)
  extension Feed.Change: Codable where Item: Codable, Item.ID: Codable {}
  extension Feed.FailedEdit: Codable where Item: Codable, Item.ID: Codable {}

  extension Feed.Edit: Codable where Item: Codable, Item.ID: Codable {
    /// Reads an edit. The id may be left out where it is the one that the change names, and the feed
    /// where it is that of the snapshot; it is 0 then.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        feed: try container.decodeIfPresent(UInt64.self, forKey: .feed) ?? 0,
        ticket: try container.decode(Ticket.self, forKey: .ticket),
        change: try container.decode(Feed.Change.self, forKey: .change),
        id: try container.decodeIfPresent(Item.ID.self, forKey: .id))
    }
  }
#endif

/// How an edit that the server has not answered stands.
@nonexhaustive
public enum EditState: Equatable, Sendable {
  /// It follows an earlier edit of the same row, and is sent when that one has been answered.
  case queued

  /// It is on its way to the server. `attempt` counts the repetitions before it.
  case sending(attempt: Int)

  /// An automatic repetition waits for its timer. `attempt` counts it and those before it.
  case waiting(timer: Ticket, attempt: Int)

  /// It waits until the device is online.
  case offline(attempt: Int)

  /// It did not get through, and still shows. Only a person or the network has it sent again.
  indirect case failed(failure: FeedFailure)
}

extension EditState {
  /// The timer that an automatic repetition waits for, or nil.
  public var timer: Ticket? {
    if case .waiting(let timer, _) = self { timer } else { nil }
  }

  /// Why it did not get through, if it was given up.
  public var failure: FeedFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether it is on its way to the server.
  public var isSending: Bool {
    if case .sending = self { true } else { false }
  }

  /// The count of attempts with which it is sent when a person asks; nil where that is no use.
  var attemptToRetry: Int? {
    switch self {
    case .queued, .sending: nil
    case .waiting(_, let attempt), .offline(let attempt): attempt
    case .failed: 0
    }
  }
}
