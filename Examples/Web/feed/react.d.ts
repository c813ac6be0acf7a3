import type { Feed, FeedOptions, FeedState, OffsetFeedOptions, PageFeedOptions } from './feed.js';
import type { createSearch, Search, SearchOptions } from './search.js';

/** The state of a feed or a search that lives elsewhere. On a server, and when that is hydrated, it is the one before the first page. */
export function useFeedState<Row, Query>(feed: Feed<Row, any, Query>): FeedState<Row, Query>;

interface Keyed {
  /**
   * Which list it is, such as the id of a user: with another key there is another feed, and the one before ends. With the same
   * key the next request asks `load`, and the next edit `send`, of the last render; the other options are those of the first.
   * Arrays and objects of the same JSON are the same key.
   */
  key?: unknown;
}

interface Searching {
  /** Makes a search, in place of a feed. The option `query` is what it asks first; `search.query` is set at each letter. */
  create: typeof createSearch;
}

/** A feed that loads as long as the component is mounted. */
export function useFeed<Row, Key = string | number>(options: PageFeedOptions<Row, Key> & Keyed): [FeedState<Row>, Feed<Row, Key>];
export function useFeed<Row, Key = string | number>(options: OffsetFeedOptions<Row, Key> & Keyed): [FeedState<Row>, Feed<Row, Key>];
export function useFeed<Row, Query = string, Cursor = any, Key = string | number>(
  options: SearchOptions<Row, Query, Cursor, Key> & Keyed & Searching): [FeedState<Row, Query | undefined>, Search<Row, Query, Key>];
export function useFeed<Row, Cursor = any, Key = string | number>(
  options: FeedOptions<Row, Cursor, Key> & Keyed): [FeedState<Row>, Feed<Row, Key>];
