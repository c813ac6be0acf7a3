import FeedReducer

/// Codes, kinds, policies, sentences.
func useWords(_ sum: inout Checksum) {
  useFailures(&sum)
  for refusal in refusals {
    sum.add(refusal.description)
    add(refusal.numbers, to: &sum)
  }
  expect(refusals[0] != refusals[1])
  for error in [FeedRefusal.SnapshotError.rowCount, .rows, .tickets, .gaps] {
    sum.add(error.description)
  }
  for kind in [LoadKind.refresh, .append, .prepend] {
    expect(LoadKind(rawValue: kind.rawValue) == kind && LoadKind(number: kind.number) == kind)
    sum.add(kind.description)
  }
  expect(LoadKind(rawValue: "sideways") == nil)
  for end in [LoadState.End.exhausted, .cycle, .stalled] {
    expect(LoadState.End(rawValue: end.rawValue) == end)
    sum.add(end.description)
  }
  expect(RefreshMode(rawValue: "merge") == .merge)
  expect(RefreshMode(rawValue: RefreshMode.firstPage.rawValue) != .merge)
  for load in loads {
    sum.add(load.isUnderWay)
    sum.add(load.request?.rawValue ?? -1)
    sum.add(load.timer?.rawValue ?? -1)
    sum.add(load.failure?.message ?? "")
    sum.add(load.end?.rawValue ?? "")
  }
  expect(loads[0] != loads[1])
  let ticket: Ticket = 3
  expect(ticket < Ticket(rawValue: 4) && ticket == 3)
  sum.add(ticket.description)
}

private func useFailures(_ sum: inout Checksum) {
  let failure = FeedFailure(
    .http, message: "the server is busy", url: "feed", status: 503, isRetryable: true,
    retryAfter: .seconds(2), attempts: 3, excerpt: "{", subject: "Bearer")
  expect(failure == failure && failure != FeedFailure(.other, message: "the server is busy"))
  sum.add(failure.description)
  sum.add(failure.message)
  sum.add(failure.url ?? "")
  sum.add(failure.status ?? 0)
  sum.add(failure.isRetryable)
  sum.add(failure.attempts ?? 0)
  sum.add(failure.excerpt ?? "")
  sum.add(failure.subject ?? "")
  expect(failure.retryAfter == .seconds(2))
  let codes: [FeedFailure.Code] = [
    .http, .offline, .timeout, .unreachable, .decoding, .invalidCursor, .refused, .other,
  ]
  for code in codes {
    expect(FeedFailure.Code(rawValue: code.rawValue) == code)
    expect((code != failure.code) == (code != .http))
    sum.add(code.description)
    var hasher = Hasher()
    code.hash(into: &hasher)
    expect(hasher.finalize() == code.hashValue)
  }
}

func add(_ refusal: (code: Int, values: [Int], remedy: Remedy), to sum: inout Checksum) {
  sum.add(refusal.code)
  for value in refusal.values { sum.add(value) }
  switch refusal.remedy {
  case .act: sum.add(2)
  case .wait: sum.add(1)
  case .nothing: sum.add(0)
  }
}

private let loads: [LoadState] = [
  .idle, .loading(ticket: 1, attempt: 0), .waiting(ticket: 2, attempt: 1), .offline(attempt: 0),
  .failed(failure: FeedFailure(.timeout, message: "late")), .ended(reason: .exhausted),
]

private let refusals: [FeedRefusal] = [
  .alreadyStarted, .noSuchRow(index: 3, count: 2), .noSuchRow(index: 3, count: 0),
  .nothingVisible,
  .farFromEnd(index: 1, count: 9, distance: 2), .farFromStart(index: 5, distance: 1), .noReader,
  .demandPaused, .noFirstPage, .stopped, .loading(kind: .append, ticket: 1),
  .waiting(kind: .refresh, ticket: 2), .offline(kind: .prepend), .failed(kind: .append),
  .ended(kind: .append, reason: .cycle), .refreshing(ticket: 3), .nothingFailed(kind: nil),
  .nothingFailed(kind: .append), .unknownTicket(ticket: 9),
  .connectivityUnchanged(isOnline: true), .nothingToDrop(count: 3, keep: 4), .readOnly,
  .noSuchItem, .itemExists, .snapshotVersion(found: 2, known: 1),
  .snapshotInvalid(reason: .rowCount), .snapshotInvalid(reason: .rows),
  .snapshotInvalid(reason: .tickets), .noFailedEdit, .tooLateToRestore, .ambiguousEdits,
  .noGap, .gapByHand, .farFromGap(distance: 5), .closed,
]
