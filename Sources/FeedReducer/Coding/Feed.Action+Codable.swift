// The JSON of everything that is stored or printed: `{"itemAppeared":{"index":3}}`, durations in
// seconds, absent optionals left out. It is written by hand where a duration would make the
// synthesised form unreadable.
#if !hasFeature(Embedded)
  private enum Name: String, CodingKey, CaseIterable {
    case started, itemAppeared, visible, loadMore, refreshPulled, invalidated, reset, stopped
    case retryTapped, errorDismissed, pageLoaded, failed, cancelled, timerFired, connectivityChanged
    case edit, editCommitted, editFailed, editRetried, editDismissed, restored, memoryWarning,
      gapTapped
  }

  private enum Field: String, CodingKey {
    case index, range, kind, ticket, page, failure, isOnline, change, item, id, snapshot, age, keep,
      from
  }

  extension Feed.Action: Codable where Item: Codable, Item.ID: Codable, Cursor: Codable {
    private var name: Name {
      switch self {
      case .started: .started
      case .itemAppeared: .itemAppeared
      case .visible: .visible
      case .loadMore: .loadMore
      case .refreshPulled: .refreshPulled
      case .invalidated: .invalidated
      case .reset: .reset
      case .stopped: .stopped
      case .retryTapped: .retryTapped
      case .errorDismissed: .errorDismissed
      case .pageLoaded: .pageLoaded
      case .failed: .failed
      case .cancelled: .cancelled
      case .timerFired: .timerFired
      case .connectivityChanged: .connectivityChanged
      case .edit: .edit
      case .editCommitted: .editCommitted
      case .editFailed: .editFailed
      case .editRetried: .editRetried
      case .editDismissed: .editDismissed
      case .restored: .restored
      case .memoryWarning: .memoryWarning
      case .gapTapped: .gapTapped
      }
    }

    /// Writes the action as an object with one key, its name.
    public func encode(to encoder: any Encoder) throws {
      var action = encoder.container(keyedBy: Name.self)
      var fields = action.nestedContainer(keyedBy: Field.self, forKey: name)
      switch self {
      case .started, .loadMore, .refreshPulled, .invalidated, .reset, .stopped: break
      case .itemAppeared(let index): try fields.encode(index, forKey: .index)
      case .visible(let range): try fields.encode(range, forKey: .range)
      case .retryTapped(let kind), .errorDismissed(let kind):
        try fields.encodeIfPresent(kind, forKey: .kind)
      case .pageLoaded(let ticket, let page):
        try fields.encode(ticket, forKey: .ticket)
        try fields.encode(page, forKey: .page)
      case .failed(let ticket, let failure), .editFailed(let ticket, let failure):
        try fields.encode(ticket, forKey: .ticket)
        try fields.encode(failure, forKey: .failure)
      case .cancelled(let ticket), .timerFired(let ticket):
        try fields.encode(ticket, forKey: .ticket)
      case .connectivityChanged(let isOnline): try fields.encode(isOnline, forKey: .isOnline)
      case .edit(let change): try fields.encode(change, forKey: .change)
      case .editCommitted(let ticket, let item):
        try fields.encode(ticket, forKey: .ticket)
        try fields.encodeIfPresent(item, forKey: .item)
      case .editRetried(let id), .editDismissed(let id): try fields.encode(id, forKey: .id)
      case .restored(let snapshot, let age):
        try fields.encode(snapshot, forKey: .snapshot)
        try fields.encode(age.seconds, forKey: .age)
      case .memoryWarning(let keep): try fields.encode(keep, forKey: .keep)
      case .gapTapped(let id, let side):
        try fields.encode(id, forKey: .id)
        try fields.encode(side, forKey: .from)
      }
    }

    /// Reads an action: an object with one key, its name.
    public init(from decoder: any Decoder) throws {
      let action = try decoder.container(keyedBy: Name.self)
      let name = try action.onlyKey(of: "action", from: decoder)
      let fields = try action.nestedContainer(keyedBy: Field.self, forKey: name)
      func ticket() throws -> Ticket { try fields.decode(Ticket.self, forKey: .ticket) }
      func failure() throws -> FeedFailure {
        try fields.decode(FeedFailure.self, forKey: .failure)
      }
      switch name {
      case .started: self = .started
      case .itemAppeared: self = .itemAppeared(index: try fields.decode(Int.self, forKey: .index))
      case .visible: self = .visible(range: try fields.decode(Range<Int>.self, forKey: .range))
      case .loadMore: self = .loadMore
      case .refreshPulled: self = .refreshPulled
      case .invalidated: self = .invalidated
      case .reset: self = .reset
      case .stopped: self = .stopped
      case .retryTapped:
        self = .retryTapped(kind: try fields.decodeIfPresent(LoadKind.self, forKey: .kind))
      case .errorDismissed:
        self = .errorDismissed(kind: try fields.decodeIfPresent(LoadKind.self, forKey: .kind))
      case .pageLoaded:
        self = .pageLoaded(
          ticket: try ticket(), page: try fields.decode(Feed.Page.self, forKey: .page))
      case .failed: self = .failed(ticket: try ticket(), failure: try failure())
      case .cancelled: self = .cancelled(ticket: try ticket())
      case .timerFired: self = .timerFired(ticket: try ticket())
      case .connectivityChanged:
        self = .connectivityChanged(isOnline: try fields.decode(Bool.self, forKey: .isOnline))
      case .edit: self = .edit(change: try fields.decode(Feed.Change.self, forKey: .change))
      case .editCommitted:
        self = .editCommitted(
          ticket: try ticket(), item: try fields.decodeIfPresent(Item.self, forKey: .item))
      case .editFailed: self = .editFailed(ticket: try ticket(), failure: try failure())
      case .editRetried: self = .editRetried(id: try fields.decode(Item.ID.self, forKey: .id))
      case .editDismissed: self = .editDismissed(id: try fields.decode(Item.ID.self, forKey: .id))
      case .restored:
        self = .restored(
          snapshot: try fields.decode(Feed.Snapshot.self, forKey: .snapshot),
          age: try fields.decodeSeconds(forKey: .age))
      case .memoryWarning:
        self = .memoryWarning(keep: try fields.decode(Int.self, forKey: .keep))
      case .gapTapped:
        self = .gapTapped(
          id: try fields.decode(Ticket.self, forKey: .id),
          from: try fields.decode(GapSide.self, forKey: .from))
      }
    }
  }

  extension KeyedDecodingContainer where Key: CaseIterable {
    /// The one key of an object that names an action or effect.
    func onlyKey(of what: String, from decoder: any Decoder) throws -> Key {
      let found = try decoder.container(keyedBy: AnyName.self).allKeys.map(\.stringValue).sorted()
      if found.count == 1, let key = allKeys.first { return key }
      let names = Key.allCases.map(\.stringValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: found.count == 1
            ? "There is no \(what) \"\(found[0])\"; there are: \(names)."
            : "Expected one \(what), found \(found.count) keys; give one of: \(names)."))
    }
  }

  /// Any key at all.
  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
#endif
