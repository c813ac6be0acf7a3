// Rows that can be edited: feed.js loads this for a feed with `send`.
import { ask, Misuse } from './feed.js';

const changes = ['insert', 'update', 'remove'];
/** The steps after which other edits wait. */
const isOfEdits = /insert|update|remove|accept|refuse|edits/;

export function add(core, feed) {
  const { w, p, search, id, names, rows, edited, errors, numbers, known, pair, run, step, left, lost } = core;
  // With its ticket it names an edit to the server. Tickets begin anew in each run, so this is another one then.
  const own = [...crypto.getRandomValues(new Uint32Array(3))].map((number) => number.toString(36)).join('');
  const keys = new Map(); // ticket → the key of an edit of an earlier run
  const refusals = new Set(); // the numbers of the errors for which the machine has taken an edit back
  let waiting = []; // the edits that the machine has, as they are saved

  /** An edit from the numbers of its effect. */
  const edit = ([ticket, kind, name, slot, before]) => ({
    kind: changes[kind], id: edited.get(name), row: rows.get(slot), before: edited.get(before), key: keys.get(ticket) ?? `${own}-${ticket}`,
  });

  /** The number of an id, which is kept as long as the feed. */
  core.note = (key) => {
    const { name } = known(key);
    edited.set(name, key);
    return name;
  };
  const noted = (key) => (names.has(key) ? core.note(key) : undefined);

  /** The numbers of a row that is edited. */
  core.hold = (row) => {
    const found = pair(row);
    edited.set(found[0], id(row));
    return found;
  };

  // All that is refused comes this way, as debug.js does it again, too. What is worth another try still shows.
  core.w = {
    ...w, list_refuse(p, ticket, why, number, isRetryable) {
      if (!isRetryable) refusals.add(number);
      return w.list_refuse(p, ticket, why, number, isRetryable);
    },
  };

  core.deliver = (ticket, ...rest) => {
    const request = edit([ticket, ...rest]);
    run(ticket, (signal) => core.options.send({ ...request, signal }), (row) => {
      const found = row ? core.hold(row) : [-1, -1];
      return () => step('accept', ticket, ...found);
    }, (why, number, isRetryable) => step('refuse', ticket, why, number, isRetryable));
  };

  function change(action, key) {
    const name = noted(key);
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
  feed.insert = (row, before) => step('insert', ...core.hold(row), noted(before) ?? -1);
  feed.remove = (key) => change('remove', key);
  feed.retryEdit = (key) => change('retry_edits', key);
  feed.dismissEdit = (key) => {
    const found = [...lost.keys()].filter((edit) => idOf(edit) === key);
    for (const edit of found) lost.delete(edit);
    if (found.length) core.stepped('edits'), core.tell();
    return change('dismiss_edits', key) || found.length > 0;
  };

  // Edits of an earlier run

  const idOf = (edit) => ask(() => edit.id ?? id(edit.row));

  /** The edits that the server has not answered for good, and those that it refused. */
  function read() {
    const found = [];
    w.list_save(p);
    while (w.list_saved_edit(p, found.length)) found.push(core.plain([...numbers()]));
    return found;
  }

  /** An edit as it is saved, with the error of its refusal. */
  core.plain = (values) => {
    const error = errors.get(values[5]);
    return { ...edit(values), ...(values[5] >= 0 && { error: ask(() => ({ ...error, message: String(error.message) })) ?? {} }) };
  };

  /** All that is not answered, oldest first. */
  core.unsent = () => {
    if (core.w) waiting = read();
    return [...left, ...lost.keys(), ...waiting];
  };

  /** Hands an edit to the machine, which it is the number `ticket` of. Anybody may have saved it. */
  core.hand = (edit, ticket) => {
    const { kind, id: key, row, before, key: name, error } = Object(edit);
    const way = changes.indexOf(kind);
    if (way < 0) throw new Misuse(`An edit of the kind ${JSON.stringify(kind)} can not be sent: it is not known.`);
    const [named, slot] = kind === 'remove' ? [core.note(key), -1] : core.hold(row);
    if (typeof name === 'string' && name && ![...keys.values()].includes(name)) keys.set(ticket, name);
    const number = error ? core.errorNumber(Object.assign(new Error(error.message), error)) : -1;
    if (error) refusals.add(number);
    core.w.list_restored_edit(p, way, key == null ? named : core.note(key), named, slot, before == null ? -1 : core.note(before), number);
  };

  /** Before the first step, or once a query is asked, so that their tickets are the first ones. */
  core.begin = () => {
    if (!core.w || search && !(w.list_words(p) & 1)) return;
    core.begin = undefined;
    const handed = [];
    for (const edit of left.splice(0)) {
      try {
        core.hand(edit, handed.length + 1);
        handed.push(edit);
      } catch (error) {
        lost.set(edit, error);
      }
    }
    if (handed.length && core.w.list_restore(p)) {
      for (const edit of handed) lost.set(edit, new Misuse('Edits were made before it was there again.'));
    }
    if (!handed.length && !lost.size) return;
    core.perform();
    core.changed();
    core.unsent();
  };
  core.stepped = (action) => {
    if (isOfEdits.test(action)) core.saves?.(core.unsent());
  };
  // A log-out, whether the machine is there or not.
  core.forget = () => {
    for (const known of [left, waiting]) known.splice(0);
    lost.clear();
  };
  core.leaves = () => left.push(...waiting.splice(0));

  Object.defineProperty(feed, 'edits', {
    configurable: true,
    get: () => [
      ...left.map((edit) => ({ id: idOf(edit), type: 'pending' })),
      ...Array.from(lost, ([edit, error]) => ({ id: idOf(edit), type: 'failed', error, isUndone: true })),
      ...(core.w ? [...edited] : []).flatMap(([name, id]) => {
        const code = w.list_edits(p, name), [number] = numbers();
        return code === 2 ? { id, type: 'failed', error: errors.get(number), isUndone: refusals.has(number) } : code ? { id, type: 'pending' } : [];
      }),
    ],
  });
}
