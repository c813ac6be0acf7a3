import FeedHTTP
import FeedReducer

// An app that runs elsewhere is followed by making its steps again. They are the first branch of the session;
// what the user of the tool does begins others.

/// Where the answers of a followed app would come from: only the app itself can ask its server.
final class FollowedSource: TaskSource {
  private let path: String

  init(path: String) { self.path = path }

  override var name: String { path }

  override func work(for load: Load) -> @Sendable () async throws -> JSONFeed.Page {
    { throw Self.failure }
  }

  override func work(for edit: JSONFeed.Edit) -> (@Sendable () async throws -> JSONRow?)? {
    { throw Self.failure }
  }

  private static let failure = FeedFailure(
    .other,
    message: "Only the app can ask its server; 'loaded items=3' makes rows up, 'fail' lets it fail."
  )
}

extension Session {
  /// The branch of the app's steps.
  static let appBranch = 1

  /// Whether the branch is that of an app that is followed, which only the app goes on with.
  var isAtApp: Bool { isFollowed && history.branch == Self.appBranch }

  /// Begins a session that follows an app.
  init(following start: TraceStep.Start) {
    self.init(feed: start.feed, seed: start.seed)
    isFollowed = true
    for event in start.events { follow(event) }
  }

  /// Makes a step of the app at the end of its branch. Who looks at another step stays there.
  mutating func follow(_ event: Entry.Event) {
    let place = (branch: history.branch, position: position)
    let isElsewhere = !isAtApp || undone > 0
    if isElsewhere { go(toBranch: Self.appBranch) }
    isFollowing = true
    make(event)
    isFollowing = false
    guard isElsewhere else { return }
    if place.branch != history.branch { go(toBranch: place.branch) }
    go(to: place.position)
  }

  /// The step that the app made last.
  fileprivate var lastOfApp: Entry { history.lastEntry(of: Self.appBranch) }
}

extension Interpreter {
  /// Makes the steps of an app that is followed. Returns what the user should know of them.
  func follow(_ events: [TraceEvent]) -> Line? {
    var note: Line?
    for event in events {
      switch event {
      case .began: followed = nil
      case .step(let step): note = follow(step).map { Line($0, style: .bad) } ?? note
      case .problem(let line, let problem):
        // A line is missing, so the next ones lead elsewhere.
        followed = nil
        note = Line("line \(line): ", style: .bad) + Line("\(problem)")
      }
    }
    return note
  }

  private func follow(_ step: TraceStep) -> String? {
    var note: String?
    if let start = step.start {
      let count = step.dropped > 0 ? "\(step.dropped.counted("step")) dropped before it" : "anew"
      if session.isFollowed { note = "the trace begins again with step \(step.step): \(count)" }
      session = Session(following: start)
      settings = Settings(of: start.feed)
    } else if followed.map({ $0 + 1 != step.step }) ?? true {
      followed = nil
      return
        "steps are missing before step \(step.step); the trace goes on when the app starts again"
    }
    followed = step.step
    if let unknown = step.unknown {
      followed = nil
      return
        "step \(step.step) is '\(unknown)', which this feed-repl does not know; take the app's version"
    }
    if let event = step.event { session.follow(event) }
    guard step.event != nil || step.start != nil else { return note }
    let last = session.lastOfApp
    let isSame =
      last.state.items.count == step.rows
      && (step.event == nil || (last.reaction.refusal != nil) == step.isIgnored)
    return isSame
      ? note
      : "step \(step.step) went otherwise in the app, which shows \(step.rows.counted("row"))"
  }
}
