package import FeedReducer
package import FeedTesting

/// Lists, the users who read and change them, a network, and a server that others change, too.
///
/// The world knows the server's rows and what was sent to whom, and nothing of how a list is built. Its ``laws`` say
/// what a reader is owed. It is walked at random (``draw(at:using:)``) and explored (``steps(at:)``).
package struct World: Model {
  package typealias Machine = WorldMachine

  /// What may happen, and how often.
  package struct Limits: Hashable, Sendable {
    package var additions = 0, removals = 0, changes = 0, moves = 0, forgets = 0
    package var edits = 0, restarts = 0, oddAnswers = 0, lateAnswers = 0

    /// Whether the device goes offline, and whether the user logs out.
    package var goesOffline = false, logsOut = false

    package init() {}

    /// What a step uses up.
    mutating func use(_ step: Step) {
      switch step {
      case .othersAdd: additions -= 1
      case .othersRemove: removals -= 1
      case .othersChange: changes -= 1
      case .othersMove: moves -= 1
      case .serverForgets: forgets -= 1
      case .act(_, .feed(action: .edit)): edits -= 1
      case .restart: restarts -= 1
      case .late, .cancel: lateAnswers -= 1
      case .answer(_, _, let manner) where manner.page != .whole: oddAnswers -= 1
      default: break
      }
    }
  }

  /// A step. Lists, calls and rows are named by their index, counted around.
  package enum Step: Equatable, Sendable {
    /// A user, a program or the device says this to a list: any action, also an impossible one.
    case act(list: Int, WorldSearch.Action)

    /// The server reads a page or carries out an edit, and has not answered yet.
    case serve(list: Int, call: Int, Manner)

    /// A call is answered; it is served before, if it was not.
    case answer(list: Int, call: Int, Manner)

    /// A call fails, or its answer is lost.
    case fail(list: Int, call: Int, Failure)

    /// A call is cancelled from outside.
    case cancel(list: Int, call: Int)

    /// The answer to a call arrives that was answered or cancelled before.
    case late(list: Int, call: Int)

    /// The list is stored; the program is killed and starts again; it restores what was stored.
    case keep(list: Int)
    case restart(list: Int)
    case restore(list: Int, isOld: Bool)

    /// What was stored is another file: a damaged one, or one of a long time.
    case replaceFile(list: Int, File)

    case othersAdd(Int), othersRemove(Int), othersChange(Int), othersMove(Int, Int)
    case serverForgets
  }

  /// How a call is served.
  package struct Manner: Equatable, Sendable {
    package var page = WorldServer.Manner.whole
    package var namesRow = true
    package var refuses = false

    /// Whether an update or a removal is answered with another row of the list, and not carried out.
    package var namesAnother = false
  }

  /// What a file may be like beside one that was just written.
  package enum File: CaseIterable, Equatable, Sendable {
    /// It says that the server has fewer rows than none.
    case negativeTotal

    /// It has as many refused edits as a list keeps.
    case manyRefused
  }

  /// One failure of each class.
  package enum Failure: CaseIterable, Equatable, Sendable {
    case unavailable, busy, overloaded, unreachable, refused, forgotten

    package var failure: FeedFailure {
      switch self {
      case .unavailable:
        FeedFailure(
          .http, message: "503", status: 503, isRetryable: true, retryAfter: .milliseconds(100))
      case .overloaded:
        FeedFailure(
          .http, message: "503", status: 503, isRetryable: true, retryAfter: .seconds(20))
      case .busy:
        FeedFailure(
          .http, message: "429", status: 429, isRetryable: true, retryAfter: .seconds(86_400))
      case .unreachable: FeedFailure(.unreachable, message: "not reached", isRetryable: true)
      case .refused: FeedFailure(.http, message: "404", status: 404)
      case .forgotten: FeedFailure(.invalidCursor, message: "forgotten")
      }
    }
  }

  /// What a list waits for.
  struct Call: Sendable {
    enum Task: Sendable {
      case load(WorldFeed.Request, query: Int)
      case edit(WorldFeed.Edit)
      case timer(Ticket)
      case pause(Ticket)
    }

    enum Served: Sendable {
      /// A page, nil if its cursor was forgotten, and the rows of the server at that time.
      case page(WorldFeed.Page?, rows: Set<Int>)
      case edit(WorldRow??)
    }

    let task: Task
    var served: Served?

    /// Whether rows have come, gone or moved since it was served.
    var isOutdated = false

    var ticket: Ticket {
      switch task {
      case .load(let request, _): request.ticket
      case .edit(let edit): edit.ticket
      case .timer(let ticket), .pause(let ticket): ticket
      }
    }
  }

  /// What lies outside of a list, and what was told to it: the laws judge by this.
  struct Outside: Sendable {
    var calls: [Call] = []

    /// The last calls that ended.
    var ended: [Call] = []

    /// What was stored, with what was told by then.
    var kept: Kept?

    var facts = Facts()
  }

  struct Kept: Sendable {
    var snapshot: WorldFeed.Snapshot
    var facts: Facts

    /// The edits that were not answered, or failed.
    var edits: Set<Ticket>
  }

  /// What a list owes its reader.
  struct Facts: Hashable, Sendable {
    /// The rows that the server had whenever a page was read that shows, in the place where they are now.
    var stayers: Set<Int> = []

    /// The newest version of each row that the list has shown or was told; that of a removed row is `Int.max`.
    var newest: [Int: Int] = [:]

    /// The query whose rows show.
    var query = 0

    /// Whether a page was asked for since the start.
    var hasLoaded = false

    /// Whether rows have come or gone, so that pages that are named by numbers have shifted.
    var isShifted = false

    /// Whether the server lied, or a step came for which a known defect puts rows in wrong places.
    var isBlurred = false

    /// Whether a load was cancelled or dismissed, a refresh failed, or a list was restored, and the user has not
    /// acted since.
    var mayPause = false

    /// The last edit of each row that the server has taken, and the last ticket when it said so.
    var taken: [Int: Ticket] = [:]
    var settled: [Int: Ticket] = [:]

    /// Whether the next first page takes the place of all: the server has forgotten a cursor, or a page led nowhere.
    var isStartedOver = false

    /// Whether that was so since the user last scrolled, pulled or asked for more.
    var hasForgotten = false

    /// How often each load was tried again by itself since it was asked for, and each edit since the user sent it.
    var tries: [LoadKind: Int] = [:]
    var editTries: [Ticket: Int] = [:]

    /// Whether the first page is to be read again: the user pulled, or rows went out of date.
    var isOutOfDate = false

    /// Whether the last refresh came from `invalidated`, and not from the user.
    var isQuiet = false

    /// Whether the device has come online at the last step.
    var isBackOnline = false

    /// The rows that one answer had as neighbours. Noted where there may be gaps.
    var neighbours: Set<Neighbours> = []

    /// The query under which each new row was made, by the draft's id.
    var madeUnder: [Int: Int] = [:]

    /// What went wrong with the edits so far; nil if nothing.
    var wrongEdit: String?
  }

  /// Two rows, one directly above the other.
  struct Neighbours: Hashable, Sendable {
    let above: Int
    let below: Int
  }

  package struct State: Sendable {
    package var lists: [WorldMachine.List]
    var server: WorldServer
    var outside: [Outside]
    var left: Limits
    var restarts = 0
  }

  package let machine: WorldMachine
  package let paging: WorldServer.Paging
  let rows: Int
  let lists: Int
  let isSearch: Bool
  let limits: Limits

  /// The known defects that are an excuse.
  package var excuses = KnownDefect.all

  /// Whether others move rows in a random world.
  package var movesRows = true

  package init(
    _ feed: WorldFeed, paging: WorldServer.Paging, rows: Int, lists: Int = 1,
    isSearch: Bool = false, limits: Limits = Limits()
  ) {
    machine = WorldMachine(search: WorldSearch(feed))
    self.paging = paging
    self.rows = rows
    self.lists = lists
    self.isSearch = isSearch
    self.limits = limits
  }

  package var start: State {
    let all = (0..<lists).map { list(seed: UInt64($0 + 1)) }
    return State(
      lists: all, server: WorldServer(paging: paging, rows: rows),
      outside: all.map { _ in Outside() }, left: limits)
  }

  private func list(seed: UInt64) -> WorldMachine.List {
    isSearch
      ? .search(.init(query: 1, seed: seed, identity: seed))
      : .feed(.init(seed: seed, identity: seed))
  }

  // MARK: - Steps

  package func make(_ step: Step, at state: inout State) -> Exchange<Machine>? {
    state.left.use(step)
    guard let (list, action) = action(for: step, at: &state) else { return nil }
    let before = state.lists[list]
    let reaction = machine.reduce(into: &state.lists, .init(list: list, action: action))
    note(action, reaction: reaction, before: before, list: list, in: &state)
    return Exchange(.init(list: list, action: action), reaction: reaction)
  }

  private func action(
    for step: Step, at state: inout State
  ) -> (list: Int, action: WorldSearch.Action)? {
    switch step {
    case .act(let list, let action): return (list, action)
    case .serve(let list, let call, let manner):
      serve(call, of: list, manner, at: &state)
      return nil
    case .answer(let list, let call, let manner):
      serve(call, of: list, manner, isAnswered: true, at: &state)
      return state.end(call, of: list).flatMap(answer).map { (list, $0) }
    case .fail(let list, let call, let failure):
      return state.end(call, of: list).flatMap { fail($0, with: failure) }.map { (list, $0) }
    case .cancel(let list, let call):
      let calls = state.outside[list].calls
      if calls.isEmpty { return nil }
      if case .pause = calls[call % calls.count].task { return nil }
      return state.end(call, of: list).map { (list, .feed(action: .cancelled(ticket: $0.ticket))) }
    case .late(let list, let call):
      // Of an edit that is sent again one answer comes.
      let calls = state.outside[list].calls.map(\.ticket)
      let ended = state.outside[list].ended.filter { !calls.contains($0.ticket) }
      return ended.isEmpty ? nil : answer(to: ended[call % ended.count]).map { (list, $0) }
    case .keep(let list):
      state.outside[list].kept = Kept(state.lists[list], facts: state.outside[list].facts)
    case .replaceFile(let list, let file):
      if file != .manyRefused || machine.feed.edits != nil {
        state.outside[list].kept?.replace(by: file)
      }
    case .restart(let list): restart(list, at: &state)
    case .restore(let list, let isOld):
      return state.outside[list].kept.map { kept in
        let age: Duration = .seconds(isOld ? 9_999 : 1)
        return (list, .feed(action: .restored(snapshot: kept.snapshot, age: age)))
      }
    default: change(step, at: &state)
    }
    return nil
  }

  /// What others do to the server, and what happens to its cursors.
  private func change(_ step: Step, at state: inout State) {
    switch step {
    case .othersChange(let index): state.server.change(at: index)
    case .othersRemove(let index):
      guard state.server.rows.indices.contains(index) else { return }
      state.forget(row: state.server.rows[index].id)
      state.server.remove(state.server.rows[index].id)
    case .othersAdd(let index):
      state.shift()
      state.server.add(at: index)
    case .othersMove(let index, let other):
      guard state.server.rows.indices.contains(index) else { return }
      state.forget(row: state.server.rows[index].id)
      state.server.move(from: index, to: other)
    case .serverForgets: state.server.forgetCursors()
    default: break
    }
  }

  private func restart(_ list: Int, at state: inout State) {
    state.restarts += 1
    state.lists[list] = self.list(seed: UInt64(10 * state.restarts + list))
    state.outside[list] = Outside(kept: state.outside[list].kept)
  }

  private func serve(
    _ index: Int, of list: Int, _ manner: Manner, isAnswered: Bool = false, at state: inout State
  ) {
    let count = state.outside[list].calls.count
    if count == 0 { return }
    let call = state.outside[list].calls[index % count]
    guard call.served == nil else { return }
    let served: Call.Served?
    switch call.task {
    case .load(let request, let query):
      let page = state.server.page(for: request, query: query, manner: manner.page)
      served = .page(page, rows: Set(state.server.rows.map(\.id)))
    case .edit(let edit):
      // Later the list might not have it, and then it is the new id of the row.
      if isAnswered, manner.namesAnother, let other = another(than: edit, in: list, at: state) {
        served = .edit(.some(other))
        break
      }
      let before = state.server.rows.map(\.id)
      served = .edit(manner.refuses ? nil : state.server.apply(edit, namesRow: manner.namesRow))
      if before != state.server.rows.map(\.id) {
        if case .remove = edit.change { state.forget(row: edit.id) } else { state.shift() }
      }
    default: served = nil
    }
    state.outside[list].calls[index % count].served = served
    state.outside[list].calls[index % count].isOutdated = false
  }

  /// A row of the list, as the server has it, that an edit is not of.
  private func another(
    than edit: WorldFeed.Edit, in list: Int, at state: State
  ) -> WorldRow? {
    if case .insert = edit.change { return nil }
    let others = state.lists[list].feed.snapshot?.items.filter { $0.id != edit.id } ?? []
    return others.compactMap { state.server.row(of: $0.id) }.last
  }

  private func answer(to call: Call) -> WorldSearch.Action? {
    switch (call.task, call.served) {
    case (.load(let request, _), .page(let page?, _)):
      .feed(action: .pageLoaded(ticket: request.ticket, page: page))
    case (.load(let request, _), .page):
      .feed(action: .failed(ticket: request.ticket, failure: Failure.forgotten.failure))
    case (.edit(let edit), .edit(let answer?)):
      .feed(action: .editCommitted(ticket: edit.ticket, item: answer))
    case (.edit(let edit), .edit):
      .feed(
        action: .editFailed(ticket: edit.ticket, failure: FeedFailure(.refused, message: "refused"))
      )
    case (.timer(let ticket), _): .feed(action: .timerFired(ticket: ticket))
    case (.pause(let ticket), _): .timerFired(ticket: ticket)
    default: nil
    }
  }

  private func fail(_ call: Call, with failure: Failure) -> WorldSearch.Action? {
    switch call.task {
    case .load(let request, _):
      return .feed(action: .failed(ticket: request.ticket, failure: failure.failure))
    case .edit(let edit):
      // A server that has carried out an edit does not refuse it; its answer is lost.
      let isDone = if case .edit(_??)? = call.served { true } else { false }
      let failure = isDone && !failure.failure.isRetryable ? Failure.unavailable : failure
      return .feed(action: .editFailed(ticket: edit.ticket, failure: failure.failure))
    default: return answer(to: call)
    }
  }
}

