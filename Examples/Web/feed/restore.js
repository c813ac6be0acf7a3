// A list that is saved and there again: feed.js loads this for a feed with `restored`, and for one with `maxItems`.
import { ask, loud } from './feed.js';

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
  const { w, p, options, cursors, rows, numbers, load } = core;
  const origins = new Map(); // cursor → the position of the page that named it
  const { restored } = options;
  // An older version of the page may have saved it, or anybody.
  const isList = () => (restored.version ?? version) === version && isWay(restored.after) && isWay(restored.before)
    && restored.items.length > 0 && restored.items.every((row) => feed.id(row) != null);
  let saved = !options.steps && ask(isList) ? restored : undefined;
  let edits = !options.steps && Array.isArray(restored?.edits) ? restored.edits : [];

  const key = (cursor) => JSON.stringify(cursor);

  // A page that a window dropped is reached by no cursor of its own there.
  core.load = async (request) => {
    const first = request.kind === 'refresh' && key(request.query) === key(saved?.query) ? saved : undefined;
    const [position, ...rest] =
      request.cursor instanceof Beyond ? request.cursor.positions : [{ direction: request.direction, cursor: request.cursor }];
    const page = first
      ? { items: first.items, next: cursorOf(first.after, 'after'), previous: cursorOf(first.before, 'before'), total: first.total }
      : { ...await load({ ...request, direction: position.direction, cursor: position.cursor }) };
    if (request.signal.aborted) return page;
    for (const cursor of options.maxItems ? [page.next, page.previous] : []) origins.set(key(cursor), position);
    if (rest.length) page[request.direction === 'before' ? 'previous' : 'next'] = new Beyond(rest);
    if (request.kind === 'refresh') {
      const kept = edits;
      // They are sent once, whatever comes of the page.
      [saved, edits] = [undefined, []];
      if (kept.length) sendAgain(kept);
    }
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

  /** Once the rows are there. One that can't be done stops no other, and a kind that is not known does nothing. */
  function sendAgain(edits) {
    const again = {
      insert: ({ row, before }) => feed.insert(row, before), update: ({ id, row }) => feed.edit(id, row), remove: ({ id }) => feed.remove(id),
    };
    const stop = feed.subscribe(() => {
      if (!feed.get().version) return;
      stop();
      for (const edit of edits) {
        try {
          if (Object.hasOwn(again, edit?.kind)) again[edit.kind](edit);
        } catch (error) {
          loud(error);
        }
      }
    });
  }

  feed.snapshot = () => {
    const { items: shown, count, total, query } = feed.get();
    const waiting = [];
    let items = shown;
    if (w.list_save) {
      // The rows as the server has them, and the edits that it has not answered.
      items = Array.from({ length: w.list_save(p) }, (_, index) => rows.get(w.list_saved(p, index)));
      while (w.list_saved_edit(p, waiting.length)) waiting.push(core.change(numbers()));
    }
    if (!count && !waiting.length) return saved;
    return { version, items, edits: [...edits, ...waiting], after: positions(1), before: positions(-1), total, query, anchor: feed.anchor };
  };
}
