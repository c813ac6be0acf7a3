import type { Feed, FeedOptions } from './feed.js';

export interface SearchOptions<Row, Query, Cursor, Key> extends FeedOptions<Row, Cursor, Key, Query> {
  /** What is asked first. With '' the empty text is a query like any other: it finds all rows, whenever the field is cleared. */
  query?: Query;
  /** How many milliseconds the user must have stopped typing before a query is asked: 300. */
  pause?: number;
}

export interface Search<Row, Query, Key = string | number> extends Feed<Row, Key, Query | undefined> {
  /**
   * What the user wants. Set it at each letter; undefined and null ask nothing, nor does an empty text, but in a search that was
   * made with `query: ''`. Any JSON.
   */
  get query(): Query | undefined;
  set query(query: Query | null | undefined);
  /** Asks the query at once. */
  submit(): boolean;
}

/** Creates a list that follows a query. The rows before stay, as stale, until the first page of the new query. */
export function createSearch<Row, Query = string, Cursor = any, Key = string | number>(
  options: SearchOptions<Row, Query, Cursor, Key>): Search<Row, Query, Key>;
