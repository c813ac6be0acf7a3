// The anchor follows the reader's rows when the list changes around them.
extension Feed {
  /// The ids of the rows among which the reader is.
  func readerIDs(_ state: State) -> [Item.ID] {
    guard let anchor = state.anchor else { return [] }
    return state.items[anchor].map { $0.id }
  }

  /// Puts the anchor where the reader's rows are after rows came or went around them.
  ///
  /// When all of them went, the reader is at the row that took their place.
  func keepReader(_ state: inout State, _ ids: [Item.ID]) {
    guard let old = state.anchor else { return }
    followReader(&state, ids)
    if state.anchor == nil, !state.items.isEmpty {
      let row = min(old.lowerBound, state.items.count - 1)
      state.anchor = row..<row + 1
    }
  }

  /// Puts the anchor where the reader's rows are after a refresh.
  ///
  /// All of those that are still there, since nobody knows at which of them the reader is; the
  /// last one counts for the next page. When none is, nobody knows where the reader is.
  func followReader(_ state: inout State, _ ids: [Item.ID]) {
    let places = ids.compactMap { state.items.index(id: $0) }
    if let first = places.min(), let last = places.max() {
      state.anchor = first..<last + 1
    } else {
      state.anchor = nil
    }
  }
}