extension World.State {
  /// Takes a call from those that are under way; its answer may come once more.
  fileprivate mutating func end(_ index: Int, of list: Int) -> World.Call? {
    let count = outside[list].calls.count
    if count == 0 { return nil }
    let call = outside[list].calls.remove(at: index % count)
    outside[list].keepEnded(call)
    return call
  }

  /// A row goes, or goes elsewhere.
  fileprivate mutating func forget(row id: Int) {
    for list in outside.indices {
      outside[list].facts.stayers.remove(id)
      outside[list].kept?.facts.stayers.remove(id)
    }
    shift()
  }

  /// Rows come or go: pages that are named by numbers shift.
  fileprivate mutating func shift() {
    for list in outside.indices {
      outside[list].facts.isShifted = true
      outside[list].kept?.facts.isShifted = true
      for call in outside[list].calls.indices { outside[list].calls[call].isOutdated = true }
    }
  }
}

extension World.Outside {
  mutating func keepEnded(_ call: World.Call) {
    ended.append(call)
    // One that is answered may cancel two.
    if ended.count > 3 { ended.removeFirst() }
  }
}

extension World.Kept {
  /// What is stored of a list; nil if it has nothing yet.
  fileprivate init?(_ list: WorldMachine.List, facts: World.Facts) {
    guard let snapshot = list.feed.snapshot else { return nil }
    (self.snapshot, self.facts, edits) = (snapshot, facts, list.editTickets)
  }

  fileprivate mutating func replace(by file: World.File) {
    switch file {
    case .negativeTotal: snapshot.total = -1
    case .manyRefused:
      let last = snapshot.lastTicket.rawValue
      let count = WorldFeed.maxRefusedEdits - snapshot.refusedEdits.count
      guard let row = snapshot.items.first, count > 0 else { return }
      for number in 1...count {
        let ticket = Ticket(rawValue: last + number)
        // Of another run: the server has carried out none of them.
        let edit = WorldFeed.Edit(
          feed: .max, ticket: ticket, change: .remove(id: row.id), id: row.id)
        snapshot.refusedEdits.append(.init(edit: edit, failure: World.Failure.refused.failure))
        edits.insert(ticket)
        snapshot.lastTicket = ticket
      }
    }
  }
}
