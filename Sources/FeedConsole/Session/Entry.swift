import FeedHTTP
import FeedReducer

/// A step of the history: the event, the reaction and the result.
struct Entry {
  /// The number of the step; 0 is the start of the session, before the first event.
  let number: Int

  let event: Event

  /// The reaction of the machine. An event without an action is accepted without effects.
  let reaction: Reaction<JSONFeed.Effect, SearchRefusal>

  @Shared private var result: Result

  /// The command that caused it; nil for the start of the session and for answers that arrive.
  let typed: Typed?

  /// What a step leaves. It is most of a history's memory, so steps share what does not change.
  private struct Result {
    var state: Session.State
    @Shared var machine: JSONFeed
  }

  /// A command that makes steps.
  struct Typed {
    /// The command as it was typed.
    let text: String

    /// Whether it makes one step alone.
    var isSingle = true

    /// Whether its steps depend on what a server has answered.
    var asksServer = false

    /// Whether it has made the step before, too.
    var isContinued = false
  }

  enum Event: Equatable {
    /// The session began.
    case begun(seed: UInt64)

    case action(JSONFeed.Action)

    /// The user typed or chose a query; empty for the whole list, nil for none.
    case typed(Query?)

    /// The user asked for the query now.
    case submitted

    case advanced(Duration)

    /// The server changed.
    case server(Server.Change)
  }
}

extension Entry {
  /// The state, the pending work and the clock after the step.
  var state: Session.State { result.state }

  /// The machine that made the step.
  var machine: JSONFeed { result.machine }

  /// Creates a step. `before` is the one before it, if that is of the same feed.
  init(
    number: Int, event: Event, reaction: Reaction<JSONFeed.Effect, SearchRefusal>,
    state: Session.State, machine: JSONFeed, typed: Typed?, after before: Entry? = nil
  ) {
    self.number = number
    self.event = event
    self.reaction = reaction
    self.typed = typed
    _result = before?._result ?? Shared(wrappedValue: Result(state: state, machine: machine))
    if reaction.refusal == nil || state != self.state { result.state = state }
    if machine != self.machine { result.machine = machine }
  }

  /// Creates the first step of a session.
  init(begun seed: UInt64, machine: JSONFeed, server: Server?) {
    self.init(
      number: 0, event: .begun(seed: seed), reaction: .accepted([]),
      state: Session.State(feed: JSONFeed.State(seed: seed, identity: seed), server: server),
      machine: machine,
      typed: nil)
  }

  /// A line that makes this step again, and no other: what was typed, or else what happened.
  var line: String {
    guard let typed, typed.isSingle, !typed.asksServer, typed.text.isOneLine else {
      return event.line
    }
    return typed.text
  }
}

extension Entry.Event {
  /// A line that makes it happen. An action is JSON, so that an answer needs no server.
  ///
  /// Time is `advance 1.5s hold`: it lets no timer fire, because a timer that fires is an event of its own.
  var line: String {
    switch self {
    // The session begins with it.
    case .begun: ""
    case .advanced(let duration): "advance \(duration.exactText) hold"
    case .server, .submitted: text
    case .typed(let query):
      JSONText.of(JSONSearch.Action.typed(query: query), masksSecrets: false)
    case .action(let action): JSONText.of(action, masksSecrets: false)
    }
  }
}

/// The result of a step, for the renderers.
struct StepReport {
  /// The step before.
  var before: Entry

  let entry: Entry

  /// What a step in the past left behind; nil if no step was undone.
  var fork: Fork?

  /// How many undone steps there are after a step that was ignored, and therefore not recorded.
  var kept = 0

  /// The outcome of the request that this step answered too late; nil if it was not late.
  var outcome: Outcome?

  /// The step that begins a run in which rows came into view, which is shown as one step, and their count.
  var run: (first: Entry, count: Int)?
}

/// What a step in the past left behind: it began another branch.
struct Fork: Equatable {
  /// How many undone steps stay in the branch that was left.
  let kept: Int

  /// The number of the branch that was left.
  let branch: Int
}

/// How a request ended.
struct Outcome: Equatable {
  let ticket: Ticket

  /// Whether it was cancelled. If not, a page or a failure answered it.
  let isCancelled: Bool

  /// The step that ended it.
  let step: Int

  var ending: String { isCancelled ? "cancelled" : "answered" }

  var text: String { "request \(ticket) was \(ending) in step \(step)" }
}
