extension Feed {
  /// A change that the user makes to a row.
  ///
  /// There are these three for good: a sink has to know all, so a `switch` needs no `@unknown default`.
  public enum Change: Equatable {
    /// Inserts a row in front of the row `before`, or at the end if that is nil.
    case insert(item: Item, before: Item.ID?)

    /// Replaces the row that has the same id.
    case update(item: Item)

    /// Removes the row with this id.
    case remove(id: Item.ID)
  }

  /// A change as it is sent to the server, with what names it.
  public struct Edit: Equatable {
    /// The identity of the feed in which the edit was made. With the ticket it names the edit.
    ///
    /// A restored feed has an identity of its own, since it may use tickets again that the earlier run
    /// used after its last snapshot.
    public var feed: UInt64

    /// The ticket that the answer must carry. It stays the same however often the edit is sent.
    public var ticket: Ticket

    /// The id that the row has now.
    ///
    /// If the server gave the row a new id after the change was made, the item in an update still has
    /// the old one.
    public var id: Item.ID

    /// What the user did to the row.
    ///
    /// When the edit is sent, the id in a removal and `before` in an insertion are the current ids.
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

  /// An edit that the server has not answered for good. The list shows it.
  public struct PendingEdit: Equatable {
    /// The edit to send.
    public var edit: Edit

    /// How the sending stands.
    public var state: EditState

    /// Creates a pending edit. A feed makes its own; this is for tests and previews.
    public init(edit: Edit, state: EditState) {
      self.edit = edit
      self.state = state
    }
  }

  /// An edit that failed, until it is retried or dismissed.
  public struct FailedEdit: Equatable {
    /// The edit that was sent.
    public var edit: Edit

    /// Why it failed.
    public var failure: FeedFailure

    /// Whether the list no longer shows the change, because the server refused it. A change that did
    /// not reach the server still shows.
    public var isUndone: Bool { !failure.isRetryable }

    /// Creates a failed edit, for a snapshot that you write yourself, and for tests.
    public init(edit: Edit, failure: FeedFailure) {
      self.edit = edit
      self.failure = failure
    }
  }
}

extension Feed.Change {
  /// The id of the row, as it was when the change was made.
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
    /// Reads an edit. `id` may be left out if the change has the same, and `feed` if it is that of the
    /// snapshot; it is 0 then.
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

/// How the sending of an edit stands.
///
/// There are these five for good, so a `switch` needs no `@unknown default`.
public enum EditState: Equatable, Sendable {
  /// The edit is sent after an earlier edit of the same row.
  case queued

  /// The edit is being sent. `attempt` counts the repetitions before it.
  case sending(attempt: Int)

  /// An automatic repetition waits for its timer. `attempt` counts it and those before it.
  case waiting(timer: Ticket, attempt: Int)

  /// The edit waits until the device is online.
  case offline(attempt: Int)

  /// The edit did not reach the server and still shows. A retry, a newer edit of the row or, if
  /// the network was at fault, coming online sends it again.
  indirect case failed(failure: FeedFailure)
}

extension EditState {
  /// The timer that an automatic repetition waits for, or nil.
  public var timer: Ticket? {
    if case .waiting(let timer, _) = self { timer } else { nil }
  }

  /// Why the edit did not reach the server, if it has failed.
  public var failure: FeedFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// Whether the edit is being sent.
  public var isSending: Bool {
    if case .sending = self { true } else { false }
  }
}

extension EditState {
  /// The name of the state, for traces and tools.
  package var phase: String {
    switch self {
    case .queued: "queued"
    case .sending: "sending"
    case .waiting: "waiting"
    case .offline: "offline"
    case .failed: "failed"
    }
  }
}

extension Feed.Edit {
  /// The row in front of which a new row belongs, if the one that the user named, `before`, is new as well, and its
  /// insertion is pending: that one's row, and so on.
  func settled(before: Item.ID?, over pending: [Feed.PendingEdit]) -> Item.ID? {
    for older in pending.reversed().map({ $0.edit }) where older.ticket < ticket {
      if case .insert(_, let next) = older.change, let before, older.id == before {
        return older.settled(before: next, over: pending)
      }
    }
    return before
  }
}
