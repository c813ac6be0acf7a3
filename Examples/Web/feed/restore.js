// A list that is saved and there again: feed.js loads this for a feed with `restored`, and for one with `maxItems`.

export function add(core, feed) {
  const { w, p, options, cursors, rows, numbers, load } = core;
  const origins = new Map(); // cursor → the position of the page that named it
  // What an older version of the page saved may be of no use.
  const isList = (restored) => [restored?.items, restored?.after, restored?.before].every(Array.isArray)
    && restored.items.every((row) => feed.id(row) != null);
  let saved = isList(options.restored) && !options.steps ? options.restored : undefined;

  const key = (cursor) => JSON.stringify(cursor);

  // A page that a window dropped is reached by no cursor of its own there: `beyond` has the positions, the nearest first.
  core.load = async (request) => {
    const first = request.kind === 'refresh' && key(request.query) === key(saved?.query) ? saved : undefined;
    const [position, ...rest] = request.cursor?.beyond ?? [{ direction: request.direction, cursor: request.cursor }];
    const page = first
      ? { items: first.items, next: cursorOf(first.after, 'after'), previous: cursorOf(first.before, 'before'), total: first.total }
      : { ...await load({ ...request, direction: position.direction, cursor: position.cursor }) };
    for (const cursor of options.maxItems ? [page.next, page.previous] : []) origins.set(key(cursor), position);
    if (rest.length) page[request.direction === 'before' ? 'previous' : 'next'] = { beyond: rest };
    if (request.kind === 'refresh' && !request.signal.aborted) saved = undefined;
    if (first?.edits?.length) sendAgain(first.edits);
    return page;
  };

  const cursorOf = (positions, direction) => {
    const [nearest] = positions;
    const isPlain = positions.length === 1 && nearest.direction === direction && nearest.cursor !== undefined;
    return isPlain ? nearest.cursor : nearest && { beyond: positions };
  };

  /** Where the pages beyond an end are, the nearest first: each is where the page before it said. */
  function positions(way) {
    const found = [], direction = way < 0 ? 'before' : 'after';
    if (!w.list_position(p, way)) return found;
    const [side, number] = numbers();
    let position = { direction: side < 0 ? 'before' : 'after', cursor: side ? cursors.get(number) : undefined };
    if (position.cursor?.beyond) return position.cursor.beyond;
    while (position) {
      found.push(position);
      if (position.cursor === undefined || position.direction === direction) break;
      position = origins.get(key(position.cursor));
    }
    return found;
  }

  /** Once the rows are there. */
  function sendAgain(edits) {
    const stop = feed.subscribe(() => {
      if (!feed.get().version) return;
      stop();
      for (const { kind, id, row, before } of edits) {
        if (kind === 'insert') feed.insert(row, before);
        else if (kind === 'update') feed.edit(id, row);
        else feed.remove(id);
      }
    });
  }

  feed.snapshot = () => {
    const { items: shown, count, total, query } = feed.get();
    if (!count) return saved;
    const edits = [];
    let items = shown;
    if (w.list_save) {
      // The rows as the server has them, and the edits that it has not answered.
      items = Array.from({ length: w.list_save(p) }, (_, index) => rows.get(w.list_saved(p, index)));
      while (w.list_saved_edit(p, edits.length)) edits.push(core.change(numbers()));
    }
    return { items, edits, after: positions(1), before: positions(-1), total, query, anchor: feed.anchor };
  };
}
