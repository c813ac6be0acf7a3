import type { End, Feed, Gap } from './feed.js';

/**
 * What a list draws at an end. In a header `isReplaced` tells that no row that showed is there still, so the list went to its
 * beginning; it does until the reader scrolls on.
 */
export type DrawnEnd = End & { readonly isReplaced?: boolean };

/** A row that is in the document, with its element, which may have shown another one before. */
export interface DrawnRow<Row = any> {
  readonly id: any;
  readonly row: Row;
  readonly element: HTMLElement;
  readonly index: number;
}

/** A list that has only those rows in the document that show. It scrolls by itself, so give it a height, or a `view`. */
export class FeedList<Row = any> extends HTMLElement {
  /** Each feed keeps its place, `feed.anchor`, and a new one opens at its top. */
  feed: Feed<Row, any, any> | undefined;
  /** Draws a row into its element, which may show another one. */
  row: (row: Row, element: HTMLElement, index: number) => void;
  /**
   * Draws all rows that show, in place of `row`, when one of them is another one: for a framework, whose rows have to be in
   * their elements when it returns, as they are measured then. Set it before `feed`. Rows that went are not among them.
   */
  rows?: (rows: readonly DrawnRow<Row>[]) => void;
  /** Draws what stands at an end. By default a text and a button. */
  end: (end: DrawnEnd, element: HTMLElement, place: 'header' | 'footer', feed: Feed<Row, any, any>) => void;
  /**
   * Draws a gap into its element, `.feed-gap`, which has the role of a row and is not counted. By default a text and a button,
   * which fills it from the side of which more shows: the rows there stay where they are.
   */
  gap: (gap: Gap, element: HTMLElement, feed: Feed<Row, any, any>) => void;
  /** What scrolls: the element itself, or what `pageView` of `page-view.js` makes of the page. */
  view: View;
  /** Goes to the row at an index, which is taken to the nearest one that is there. */
  scrollToIndex(index: number, align?: 'start' | 'center' | 'end'): void;
}

/** What a list needs of what scrolls. Lengths are in pixels. */
export type View = Pick<HTMLElement, 'clientTop' | 'clientHeight' | 'scrollHeight'> & {
  /** How far the top of the list is above what shows. */
  scrollTop: number;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
  addEventListener(name: 'scroll' | 'resize', listener: () => void, options: AddEventListenerOptions): void;
};

declare global {
  interface HTMLElementTagNameMap { 'feed-list': FeedList }
}
