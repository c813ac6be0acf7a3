// For developers: feed.js loads this for a feed with `debug`. Refusals have sentences, `feed.steps` has what happened, and
// steps that are given in the options happen again: the machine is pure, so it is where it was. Names that mean nothing are
// told in the console.
import { ask, kinds, loud, mistake, Misuse } from './feed.js';

// What the numbers of an action stand for: a number, a cursor, an error, an id, a query, or a row, by its id and its slot.
const shapes = {
  start: '', visible: 'nn', more: '', refresh: '', invalidate: '', reset: '', stop: '', retry: 'n', dismiss: 'n', online: 'n',
  page: 'nccn', fail: 'nnenn', fired: 'n', cancelled: 'n', typed: 'q', submit: '',
  fill: 'nn',
  insert: 'ri', update: 'r', remove: 'i', accept: 'nr', refuse: 'nnen', retry_edits: 'i', dismiss_edits: 'i', restore: '',
};
const answers = ['page', 'fail', 'fired', 'cancelled', 'accept', 'refuse'];
const effects = ['load', 'cancel', 'schedule', 'send', 'drop', 'schedule'];
const states = ['idle', 'loading', 'waiting', 'offline', 'failed', 'exhausted', 'cycle', 'stalled'];

// What there is in the options, in those of a search and of pages that are counted, and in a page.
const members = {
  options: 'load send id equal pageSize prefetchDistance refreshMode gaps maxItems retry isRetryable followsNetwork autoStart restored debug '
    + 'onStep steps machine seed paging',
  search: ' query pause', paging: ' overlap', retry: 'attempts base cap', page: 'items next previous total', counted: 'items total more',
};

/** Says which members mean nothing: what they were to do is not done. */
function heed(says, given, words) {
  const names = words.split(' ');
  for (const name of Object.keys(given ?? {})) if (!names.includes(name)) mistake('noMember', says, name, names);
}

