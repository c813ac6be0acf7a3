// Rows that can be edited: feed.js loads this for a feed with `send`.
import { Misuse } from './feed.js';

const changes = ['insert', 'update', 'remove'];

export function add(core, feed) {
  const { w, p, names, keys, rows, edited, errors, numbers, pair, run, step } = core;

  core.change = ([kind, name, slot, before]) =>
    ({ kind: changes[kind], id: keys.get(name), row: rows.get(slot), before: keys.get(before) });

  core.deliver = (ticket, ...edit) => {
    const request = core.change(edit);
    run(ticket, (signal) => core.options.send({ ...request, signal }), (row) => {
      const [name, slot] = row ? pair(row) : [-1, -1];
      if (row) edited.add(name);
      return () => step('accept', ticket, name, slot);
    }, (error, why, number, isRetryable) => step('refuse', ticket, why, number, isRetryable));
  };

  function change(action, name, ...values) {
    if (name === undefined) return false;
    edited.add(name);
    return step(action, name, ...values);
  }

  feed.edit = (key, edit) => {
    const row = core.at(feed.indexOf(key));
    if (row === undefined) return false;
    const value = typeof edit === 'function' ? edit(row) : edit;
    if (value == null) {
      throw new Misuse('The edit gave no row; return a changed copy, as in `row => ({ ...row, isLiked: true })`.');
    }
    if (feed.id(value) !== key) throw new Misuse('An edit keeps the id of its row; remove the row, and insert another one.');
    return change('update', ...pair(value));
  };
  feed.insert = (row, before) => change('insert', ...pair(row), names.get(before) ?? -1);
  feed.remove = (key) => change('remove', names.get(key));
  feed.retryEdit = (key) => change('retry_edits', names.get(key));
  feed.dismissEdit = (key) => change('dismiss_edits', names.get(key));

  Object.defineProperty(feed, 'edits', {
    get: () => [...edited].flatMap((name) => {
      const code = w.list_edits(p, name), id = keys.get(name);
      return code === 2 ? { id, type: 'failed', error: errors.get(numbers()[0]) } : code ? { id, type: 'pending' } : [];
    }),
  });
}
