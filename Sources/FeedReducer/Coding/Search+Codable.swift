#if !hasFeature(Embedded)
  private enum ActionName: String, CodingKey, CaseIterable {
    case typed, submitted, timerFired, feed
  }

  private enum EffectName: String, CodingKey, CaseIterable {
    case feed, schedule, cancel
  }

  private enum Field: String, CodingKey {
    case query, ticket, action, effect
  }

  extension Search.Action: Codable
  where Query: Codable, Item: Codable, Item.ID: Codable, Cursor: Codable {
    /// Writes the action as an object with one key, its name. No query is left out.
    public func encode(to encoder: any Encoder) throws {
      var action = encoder.container(keyedBy: ActionName.self)
      switch self {
      case .typed(let query):
        var fields = action.nestedContainer(keyedBy: Field.self, forKey: .typed)
        try fields.encodeIfPresent(query, forKey: .query)
      case .submitted: _ = action.nestedContainer(keyedBy: Field.self, forKey: .submitted)
      case .timerFired(let ticket):
        var fields = action.nestedContainer(keyedBy: Field.self, forKey: .timerFired)
        try fields.encode(ticket, forKey: .ticket)
      case .feed(let inner):
        var fields = action.nestedContainer(keyedBy: Field.self, forKey: .feed)
        try fields.encode(inner, forKey: .action)
      }
    }

    /// Reads an action: an object with one key, its name.
    public init(from decoder: any Decoder) throws {
      let action = try decoder.container(keyedBy: ActionName.self)
      let name = try action.onlyKey(of: "action", from: decoder)
      let fields = try action.nestedContainer(keyedBy: Field.self, forKey: name)
      switch name {
      case .typed: self = .typed(query: try fields.decodeQuery())
      case .submitted: self = .submitted
      case .timerFired:
        self = .timerFired(ticket: try fields.decode(Ticket.self, forKey: .ticket))
      case .feed:
        self = .feed(
          action: try fields.decode(Feed<Item, Cursor>.Action.self, forKey: .action))
      }
    }
  }

  extension KeyedDecodingContainer<Field> {
    /// Reads a query that may be left out, for none. Null is one where the type has such a value, else none.
    fileprivate func decodeQuery<Query: Decodable>() throws -> Query? {
      if !contains(.query) { return nil }
      if try decodeNil(forKey: .query) { return try? decode(Query.self, forKey: .query) }
      return try decode(Query.self, forKey: .query)
    }
  }

  extension Search.Effect: Codable
  where Query: Codable, Item: Codable, Item.ID: Codable, Cursor: Codable {
    /// Writes the effect as an object with one key, its name: that of a timer as a feed's.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .feed(let query, let inner):
        var effect = encoder.container(keyedBy: EffectName.self)
        var fields = effect.nestedContainer(keyedBy: Field.self, forKey: .feed)
        try fields.encode(query, forKey: .query)
        try fields.encode(inner, forKey: .effect)
      case .schedule(let ticket, let after):
        try Feed<Item, Cursor>.Effect.schedule(ticket: ticket, after: after).encode(to: encoder)
      case .cancel(let ticket):
        try Feed<Item, Cursor>.Effect.cancel(ticket: ticket).encode(to: encoder)
      }
    }

    /// Reads an effect: an object with one key, its name.
    public init(from decoder: any Decoder) throws {
      let effect = try decoder.container(keyedBy: EffectName.self)
      let name = try effect.onlyKey(of: "effect", from: decoder)
      if name == .feed {
        let fields = try effect.nestedContainer(keyedBy: Field.self, forKey: name)
        self = .feed(
          query: try fields.decode(Query.self, forKey: .query),
          effect: try fields.decode(Feed<Item, Cursor>.Effect.self, forKey: .effect))
        return
      }
      switch try Feed<Item, Cursor>.Effect(from: decoder) {
      case .schedule(let ticket, let after): self = .schedule(ticket: ticket, after: after)
      case .cancel(let ticket): self = .cancel(ticket: ticket)
      case .load, .send, .drop:
        throw DecodingError.dataCorruptedError(
          forKey: name, in: effect, debugDescription: "This is no effect of a timer.")
      }
    }
  }
#endif
