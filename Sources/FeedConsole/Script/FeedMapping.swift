import FeedHTTP
import FeedReducer

/// Maps actions to a feed with other rows and cursors.
///
/// A script maps only cursors, to mask their secrets; a test in Swift has rows of its own.
struct FeedMapping<Row: Identifiable & Equatable, Cursor: Hashable> {
  typealias Target = Feed<Row, Cursor>

  let row: (JSONRow) -> Row
  let id: (JSONRow.ID) -> Row.ID
  let cursor: (PageCursor) -> Cursor

  /// The same action of the other feed.
  func action(_ action: JSONFeed.Action) -> Target.Action {
    switch action {
    case .started: .started
    case .itemAppeared(let index): .itemAppeared(index: index)
    case .visible(let range): .visible(range: range)
    case .loadMore: .loadMore
    case .refreshPulled: .refreshPulled
    case .invalidated: .invalidated
    case .reset: .reset
    case .stopped: .stopped
    case .retryTapped(let kind): .retryTapped(kind: kind)
    case .pageLoaded(let ticket, let page): .pageLoaded(ticket: ticket, page: self.page(page))
    case .failed(let ticket, let failure): .failed(ticket: ticket, failure: failure)
    case .cancelled(let ticket): .cancelled(ticket: ticket)
    case .timerFired(let ticket): .timerFired(ticket: ticket)
    case .connectivityChanged(let isOnline): .connectivityChanged(isOnline: isOnline)
    case .edit(let change): .edit(change: self.change(change))
    case .editCommitted(let ticket, let item):
      .editCommitted(ticket: ticket, item: item.map(row))
    case .editFailed(let ticket, let failure): .editFailed(ticket: ticket, failure: failure)
    case .editRetried(let id): .editRetried(id: self.id(id))
    case .editDismissed(let id): .editDismissed(id: self.id(id))
    case .restored(let snapshot, let age):
      .restored(snapshot: self.snapshot(snapshot), age: age)
    case .memoryWarning(let keep): .memoryWarning(keep: keep)
    }
  }

  private func page(_ page: JSONFeed.Page) -> Target.Page {
    Target.Page(
      items: page.items.map(row), next: page.next.map(cursor),
      previous: page.previous.map(cursor), total: page.total)
  }

  private func change(_ change: JSONFeed.Change) -> Target.Change {
    switch change {
    case .insert(let item, let before): .insert(item: row(item), before: before.map(id))
    case .update(let item): .update(item: row(item))
    case .remove(let id): .remove(id: self.id(id))
    }
  }

  private func snapshot(_ snapshot: JSONFeed.Snapshot) -> Target.Snapshot {
    Target.Snapshot(
      version: snapshot.version, identity: snapshot.identity, items: snapshot.items.map(row),
      pages: snapshot.pages.map {
        Target.PageRecord(count: $0.count, position: position($0.position))
      },
      next: snapshot.next.map(position), previous: snapshot.previous.map(position),
      droppedBefore: snapshot.droppedBefore.map(position),
      droppedAfter: snapshot.droppedAfter.map(position),
      firstVisible: snapshot.firstVisible.map(id), edits: snapshot.edits.map(edit),
      refusedEdits: snapshot.refusedEdits.map {
        Target.FailedEdit(edit: edit($0.edit), failure: $0.failure)
      }, lastTicket: snapshot.lastTicket, total: snapshot.total)
  }

  private func edit(_ edit: JSONFeed.Edit) -> Target.Edit {
    Target.Edit(
      feed: edit.feed, ticket: edit.ticket, change: change(edit.change), id: id(edit.id))
  }

  private func position(_ position: JSONFeed.Position) -> Target.Position {
    switch position {
    case .start: .start
    case .after(let cursor): .after(cursor: self.cursor(cursor))
    case .before(let cursor): .before(cursor: self.cursor(cursor))
    }
  }
}
