// A list that is saved and there again: feed.js loads this for a feed with `restored`, and for one with `maxItems`.
import { ask, exact, isOffline, Misuse } from './feed.js';

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
  const below = new Map(); // the position of a page → the cursor by which the list went on behind it
  const { restored } = options;
  // An older version of the page may have saved it, or anybody.
  const isList = ({ version: its = version, after, before, items }) => its === version && isWay(after) && isWay(before) && items.length > 0
    && items.every((row) => feed.id(row) != null) && !!JSON.stringify([after, before, items.map((row) => feed.id(row))], exact);
  const editsOf = ({ edits }) => (Array.isArray(edits) ? edits : []);
  const listOf = (given) => {
    const saved = ask(() => asList(given));
    return ask(() => isList(saved)) ? saved : undefined;
  };

  /** A page, as `load` gives one, becomes what `snapshot` gives: a server may send it with the document. */
  function asList(given) {
    if (!Array.isArray(given?.items) || ['version', 'after', 'before'].some((name) => given[name] !== undefined)) return given;
    const { items, total, previous, edits, query = options.query } = given, goesOn = given.more ?? !(total <= items.length);
    const next = !options.paging ? given.next : !goesOn ? undefined : options.paging === 'page' ? 2 : items.length;
    const way = (cursor, direction) => (cursor == null ? [] : [{ direction, cursor }]);
    return { version, items, total, edits, query, after: way(next, 'after'), before: way(previous, 'before') };
  }

  // Once, also if the machine is made anew.
  if (restored && !options.steps && !core.isRestored) {
    core.isRestored = true;
    core.saved = listOf(restored);
    left.push(...editsOf(restored));
    if (!options.send) feed.edits = left.map((edit) => ({ id: edit?.id, type: 'failed', error: new Misuse('An edit needs `send`.'), isUndone: true }));
  }

  const key = (cursor) => JSON.stringify(cursor);
  const keyOf = ({ direction, cursor } = {}) => key([direction, cursor]);

  const lost = () => Object.assign(new Error('The place in the list is not known any more.'), { invalidCursor: true });

  // A page that a window dropped is reached by no cursor of its own there. The rows that were saved are the first page here,
  // wherever they are on the server: `core.block` says that until the first page comes.
  core.load = async (request) => {
    const isFirst = request.kind === 'refresh';
    if (isFirst) restored?.follow?.(feed, (saved) => core.reopen(listOf(saved), editsOf(saved)));
    const { saved } = core, first = isFirst && key(request.query) === key(saved?.query) ? saved : undefined;
    const block = !isFirst && request.cursor === undefined && core.block;
    const [position, ...rest] = request.cursor instanceof Beyond ? request.cursor.positions
      : [block || { direction: request.direction, cursor: request.cursor }];
    if (block && !position.direction) throw lost();
    const page = first
      ? { items: first.items, next: cursorOf(first.after, 'after'), previous: cursorOf(first.before, 'before'), total: first.total }
      : { ...await load({ ...request, direction: position.direction, cursor: position.cursor }) };
    if (options.maxItems && !options.paging) {
      if (request.kind === 'append' && !block) below.set(keyOf(origins.get(key(position.cursor))), position.cursor);
      if ((request.kind === 'prepend' || block) && position.direction === 'after') await reachDown(page, position, request);
    }
    if (request.signal.aborted) return page;
    for (const cursor of options.maxItems ? [page.next, page.previous] : []) origins.set(key(cursor), position);
    // The machine takes it for the first page of all; other pages may lie above it.
    if (block) page.previous = cursorOf(chain(block, 'before').slice(1), 'before');
    if (rest.length) page[request.direction === 'before' ? 'previous' : 'next'] = new Beyond(rest);
    // A gap opens where the first page does not lead on, so what went on there before says nothing.
    if (isFirst && options.gaps) below.clear();
    if (isFirst) [core.block, core.saved] = [first && blockOf(first)];
    if (first && options.followsNetwork !== false && isOffline()) setTimeout(() => feed.setOnline(!isOffline()));
    return page;
  };

  /**
   * A page that was dropped may have had more rows than it has when it is read again: those that were saved were one page, and
   * a refresh lengthens the first one. What is between it and the list is read, too.
   */
  async function reachDown(page, position, request) {
    const wanted = key(position.until ?? below.get(keyOf(position))), isKnown = (row) => feed.indexOf(feed.id(row)) >= 0;
    for (let triesLeft = 3; wanted !== undefined && page.next != null && key(page.next) !== wanted && !page.items.some(isKnown); triesLeft--) {
      if (request.signal.aborted) return;
      if (!triesLeft) throw lost();
      const { items, next } = await load({ ...request, direction: 'after', cursor: page.next });
      page.items = [...page.items, ...items];
      page.next = next;
    }
  }

  /** Where saved rows begin, if that is known, and where the list went on behind them. */
  function blockOf({ before, after: [below], isPart }) {
    const [above] = before, isKnown = !isPart && (!above || above.direction === 'after' && above.until !== undefined);
    const block = { ...(isKnown && { direction: 'after', cursor: above?.until }), until: below?.cursor };
    if (isKnown) for (const [index, { cursor }] of [block, ...before.slice(0, -1)].entries()) origins.set(key(cursor), before[index]);
    return block;
  }

  const cursorOf = (positions, direction) => {
    const [nearest] = positions;
    const isPlain = positions.length === 1 && nearest.direction === direction && nearest.cursor !== undefined;
    return isPlain ? nearest.cursor : nearest && new Beyond(positions);
  };

  /**
   * Where the pages beyond an end are, the nearest first: each is where the page before it said. With a gap those of its rows from
   * the row above it, or the one below; nothing if that is not known.
   */
  function positions(way, gap) {
    const direction = way < 0 ? 'before' : 'after';
    if (gap ? !w.list_gap_position(p, gap.id, +(way < 0)) : !w.list_position(p, way)) return [];
    const [side, number] = numbers();
    const position = !side && core.block ? core.block : { direction: side < 0 ? 'before' : 'after', cursor: side ? cursors.get(number) : undefined };
    if (!(position.cursor instanceof Beyond)) return chain(position, direction);
    // Read from the other side it is the nearest of them; those beyond it lie on that side.
    return position.cursor.positions.slice(0, side === way ? undefined : 1);
  }

  /** A page, and those before it: each is where the page before it said. */
  function chain(position, direction) {
    const found = [], seen = new Set();
    // Cursors may repeat, as that of a scroll does, or lead in a circle.
    while (position && !seen.has(keyOf(position))) {
      seen.add(keyOf(position));
      found.push({ ...position, until: position.until ?? below.get(keyOf(position)) });
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
    // Rows of a query before are none of this one.
    if (state.isStale || state.isTyping) return { version, items: [], edits, after: [], before: [], query };
    // The rows as the server has them.
    const saved = core.w && w.list_save ? w.list_save(p) : undefined;
    const items = saved === undefined ? state.items : Array.from({ length: saved }, (_, index) => rows.get(w.list_saved(p, index)));
    const list = { version, edits, total, query, anchor: feed.anchor };
    return { ...list, ...core.w ? stretch(items, saved === undefined ? state.gaps : state.gaps.map(savedGap)) : { items, after: [], before: [] } };
  };

  const savedGap = (gap, number) => ({ ...gap, index: w.list_saved_gap(p, number) });

  /**
   * A list comes back as one page, in which no rows are missing. So of one with gaps the rows between two are kept, those where
   * its reader is; a refresh brings the first ones again. Where nothing tells what goes on behind them, none are.
   */
  function stretch(items, gaps) {
    const reader = items.findIndex((row) => feed.id(row) === feed.anchor?.id), next = gaps.findIndex(({ index }) => index > Math.max(0, reader));
    const below = gaps[next], above = gaps.at(next < 0 ? -1 : next - 1), isFirst = next === 0 || !above;
    const after = positions(1, below), before = positions(-1, isFirst ? undefined : above);
    if (below && !after.length) return { items: [], after, before: [] };
    // Without a way to the rows above it is not known where on the server they begin.
    return { items: items.slice(isFirst ? 0 : above.index, below?.index), after, before, ...(!isFirst && !before.length && { isPart: true }) };
  }

  core.saves = (edits) => restored?.keepEdits?.(edits);
  core.ends = () => {
    try {
      last = feed.snapshot();
    } catch {
      // What was kept before stays.
      return;
    }
    restored?.end?.(feed, last);
  };
}
