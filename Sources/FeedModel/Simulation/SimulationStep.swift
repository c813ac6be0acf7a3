package import FeedReducer
import FeedTesting

/// Something that can happen in a ``SimulatedFeed``.
///
/// What is under way or has ended is named by its place there, the oldest being 0.
package enum SimulationStep: Hashable, Sendable {
  /// The feed is shown.
  case start

  /// The row at this index comes into view.
  case appear(Int)

  /// These rows come into view together, as far as there are such.
  case show(Range<Int>)

  /// The next page is asked for.
  case loadMore

  /// A person pulls to refresh.
  case pull

  /// The rows are said to be out of date.
  case invalidate

  /// The feed starts over.
  case reset

  /// A person asks for what failed again.
  case retry(LoadKind?)

  /// The server answers the request under way at this place.
  case answer(Int, ServerAnswer)

  /// The request or edit under way at this place fails.
  case fail(Int, ServerFailure)

  /// The request, edit or timer under way at this place is stopped from outside.
  case stop(Int)

  /// The timer under way at this place runs out.
  case fire(Int)

  /// The answer to what ended, at this place, arrives.
  case answerLate(Int)

  /// The failure of what ended, at this place, arrives.
  case failLate(Int)

  /// The device goes online or offline.
  case connect(Bool)

  /// A person adds a row at the top of the list.
  case add

  /// A person changes the row at this index.
  case change(Int)

  /// A person removes the row at this index.
  case delete(Int)

  /// A person asks for the edits of the row with this id again.
  case retryEdits(Int)

  /// A person gives up the edits of the row with this id.
  case dismissEdits(Int)

  /// The server carries the edit under way at this place out, and has not answered yet.
  case serve(Int)

  /// The server takes the edit under way at this place.
  case commit(Int)

  /// The server refuses the edit under way at this place.
  case reject(Int)

  /// The system is short of memory.
  case warn

  /// The program is quit and started again.
  case restart

  /// The feed that was kept is restored; it is too old or it is not.
  case restore(isOld: Bool)

  /// A row is added to the server's list in front of the row at this index.
  case insert(Int)

  /// The row at this index goes from the server's list.
  case remove(Int)

  /// The row at this index changes in the server's list.
  case update(Int)
}
