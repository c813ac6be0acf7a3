// A list in React: `<FeedList feed={feed} renderRow={(row) => <Person person={row} />} />`. It is not in react.js, as
// `useFeed` alone needs neither react-dom nor the element.
import {
  createElement, forwardRef, Fragment, memo, useImperativeHandle, useLayoutEffect, useRef, useState, useSyncExternalStore,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import './feed-list.js';

const never = () => () => {};

/** A `<feed-list>` whose rows React draws. A server draws none: it has no heights. */
export const FeedList = forwardRef((props, element) => (
  useSyncExternalStore(never, () => true, () => false) ? createElement(List, { ...props, element }) : null));

// While the list scrolls only rows that come are drawn.
const Row = memo(({ renderRow, row, index }) => renderRow(row, index));

function List({ feed, renderRow, end, gap, className, element, ...others }) {
  const list = useRef(null), [rows, setRows] = useState([]);
  useImperativeHandle(element, () => list.current, []);
  // The rows are measured when they are drawn. None have no height, and may go while React is at work.
  useLayoutEffect(() => { list.current.rows = (rows) => (rows.length ? flushSync(() => setRows(rows)) : setRows(rows)); }, []);
  useLayoutEffect(() => instead(list.current, 'end', end), [end]);
  useLayoutEffect(() => instead(list.current, 'gap', gap), [gap]);
  // A list that goes takes its feed along, as an element that is no longer on the page hears nothing.
  useLayoutEffect(() => { list.current.feed = feed; }, [feed]);
  // A row keeps its state as long as it has its element, whatever its id is.
  return createElement(Fragment, null, createElement('feed-list', { ...others, class: className, ref: list }), rows.map((
    { id, row, element, index }) => createPortal(createElement(Row, { renderRow, row, index }), element, `${typeof id} ${id}`)));
}

/** Has a function in place of one of the element, if there is one, until it is another one. */
function instead(list, name, draw) {
  const before = list[name];
  if (draw) list[name] = draw;
  return () => { list[name] = before; };
}
