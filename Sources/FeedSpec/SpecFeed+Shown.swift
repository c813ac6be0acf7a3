package import FeedReducer

// What a user interface shows beside the rows. All of it follows from how the loads stand.
extension SpecFeed {
  package var page: Int? { tail.next?.cursor }

  /// One failure to show: that of the refresh before those of the ends.
  package var error: FeedFailure? { LoadKind.allCases.lazy.compactMap { self[$0].failure }.first }

  package var words: FeedWords {
    let isStalled = tail.load == .stalled || head.load == .stalled
    let isOver = tail.load.end != nil && head.load.end != nil && !isStalled
    let all: [(word: FeedWords, isTrue: Bool)] = [
      (.isLoading, refresh.isUnderWay && generation == 0),
      (.refreshing, refresh.isUnderWay && generation > 0),
      (.isLoadingMore, tail.load.isUnderWay),
      (.isLoadingPrevious, head.load.isUnderWay),
      (.isEmpty, generation > 0 && shown.isEmpty && isOver),
      (.isStalled, isStalled),
      (.canLoadNextPage, tail.load.end == nil || tail.load == .stalled),
    ]
    return FeedWords(all.filter(\.isTrue).map(\.word))
  }

  /// Below the last row stands how the next page loads; before the first page, and while a list without rows is
  /// loaded again, how the first page does.
  package var footer: ListEnd {
    if words.contains(.isEmpty) { return .empty }
    let isFirst = generation == 0 || shown.isEmpty && refresh.request != nil
    return end(of: isFirst ? .refresh : .append)
  }

  /// Above the first row stands why the rows could not be brought up to date, else how the previous page loads.
  /// (`refreshing` tells of a refresh in flight.)
  package var header: ListEnd {
    if generation == 0 { return .nothing }
    let isStuck = refresh != .idle && refresh.request == nil
    return end(of: isStuck ? .refresh : .prepend)
  }

  private func end(of kind: LoadKind) -> ListEnd {
    switch self[kind] {
    case .idle: .nothing
    case .loading: .loading(kind: kind)
    case .waiting(let timer, _): .waiting(kind: kind, timer: timer)
    case .failed(let failure): .failed(kind: kind, failure: failure)
    case .offline: .offline(kind: kind)
    case .ended(reason: .stalled): .stalled(kind: kind)
    case .ended: shown.isEmpty ? .nothing : .end
    }
  }

  /// The row at which a restored reader was, until a row is reported.
  package var restoredRow: Int? { isReaderRestored ? visibleIDs.first : nil }

  /// Whether the server has not answered a change of the row for good.
  package func isPending(_ id: Int) -> Bool {
    edits.pending.contains { $0.edit.id == id || $0.edit.id == newID(of: id) }
  }
}
