import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';
import type { Feed } from './feed.js';
import type { FeedList as Element } from './feed-list.js';

/** What is not named here is an attribute of `<feed-list>`. */
export interface FeedListProps<Row> extends Omit<HTMLAttributes<Element<Row>>, 'children' | 'dangerouslySetInnerHTML'> {
  /** A feed or a search. Each keeps its place, also while no list shows it. */
  feed: Feed<Row, any, any>;
  /** What stands in the `<article>` of a row. It is asked again when it is another function. */
  renderRow: (row: Row, index: number) => ReactNode;
  /** Draws what stands at an end into its element, without React. */
  end?: Element<Row>['end'];
  /** Draws a gap into its element, without React. */
  gap?: Element<Row>['gap'];
  /** The `<feed-list>`. */
  ref?: Ref<Element<Row>>;
}

/** A list in React that has only those rows in the document that show. Give it a height. */
export function FeedList<Row>(props: FeedListProps<Row>): ReactElement | null;
