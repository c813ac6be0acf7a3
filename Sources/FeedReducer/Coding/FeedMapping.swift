/// Turns actions and effects of a feed into those of a feed with other rows and cursors.
///
/// A trace writes rows as texts, a script masks the cursors, a source of the console's user has rows of its
/// own.
package struct FeedMapping<
  Item: Identifiable & Equatable, Cursor: Hashable, NewItem: Identifiable & Equatable,
  NewCursor: Hashable, Fault: Error
> {
  package typealias Origin = Feed<Item, Cursor>
  package typealias Target = Feed<NewItem, NewCursor>

  private let row: (Item) throws(Fault) -> NewItem
  private let id: (Item.ID) throws(Fault) -> NewItem.ID
  private let cursor: (Cursor) throws(Fault) -> NewCursor
  private let failure: (FeedFailure) -> FeedFailure

  package init(
    row: @escaping (Item) throws(Fault) -> NewItem,
    id: @escaping (Item.ID) throws(Fault) -> NewItem.ID,
    cursor: @escaping (Cursor) throws(Fault) -> NewCursor,
    failure: @escaping (FeedFailure) -> FeedFailure = { $0 }
  ) {
    self.row = row
    self.id = id
    self.cursor = cursor
    self.failure = failure
  }

  package func action(_ action: Origin.Action) throws(Fault) -> Target.Action {
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
    case .errorDismissed(let kind): .errorDismissed(kind: kind)
    case .pageLoaded(let ticket, let page): .pageLoaded(ticket: ticket, page: try self.page(page))
    case .failed(let ticket, let failure): .failed(ticket: ticket, failure: self.failure(failure))
    case .cancelled(let ticket): .cancelled(ticket: ticket)
    case .timerFired(let ticket): .timerFired(ticket: ticket)
    case .connectivityChanged(let isOnline): .connectivityChanged(isOnline: isOnline)
    case .edit(let change): .edit(change: try self.change(change))
    case .editCommitted(let ticket, let item):
      .editCommitted(ticket: ticket, item: try item.map(row))
    case .editFailed(let ticket, let failure):
      .editFailed(ticket: ticket, failure: self.failure(failure))
    case .editRetried(let id): .editRetried(id: try self.id(id))
    case .editDismissed(let id): .editDismissed(id: try self.id(id))
    case .restored(let snapshot, let age):
      .restored(snapshot: try self.snapshot(snapshot), age: age)
    case .memoryWarning(let keep): .memoryWarning(keep: keep)
    case .gapTapped(let id, let side): .gapTapped(id: id, from: side)
    }
  }

  package func effect(_ effect: Origin.Effect) throws(Fault) -> Target.Effect {
    switch effect {
    case .load(let request): .load(request: try self.request(request))
    case .cancel(let ticket): .cancel(ticket: ticket)
    case .schedule(let ticket, let after): .schedule(ticket: ticket, after: after)
    case .send(let edit): .send(edit: try self.edit(edit))
    case .drop(let edit): .drop(edit: try self.edit(edit))
    }
  }

  package func request(_ request: Origin.Request) throws(Fault) -> Target.Request {
    Target.Request(
      ticket: request.ticket, kind: request.kind, position: try position(request.position),
      size: request.size)
  }

  package func page(_ page: Origin.Page) throws(Fault) -> Target.Page {
    Target.Page(
      items: try page.items.map(row), next: try page.next.map(cursor),
      previous: try page.previous.map(cursor), total: page.total, ending: page.ending)
  }

  package func edit(_ edit: Origin.Edit) throws(Fault) -> Target.Edit {
    Target.Edit(
      feed: edit.feed, ticket: edit.ticket, change: try change(edit.change), id: try id(edit.id))
  }

  private func change(_ change: Origin.Change) throws(Fault) -> Target.Change {
    switch change {
    case .insert(let item, let before): .insert(item: try row(item), before: try before.map(id))
    case .update(let item): .update(item: try row(item))
    case .remove(let id): .remove(id: try self.id(id))
    }
  }

  private func snapshot(_ snapshot: Origin.Snapshot) throws(Fault) -> Target.Snapshot {
    Target.Snapshot(
      version: snapshot.version, identity: snapshot.identity, items: try snapshot.items.map(row),
      pages: try snapshot.pages.map { page throws(Fault) in
        Target.PageRecord(count: page.count, position: try position(page.position))
      },
      next: try snapshot.next.map(position), previous: try snapshot.previous.map(position),
      droppedBefore: try snapshot.droppedBefore.map(position),
      droppedAfter: try snapshot.droppedAfter.map(position),
      firstVisible: try snapshot.firstVisible.map(id), edits: try snapshot.edits.map(edit),
      refusedEdits: try snapshot.refusedEdits.map { refused throws(Fault) in
        Target.FailedEdit(edit: try edit(refused.edit), failure: failure(refused.failure))
      }, lastTicket: snapshot.lastTicket, total: snapshot.total, ending: snapshot.ending,
      gaps: try snapshot.gaps.map { gap throws(Fault) in
        Target.GapRecord(
          id: gap.id, row: gap.row, next: try gap.next.map(position),
          previous: try gap.previous.map(position))
      })
  }

  private func position(_ position: Origin.Position) throws(Fault) -> Target.Position {
    switch position {
    case .start: .start
    case .after(let cursor): .after(cursor: try self.cursor(cursor))
    case .before(let cursor): .before(cursor: try self.cursor(cursor))
    }
  }
}
