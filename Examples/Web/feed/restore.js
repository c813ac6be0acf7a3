// A list that is saved and there again: feed.js loads this for a feed with `restored`, and for one with `maxItems`.
import { ask, isOffline, Misuse } from './feed.js';

/** What a snapshot of another version means is not known: its edits are kept, and the list loads. */
const version = 1;

/** Where pages are that a window dropped, the nearest first, in place of a cursor. */
class Beyond {
  constructor(positions) {
    this.positions = positions;
  }
}

const isPosition = (position) => ['after', 'before'].includes(position?.direction)
  && (position.cursor !== undefined ? position.cursor !== null : position.direction === 'after');
const isWay = (positions) => Array.isArray(positions) && positions.length <= 10_000 && positions.every(isPosition);

export function add(core, feed) {
  const { w, p, options, cursors, rows, numbers, load, left } = core;
  const origins = new Map(); // cursor → the position of the page that named it
  const { restored } = options;
  // An older version of the page may have saved it, or anybody.
  const isList = () => (restored.version ?? version) === version && isWay(restored.after) && isWay(restored.before)
    && restored.items.length > 0 && restored.items.every((row) => feed.id(row) != null);
  // Once, also if the machine is made anew.
  if (restored && !options.steps && !core.isRestored) {
    core.isRestored = true;
    core.saved = ask(isList) ? restored : undefined;
    if (Array.isArray(restored.edits)) left.push(...restored.edits);
    if (!options.send) feed.edits = left.map((edit) => ({ id: edit?.id, type: 'failed', error: new Misuse('An edit needs `send`.') }));
  }

  const key = (cursor) => JSON.stringify(cursor);

  // A page that a window dropped is reached by no cursor of its own there.
  core.load = async (request) => {
    const isFirst = request.kind === 'refresh';
    if (isFirst) restored?.follow?.(feed);
    const { saved } = core, first = isFirst && key(request.query) === key(saved?.query) ? saved : undefined;
    const [position, ...rest] =
      request.cursor instanceof Beyond ? request.cursor.positions : [{ direction: request.direction, cursor: request.cursor }];
    const page = first
      ? { items: first.items, next: cursorOf(first.after, 'after'), previous: cursorOf(first.before, 'before'), total: first.total }
      : { ...await load({ ...request, direction: position.direction, cursor: position.cursor }) };
    if (request.signal.aborted) return page;
    for (const cursor of options.maxItems ? [page.next, page.previous] : []) origins.set(key(cursor), position);
    if (rest.length) page[request.direction === 'before' ? 'previous' : 'next'] = new Beyond(rest);
    if (isFirst) core.saved = undefined;
    if (first && options.followsNetwork !== false && isOffline()) setTimeout(() => feed.setOnline(!isOffline()));
    return page;
  };

  const cursorOf = (positions, direction) => {
    const [nearest] = positions;
    const isPlain = positions.length === 1 && nearest.direction === direction && nearest.cursor !== undefined;
    return isPlain ? nearest.cursor : nearest && new Beyond(positions);
  };

  /** Where the pages beyond an end are, the nearest first: each is where the page before it said. */
  function positions(way) {
    const found = [], direction = way < 0 ? 'before' : 'after', seen = new Set();
    if (!w.list_position(p, way)) return found;
    const [side, number] = numbers();
    let position = { direction: side < 0 ? 'before' : 'after', cursor: side ? cursors.get(number) : undefined };
    if (position.cursor instanceof Beyond) return position.cursor.positions;
    // Cursors may repeat, as that of a scroll does, or lead in a circle.
    while (position && !seen.has(key(position))) {
      seen.add(key(position));
      found.push(position);
      if (position.cursor === undefined || position.direction === direction) break;
      position = origins.get(key(position.cursor));
    }
    return found;
  }

  let last; // what a list that has ended was

  feed.snapshot = () => {
    if (last) return last;
    const edits = core.unsent?.() ?? [...left], state = feed.get(), { count, total, query } = state;
    // Nothing has come yet.
    if (!count && (core.saved || !edits.length)) return core.saved && { ...core.saved, edits };
    // The rows as the server has them.
    const saved = core.w && w.list_save ? w.list_save(p) : undefined;
    const items = saved === undefined ? state.items : Array.from({ length: saved }, (_, index) => rows.get(w.list_saved(p, index)));
    const [after, before] = [1, -1].map((way) => (core.w ? positions(way) : []));
    return { version, items, edits, after, before, total, query, anchor: feed.anchor };
  };

  core.saves = (edits) => restored?.keepEdits?.(edits);
  core.ends = () => {
    last = ask(feed.snapshot);
    restored?.end?.(last);
  };
}
