package import FeedReducer
import FeedTesting

/// One step of a ``SimulatedFeed``.
///
/// A step names work by its index in ``SimulationState/inFlight`` or ``SimulationState/ended``.
package enum SimulationStep: Hashable, Sendable {
  /// The front end shows the feed.
  case start

  /// The row at this index becomes visible.
  case appear(Int)

  /// The existing rows of this range become visible together.
  case show(Range<Int>)

  /// The front end asks for the next page.
  case loadMore

  /// The user pulls to refresh.
  case pull

  /// The program reports the rows as out of date.
  case invalidate

  /// The feed starts over.
  case reset

  /// The user logs out: the feed is stopped.
  case logOut

  /// The user retries a load that failed; nil retries every kind.
  case retry(LoadKind?)

  /// The user has read what failed.
  case dismissErrors

  /// The server answers the request in flight at this index.
  case answer(Int, ServerAnswer)

  /// The request or edit in flight at this index fails.
  case fail(Int, ServerFailure)

  /// The request, edit or timer in flight at this index is cancelled from outside.
  case stop(Int)

  /// The timer in flight at this index fires.
  case fire(Int)

  /// The answer to the ended work at this index arrives.
  case answerLate(Int)

  /// The failure of the ended work at this index arrives.
  case failLate(Int)

  /// The device goes online or offline.
  case connect(Bool)

  /// The user adds a row at the top of the list.
  case add

  /// The user changes the row at this index.
  case change(Int)

  /// The user removes the row at this index.
  case delete(Int)

  /// The user retries the edits of the row with this id.
  case retryEdits(Int)

  /// The user dismisses the edits of the row with this id.
  case dismissEdits(Int)

  /// The server applies the edit in flight at this index, but does not answer yet.
  case serve(Int)

  /// The server accepts the edit in flight at this index and answers.
  case commit(Int)

  /// The server rejects the edit in flight at this index.
  case reject(Int)

  /// The system reports low memory.
  case warn

  /// The program quits and starts again.
  case restart

  /// The program restores its snapshot: one that is a day old, or a new one.
  case restore(isOld: Bool)

  /// The server inserts a row in front of its row at this index.
  case insert(Int)

  /// The server removes its row at this index.
  case remove(Int)

  /// The server changes its row at this index.
  case update(Int)
}

extension SimulationStep {
  /// Whether this ends work in flight, or is a late answer to ended work.
  var isAnswer: Bool {
    switch self {
    case .answer, .answerLate, .fail, .failLate, .stop, .fire, .commit, .reject: true
    default: false
    }
  }

  /// Whether this is the server's confirmation of an edit.
  var isCommit: Bool {
    if case .commit = self { true } else { false }
  }

  /// Whether this is the user's change of a row.
  var isEdit: Bool {
    switch self {
    case .add, .change, .delete: true
    default: false
    }
  }
}
