import FeedEffects
import FeedReducer

extension DetectedSource {
  /// How many requests ``alternative(size:besides:)`` sends at most, beside the one for the first page.
  public static var maxGuesses: Int { RequestBudget.limit }

  /// How long ``alternative(size:besides:)`` goes on: a person waits for it.
  static var maxGuessTime: Duration { .seconds(20) }

  /// How many bytes the responses to guesses may have in all: a list is read for an advice only, and may be large.
  static var maxGuessBytes: Int { 16 << 20 }

  /// What was found out about the page behind the first one.
  @nonexhaustive
  public enum Alternative: Hashable, Sendable {
    /// With what is given here the second page came.
    case way(PagingStyle.Given)

    /// The server takes a number or an offset, and has no row there: the first page is all.
    case end

    /// Nothing that was tried leads on.
    case nothing
  }

  /// Looks for another way to the second page, for a server that the found style does not lead on.
  ///
  /// It tries names and places that servers use, each with one request, one after the other: up to
  /// ``maxGuesses`` in 20 s and 16 MB. Servers count such requests, so use it in tools, when a person waits
  /// for an advice, and say so before. What the found style asks for is not asked again.
  ///
  /// - Parameters:
  ///   - size: The number of rows to ask for.
  ///   - known: The ids of rows that are known; a second page has to have another.
  public func alternative(size: Int, besides known: Set<JSONRow.ID> = []) async -> Alternative {
    let guesses = Task { await guess(size: size, besides: known) }
    // A response that is under way is not waited for.
    let timeout = loader.timers.schedule(at: loader.timers.now + Self.maxGuessTime) {
      guesses.cancel()
    }
    defer { timeout.cancel() }
    return await withTaskCancellationHandler {
      await guesses.value
    } onCancel: {
      guesses.cancel()
    }
  }

  private func guess(size: Int, besides known: Set<JSONRow.ID>) async -> Alternative {
    let request = JSONFeed.Request(
      ticket: Ticket(rawValue: 0), kind: .refresh, position: .start, size: size)
    let start = loader.timers.now
    guard budget.left > 0,
      let response = try? await response(at: HTTPRequest.Place(), of: startRequest, size: size),
      let first = firstAnswer(response, to: request, besides: known)
    else { return .nothing }
    return switch await tryOut(first.detection.alternatives, behind: first, since: start) {
    case .lead(let lead): .way(lead.given)
    case .empty: .end
    case .same, .refused, .more, .nothing: .nothing
    }
  }
}
