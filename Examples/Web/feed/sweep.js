// Frees what no list shows any more: feed.js loads this once there is much of it.

export function sweep({ w, p, names, keys, newest, rows, owners, edited, cursors, errors, options, count }) {
  const shown = new Set();
  for (let index = count() - 1; index >= 0; index--) shown.add(w.list_slot(p, index));
  for (const [slot, name] of owners) {
    // A value that is hidden by an edit may come back.
    if (shown.has(slot) || edited.has(name) && w.list_edits(p, name)) continue;
    rows.delete(slot);
    owners.delete(slot);
    if (newest.get(name) !== slot) continue;
    newest.delete(name);
    // The machine knows an edited row by its number, even when it is gone.
    if (!edited.has(name) && names.delete(keys.get(name))) keys.delete(name);
  }
  // A list has no more pages than rows, but for those that a window has dropped; and few failures show.
  const most = options.maxItems ? Infinity : count() + 500;
  for (const number of cursors.keys()) {
    if (cursors.size <= most) break;
    cursors.forget(number);
  }
  for (const number of errors.keys()) {
    if (errors.size <= 500) break;
    errors.delete(number);
  }
}
