#if !hasFeature(Embedded)
  private enum Name: String, CodingKey, CaseIterable {
    case load, cancel, schedule, send, drop
  }

  private enum Field: String, CodingKey {
    case request, ticket, after, edit
  }

  extension Feed.Effect: Codable where Item: Codable, Item.ID: Codable, Cursor: Codable {
    /// Writes the effect as an object with one key, its name.
    public func encode(to encoder: any Encoder) throws {
      var effect = encoder.container(keyedBy: Name.self)
      switch self {
      case .load(let request):
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .load)
        try fields.encode(request, forKey: .request)
      case .cancel(let ticket):
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .cancel)
        try fields.encode(ticket, forKey: .ticket)
      case .schedule(let ticket, let after):
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .schedule)
        try fields.encode(ticket, forKey: .ticket)
        try fields.encode(after.seconds, forKey: .after)
      case .send(let edit):
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .send)
        try fields.encode(edit, forKey: .edit)
      case .drop(let edit):
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .drop)
        try fields.encode(edit, forKey: .edit)
      }
    }

    /// Reads an effect: an object with one key, its name.
    public init(from decoder: any Decoder) throws {
      let effect = try decoder.container(keyedBy: Name.self)
      let name = try effect.onlyKey(of: "effect", from: decoder)
      let fields = try effect.nestedContainer(keyedBy: Field.self, forKey: name)
      switch name {
      case .load:
        self = .load(request: try fields.decode(Feed.Request.self, forKey: .request))
      case .cancel:
        self = .cancel(ticket: try fields.decode(Ticket.self, forKey: .ticket))
      case .schedule:
        self = .schedule(
          ticket: try fields.decode(Ticket.self, forKey: .ticket),
          after: try fields.decodeSeconds(forKey: .after))
      case .send:
        self = .send(edit: try fields.decode(Feed.Edit.self, forKey: .edit))
      case .drop:
        self = .drop(edit: try fields.decode(Feed.Edit.self, forKey: .edit))
      }
    }
  }
#endif
