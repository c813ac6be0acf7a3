// Rows that can be edited: feed.js loads this for a feed with `send`.
import { Misuse } from './feed.js';

const changes = ['insert', 'update', 'remove'];

export function add(core, feed) {
  const { w, p, id, names, rows, edited, errors, numbers, pair, run, step } = core;

  core.change = ([kind, name, slot, before]) =>
    ({ kind: changes[kind], id: edited.get(name), row: rows.get(slot), before: edited.get(before) });

  /** The number of a row, which is kept as long as the feed. */
  core.keep = (key) => {
    const name = names.get(key)?.name;
    if (name) edited.set(name, key);
    return name;
  };

  /** The numbers of a row that is edited. */
  core.hold = (row) => {
    const found = pair(row);
    edited.set(found[0], id(row));
    return found;
  };

  core.deliver = (ticket, ...edit) => {
    const request = core.change(edit);
    run(ticket, (signal) => core.options.send({ ...request, signal }), (row) => {
      const found = row ? core.hold(row) : [-1, -1];
      return () => step('accept', ticket, ...found);
    }, (why, number, isRetryable) => step('refuse', ticket, why, number, isRetryable));
  };

  function change(action, key) {
    const name = core.keep(key);
    return name !== undefined && step(action, name);
  }

  feed.edit = (key, edit) => {
    const row = core.at(feed.indexOf(key));
    if (row === undefined) return false;
    const value = typeof edit === 'function' ? edit(row) : edit;
    if (value == null) {
      throw new Misuse('The edit gave no row; return a changed copy, as in `row => ({ ...row, isLiked: true })`.');
    }
    if (feed.id(value) !== key) throw new Misuse('An edit keeps the id of its row; remove the row, and insert another one.');
    return step('update', ...core.hold(value));
  };
  feed.insert = (row, before) => step('insert', ...core.hold(row), core.keep(before) ?? -1);
  feed.remove = (key) => change('remove', key);
  feed.retryEdit = (key) => change('retry_edits', key);
  feed.dismissEdit = (key) => change('dismiss_edits', key);

  Object.defineProperty(feed, 'edits', {
    get: () => [...edited].flatMap(([name, id]) => {
      const code = w.list_edits(p, name);
      return code === 2 ? { id, type: 'failed', error: errors.get(numbers()[0]) } : code ? { id, type: 'pending' } : [];
    }),
  });
}
