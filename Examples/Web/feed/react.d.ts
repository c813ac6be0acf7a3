import type { Feed, FeedOptions, FeedState } from './feed.js';

/** The state of a feed or a search that lives elsewhere. */
export function useFeedState<Row, Query>(feed: Feed<Row, any, Query>): FeedState<Row, Query>;

/** A feed that loads as long as the component is mounted. */
export function useFeed<Row, Cursor = any, Key = string | number>(
  options: FeedOptions<Row, Cursor, Key>): [FeedState<Row>, Feed<Row, Key>];
