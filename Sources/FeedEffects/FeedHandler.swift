public import FeedReducer

/// Carries out the effects of a feed: loads go to a source, the rest to the runner.
public struct FeedHandler<Item: Identifiable & Equatable, Cursor: Hashable>: EffectHandler
where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {
  private let source: any PageSource<Item, Cursor>

  /// Creates a handler that asks `source` for pages, off the store's actor.
  public init(_ source: any PageSource<Item, Cursor>) {
    self.source = source
  }

  /// Returns the work for `effect`, named by its ticket.
  public func work(for effect: Feed<Item, Cursor>.Effect) -> Work<Feed<Item, Cursor>.Action> {
    effect.work { [source] request in
      .concurrent {
        do {
          return .pageLoaded(ticket: request.ticket, page: try await source.page(for: request))
        } catch {
          return Feed.Action(ticket: request.ticket, error: error)
        }
      }
    }
  }
}

/// Carries out the effects of a feed whose rows may not leave the main actor.
@MainActor
struct MainActorFeedHandler<Item: Identifiable & Equatable, Cursor: Hashable>:
  @MainActor EffectHandler
{
  let page: @MainActor (Feed<Item, Cursor>.Request) async throws -> Feed<Item, Cursor>.Page

  func work(for effect: Feed<Item, Cursor>.Effect) -> Work<Feed<Item, Cursor>.Action> {
    effect.work { [page] request in
      .main {
        do {
          return .pageLoaded(ticket: request.ticket, page: try await page(request))
        } catch {
          return Feed.Action(ticket: request.ticket, error: error)
        }
      }
    }
  }
}

extension Feed.Effect {
  /// The work for the effect, where `load` says how a page is loaded.
  func work(
    load: (Feed.Request) -> Operation<Feed.Action>
  ) -> Work<Feed.Action> {
    switch self {
    case .load(let request): .run(id: WorkID(request.ticket), operation: load(request))
    case .cancel(let ticket): .cancel(id: WorkID(ticket))
    case .schedule(let ticket, let after):
      .schedule(id: WorkID(ticket), after: after, action: .timerFired(ticket: ticket))
    case .send: .none
    }
  }
}

extension Feed.Action {
  /// What becomes of a request that threw: a cancel is never a failure.
  init(ticket: Ticket, error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled(ticket: ticket)
    case let failure as FeedFailure: self = .failed(ticket: ticket, failure: failure)
    default:
      self = .failed(
        ticket: ticket, failure: FeedFailure(.other, "The source failed: \(error)"))
    }
  }
}
