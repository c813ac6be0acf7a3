// Effects as short text, for logs and the console: without it they print with the types of the rows in each case.
#if !hasFeature(Embedded)
  extension Feed.Effect: CustomStringConvertible {
    /// The effect as in Swift, without the types of rows and cursors: `.load(ticket: 2, kind: append, after 7, size: 20)`.
    public var description: String {
      switch self {
      case .load(let request):
        ".load(ticket: \(request.ticket), kind: \(request.kind), \(request.position), size: \(request.size))"
      case .cancel(let ticket): ".cancel(ticket: \(ticket))"
      case .schedule(let ticket, let after): ".schedule(ticket: \(ticket), after: \(after))"
      case .send(let edit): ".send(ticket: \(edit.ticket), \(edit.change))"
      case .drop(let edit): ".drop(ticket: \(edit.ticket), \(edit.change))"
      }
    }
  }

  extension Feed.Position: CustomStringConvertible {
    /// The position in words: `start`, `after 7`, `before 7`.
    public var description: String {
      switch self {
      case .start: "start"
      case .after(let cursor): "after \(cursor)"
      case .before(let cursor): "before \(cursor)"
      }
    }
  }

  extension Feed.Change: CustomStringConvertible {
    /// The change in words: `insert Note(id: 1)`, `update Note(id: 1)`, `remove 1`.
    public var description: String {
      switch self {
      case .insert(let item, let before?): "insert \(item) before \(before)"
      case .insert(let item, nil): "insert \(item)"
      case .update(let item): "update \(item)"
      case .remove(let id): "remove \(id)"
      }
    }
  }

  extension Search.Effect: CustomStringConvertible {
    /// The effect of the feed with its query, or that of the pause.
    public var description: String {
      switch self {
      case .feed(let query, let effect): "\(effect) of \(query)"
      case .schedule(let ticket, let after): ".schedule(ticket: \(ticket), after: \(after))"
      case .cancel(let ticket): ".cancel(ticket: \(ticket))"
      }
    }
  }
#endif
