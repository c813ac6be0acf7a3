import FeedReducer

/// A page as one answer has it, with what the answer tells beside it.
struct PageReading<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  var page: Feed<Item, PageCursor>.Page

  /// The number of all pages; nil if the answer does not have it.
  var pageCount: Int?

  /// Why the list is not whole, as the answer says or shows; nil if nothing does.
  var loss: String?

  /// How many rows of the answer are not in the page, since they could not be read.
  var skipped = 0

  /// Whether the page names no next one where a first page that leads on would.
  var lacksNext = false

  /// Whether two rows, one behind the other, have the same key, by which the pages go on.
  var hasTie = false

  /// Whether all rows have the same key.
  var isOfOneKey = false
}