export function add(core, feed) {
  const { w: machine, p, options, search, told, names, rows, cursors, errors, edited, pair, numbers } = core;
  const w = (core.w = { ...machine });
  const steps = (feed.steps = []);
  const pending = new Map(); // ticket → the effect that waits for an answer
  let page = [], handed = [], isOver = false;

  // What is written wrong

  heed('There is no option', options, members.options + (search ? members.search : '') + (options.paging ? members.paging : ''));
  if (typeof (options.retry ?? {}) !== 'object') mistake('noRetry', options.retry);
  else heed('`retry` has no member', options.retry, members.retry);
  // paging.js shows what the server gave.
  core.heed = (page) => {
    if (Array.isArray(page?.items)) ask(() => heed('A page has no member', page, options.paging ? members.counted : members.page));
    return page;
  };
  const { load } = core;
  if (!options.paging) core.load = async (request) => core.heed(await load(request));

  if (options.send) {
    const { edit } = feed;
    feed.edit = (key, change) => edit(key, typeof change !== 'function' ? change : (row) => {
      const text = () => ask(() => JSON.stringify(row)), before = text(), value = change(row);
      if (value === row && text() !== before) mistake('editedInPlace');
      return value;
    });
  }

  core.told = () => {
    const bytes = [], refusal = told();
    for (let byte; (byte = machine.list_sentence(p, bytes.length)) >= 0;) bytes.push(byte);
    return { ...refusal, sentence: new TextDecoder().decode(new Uint8Array(bytes)) };
  };
  core.onStep = options.onStep && (() => {
    try {
      options.onStep(steps.at(-1));
    } catch (error) {
      loud(error);
    }
  });
  Object.defineProperty(feed, 'loads', {
    configurable: true,
    get: () => core.w && Object.fromEntries(kinds.slice(0, options.gaps ? 4 : 3).map((kind, number) => [kind, states[machine.list_load(p, number)]])),
  });

  // What happens

  const values = {
    n: ([number]) => number, c: ([number]) => cursors.get(number) ?? null, q: ([number]) => search.queries.get(number),
    i: ([name]) => edited.get(name) ?? null, r: ([, slot]) => rows.get(slot) ?? null,
    e: ([number]) => ask(() => {
      const { message = String(errors.get(number)), status } = errors.get(number) ?? {};
      return { message, status };
    }) ?? { message: 'an error that can not be read' },
  };
  for (const [action, shape] of Object.entries(shapes)) {
    const call = machine['list_' + action];
    if (!call) continue;
    w['list_' + action] = (p, ...numbers) => {
      if (isOver) return 1;
      const why = call(p, ...numbers), isIgnored = why === 1, refusal = isIgnored ? core.told() : null, last = steps.at(-1);
      const step = { action, values: [], refusal, effects: [], times: 1 };
      for (const letter of shape) step.values.push(values[letter](numbers.splice(0, letter === 'r' ? 2 : 1)));
      if (action === 'page') step.rows = page;
      if (action === 'restore') step.edits = handed;
      [page, handed] = [[], []];
      if (!isIgnored && answers.includes(action)) pending.delete(step.values[0]);
      // Reports come at each frame.
      if (isIgnored && action === 'visible' && last?.action === action && last.refusal?.code === refusal.code) {
        step.times += steps.pop().times;
      }
      step.loads = feed.loads;
      steps.push(step);
      return why;
    };
  }
  w.list_row = (p, name, slot) => {
    page.push(rows.get(slot));
    machine.list_row(p, name, slot);
  };
  if (machine.list_restored_edit) w.list_restored_edit = (p, ...numbers) => {
    const [kind, name, , ...rest] = numbers;
    handed.push(core.plain([handed.length + 1, kind, name, ...rest]));
    machine.list_restored_edit(p, ...numbers);
  };
  w.list_effect = (p) => {
    const effect = machine.list_effect(p);
    if (effect < 0) return effect;
    const [ticket, ...rest] = numbers();
    if (effect === 1) pending.delete(ticket);
    else if (effect !== 4) pending.set(ticket, [effect, ticket, ...rest]);
    steps.at(-1)?.effects.push({ type: effects[effect], ticket, ...details(effect, rest) });
    return effect;
  };
  const details = (effect, [first]) =>
    effect === 0 ? { kind: kinds[first] } : effect === 2 ? { after: first } : effect === 5 ? { after: options.pause ?? 300 } : {};

  // What happened, again

  const known = {
    n: (number) => [number], c: (cursor) => [cursors.number(cursor)], q: (query) => {
      search.wanted = query ?? undefined;
      return [search.queries.number(query)];
    },
    // A row that came too late is known, too.
    i: (key) => [key == null ? -1 : core.note(key)],
    r: (row) => (row ? core.hold(row) : [-1, -1]),
    e: ({ message, ...error }) => [core.errorNumber(Object.assign(new Error(message), error))],
  };
  function play({ action, values, rows, edits, times }) {
    const shape = shapes[action], call = w['list_' + action];
    if (shape === undefined || !call || values?.length !== shape.length) {
      throw new Misuse(`Step ${steps.length + 1} can't be done again: ${JSON.stringify({ action, values })}.`);
    }
    for (const row of rows ?? []) w.list_row(p, ...pair(row));
    (edits ?? []).forEach((edit, index) => core.hand(edit, index + 1));
    const given = [...shape].flatMap((letter, place) => known[letter](values[place]));
    if (call(p, ...given) === 0) while (w.list_effect(p) >= 0);
    steps.at(-1).times = times ?? 1;
  }
  // A list that starts over does not go there again.
  if (options.steps && !core.isThere) {
    core.isThere = true;
    for (const step of options.steps) play(step);
    if (options.autoStart === false) isOver = true;
    else {
      // The start of a feed that has begun does what was not done yet.
      const waiting = [...pending.values()], { list_start: start, list_effect: next } = w;
      if (steps.length) w.list_start = () => (w.list_start = start, 0);
      if (steps.length && search) {
        const begin = search.start;
        search.start = () => {
          search.start = begin;
          return core.step('start');
        };
      }
      w.list_effect = (p) => {
        const [effect, ...rest] = waiting.shift() ?? [];
        if (effect === undefined) return (w.list_effect = next)(p);
        numbers().set(rest);
        return effect;
      };
    }
  }
}
