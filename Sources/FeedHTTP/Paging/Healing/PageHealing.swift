import FeedEffects
public import FeedReducer

/// What a source with page numbers or offsets, or with links that differ only in them, does about rows that move
/// while it is read.
///
/// Where rows are deleted before the reader's place, the next page begins too late, and rows are lost. Where
/// rows are inserted there, it begins with rows that are known. A source that heals looks for the last row
/// that it gave, goes back a page at a time until it finds a known row, and gives what follows.
@nonexhaustive
public enum PageHealing: Hashable, Sendable {
  /// Pages are taken as they come.
  case off

  /// An offset begins one row earlier, with the last row, and asks for one row more. With page numbers the page
  /// before is read again where the page begins with a known row, or the total has changed.
  ///
  /// With page numbers an insertion and a deletion at once can hide from it, and so can a deletion where
  /// there is no total.
  case automatic

  /// The same, but with page numbers both the page before and the page are always read twice, in turn: four times
  /// as many requests. Only a change that is undone and done again between them hides.
  case thorough
}

/// Rows that moved before a page, as its source noticed.
///
/// ```swift
/// print(drift)  // 3 rows came, 2 went before your place
/// ```
public struct PageDrift: Hashable, Sendable {
  /// The request for the page.
  public var ticket: Ticket

  /// How many rows came before the place, or more.
  public var came: Int

  /// How many rows went before the place, or more.
  public var went: Int

  /// How many requests the page took.
  public var requests: Int

  /// Whether the page was taken as it came, since the last row before one was not found again.
  ///
  /// So are the pages behind it, until the list is read from its start. Rows may be missing: the end of the list is
  /// in doubt.
  public var isLost: Bool

  /// Creates a value, for a test.
  public init(ticket: Ticket, came: Int, went: Int, requests: Int, isLost: Bool = false) {
    self.ticket = ticket
    self.came = came
    self.went = went
    self.requests = requests
    self.isLost = isLost
  }
}

extension PageDrift: CustomStringConvertible {
  /// The numbers in words: `3 rows came, 2 went before your place`.
  public var description: String {
    if isLost {
      return
        "rows moved, and your place was not found again: rows are taken as they come until a refresh"
    }
    let rows = (came == 0 ? went : came) == 1 ? "row" : "rows"
    return switch (came, went) {
    case (_, 0): "\(came) \(rows) came before your place"
    case (0, _): "\(went) \(rows) went before your place"
    default: "\(came) \(rows) came, \(went) went before your place"
    }
  }
}
