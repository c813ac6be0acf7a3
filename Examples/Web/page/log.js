// What happened, and what the machine made of it, a line each.
import { loadName, plain } from './machine.js';
import { faults } from './server.js';

const found = new WeakMap();

/** The lines of the log: changes of the server, and steps. Those in which the reader only moved are one. */
function lines(steps, changes) {
  const all = [], isMove = ({ action, refusal, effects }) => action === 'visible' && !refusal && !effects.length;
  let change = 0;
  const putChanges = (step) => {
    for (; changes[change]?.[0] <= step; change++) {
      const [at] = changes[change];
      all.push({ from: at, to: at, change: changes[change] });
    }
  };
  steps.forEach((step, index) => {
    putChanges(index);
    const last = all.at(-1);
    if (isMove(step) && last?.step && isMove(last.step)) Object.assign(last, { to: index + 1, step });
    else all.push({ from: index + 1, to: index + 1, step });
  });
  putChanges(Infinity);
  return all;
}

/** Writes what is new in the log `log`. @param at the step that shows */
export function writeLog(log, { feed, changes, at, isPast }) {
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
  let item = log.firstElementChild;
  readPages(feed);
  for (const { from, to, step, change } of lines(feed.steps, changes)) {
    item ??= log.appendChild(document.createElement('li'));
    // Each frame of scrolling comes here.
    if (item.event !== (step ?? change) || item.from !== from) {
      Object.assign(item, { event: step ?? change, from, textContent: step ? `${from < to ? `${from}–` : ''}${to} ${words(step)}` : told(change) });
    }
    item.step = to;
    const kind = change ? 'server' : step.refusal ? (step.refusal.remedy === 'act' ? 'ignored act' : 'ignored') : '';
    item.className = `${kind} ${from > at ? 'future' : ''} ${step && from <= at && at <= to ? 'here' : ''}`;
    item = item.nextElementSibling;
  }
  while (item) {
    const next = item.nextElementSibling;
    item.remove();
    item = next;
  }
  if (isPast) log.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
  else if (isAtEnd) log.scrollTop = log.scrollHeight;
}

/**
 * Marks what the pages of a feed did: those of a refresh that had no row of the list, so it began again with them, or went on
 * below a gap, and how many rows had the id of another one of their page. Returns how many rows of all pages were no rows of their own.
 */
export function readPages({ steps, id }) {
  if (!found.has(steps)) found.set(steps, { count: 0, merged: 0, refreshes: new Set(), ids: new Set() });
  const read = found.get(steps), { refreshes, ids } = read;
  for (; read.count < steps.length; read.count++) {
    const step = steps[read.count], { action, values, rows, refusal, effects } = step;
    for (const { kind, ticket } of effects) if (kind === 'refresh') refreshes.add(ticket);
    if (refusal || action !== 'page') continue;
    const keys = rows.map((row) => id(row)), known = keys.filter((key) => ids.has(key)).length;
    const isRefresh = ids.size > 0 && refreshes.has(values[0]);
    const isNew = isRefresh && keys.length > 0 && known === 0;
    // Rows that the page does not lead to stay below a gap.
    step.isApart = isNew && 'gap' in step.loads && values[1] !== null;
    step.isReplaced = isNew && !step.isApart;
    if (step.isReplaced) {
      ids.clear();
      read.merged = 0;
    }
    step.merged = keys.length - new Set(keys).size;
    // A refresh reads what was counted before.
    if (!isRefresh || step.isReplaced) read.merged += keys.length - new Set(keys.filter((key) => !ids.has(key))).size;
    for (const key of keys) ids.add(key);
  }
  return read;
}

const told = ([, name, value]) =>
  `⚡ ${name === 'like' ? `the server has the like of ${value.name}` : name === 'end' ? value : faults[name]}`
    + (value === false ? ': over' : '');

// What happened, in words. `$` and a digit is the value in this place; behind those of a page is the number of its rows. What
// has a ticket is named by its number, as in the sentences of the machine.
const happened = {
  start: 'the list starts', more: 'the next page is asked for', refresh: 'the list is pulled', invalidate: 'the rows are out of date',
  reset: 'the list starts over', stop: 'the list stops', retry: 'try again', dismiss: 'the error is read', fill: 'gap $0 is tapped',
  page: 'request $0 brings $4 rows', fail: 'request $0 fails: $2', fired: 'timer $0 is over', cancelled: '$0 is cancelled',
  insert: '$0 is new', update: '$0 is changed', remove: 'a row goes', accept: 'change $0 is accepted', refuse: 'change $0 fails: $2',
  retry_edits: 'the change is tried again', dismiss_edits: 'the change is dismissed',
};
const toDo = {
  load: '$1 loads as request $0', cancel: '$0 is cancelled', schedule: 'timer $0 waits $2 s', send: 'change $0 is sent', drop: 'change $0 is dismissed',
};
const filled = (text, values) => text.replace(/\$(\d)/g, (_, place) => values[place]);

function words({ action, values, rows, effects, refusal, times, isApart, isReplaced, merged }) {
  const [first, second] = values, shown = values.map((value) => value?.name ?? value?.message ?? value);
  const text = action === 'visible' ? `rows ${first} to ${second - 1} show`
    : action === 'online' ? (first ? 'online' : 'offline') : filled(happened[action], [...shown, rows?.length]);
  const done = effects.map(({ type, ticket, kind, after }) => filled(toDo[type], [ticket, kind && loadName(kind), after / 1_000]));
  return text + (times > 1 ? ` ×${times}` : '')
    + (refusal ? `; ignored: ${plain(refusal.sentence)}` : done.length ? ` → ${done.join(', ')}` : '')
    + (merged ? `; ${merged} rows have the id of another one, or are like it, and go` : '')
    + (isApart ? '; none of these rows was in the list, so a gap is below them' : '')
    + (isReplaced ? '; none of these rows was in the list, so it begins again with them' : '');
}
