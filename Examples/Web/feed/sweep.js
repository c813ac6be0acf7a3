// Frees what no list shows any more: feed.js loads this once there is much of it.

export function sweep({ w, p, gaps, gapPosition, id, names, rows, edited, cursors, errors, options, count, numbers }) {
  const shown = new Set(), kept = new Set();
  for (let index = count() - 1; index >= 0; index--) {
    const slot = w.list_slot(p, index);
    shown.add(slot);
    kept.add(id(rows.get(slot)));
  }
  for (const [slot, row] of rows) {
    const key = id(row), known = names.get(key);
    // A row whose id was changed in place is kept: whose it is can't be told.
    if (!known) continue;
    // A value that is hidden by an edit may come back.
    if (shown.has(slot) || edited.has(known.name) && w.list_edits(p, known.name)) continue;
    rows.delete(slot);
    if (known.slot !== slot) continue;
    known.slot = 0;
    // The machine knows an edited row by its number, even when it is gone; and what shows may be older than what came.
    if (!kept.has(key) && !edited.has(known.name)) names.delete(key);
  }
  // A list has no more pages than rows, but for those that a window has dropped. What was given and never asked for is of
  // use at the ends and at gaps only. And few failures show.
  const most = options.maxItems ? Infinity : count() + 500, { asked } = cursors;
  for (const number of asked) {
    if (asked.size <= most) break;
    asked.delete(number);
  }
  const used = new Set([1, -1].flatMap((way) => [
    w.list_position(p, way) ? numbers()[1] : 0, ...(gaps?.() ?? []).map(({ id }) => gapPosition(id, way)?.[1]),
  ]));
  for (const number of cursors.keys()) {
    if (cursors.size <= most) break;
    if (!used.has(number) && !asked.has(number)) cursors.forget(number);
  }
  for (const number of errors.keys()) {
    if (errors.size <= 500) break;
    errors.delete(number);
  }
}
