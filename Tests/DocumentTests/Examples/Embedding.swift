import FeedEffects
import FeedReducer

typealias Page = Feed<Number, Int>.Page
typealias Request = Feed<Number, Int>.Request

/// A feed on the thread of a user interface. What it starts calls back on that thread.
final class NumberList {
  private var loop = Loop(
    Feed<Number, Int>(retry: RetryPolicy(attempts: 3)),
    state: .init(seed: .random(in: 0 ... .max), identity: .random(in: 0 ... .max)))
  private var cancels: [Ticket: () -> Void] = [:]
  private let system: any System

  init(on system: any System) { self.system = system }

  func send(_ action: Feed<Number, Int>.Action) {
    if let ticket = action.answeredTicket { cancels[ticket] = nil }
    guard case .accepted(let effects) = loop.send(action) else { return }
    for effect in effects {
      switch effect {
      case .load(let request):
        cancels[request.ticket] = system.fetch(request) { result in
          switch result {
          case .success(let page): self.send(.pageLoaded(ticket: request.ticket, page: page))
          case .failure(let failure): self.send(.failed(ticket: request.ticket, failure: failure))
          }
        }
      case .schedule(let ticket, let after):
        cancels[ticket] = system.timer(after) { self.send(.timerFired(ticket: ticket)) }
      case .cancel(let ticket): cancels.removeValue(forKey: ticket)?()
      case .send, .drop: break  // Only a feed with rules of edits has these.
      }
    }
    system.draw(loop.state)
  }
}

/// What a user interface of another kind offers: a request, a timer, a list. The first two return how to stop them.
protocol System {
  func fetch(
    _ request: Request, done: @escaping (Result<Page, FeedFailure>) -> Void
  ) -> () -> Void
  func timer(_ after: Duration, fires: @escaping () -> Void) -> () -> Void
  func draw(_ state: Feed<Number, Int>.State)
}
