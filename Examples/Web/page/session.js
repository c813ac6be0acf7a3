// A session to take along: its steps as a link, and as a script for `feed-repl run`.
import { kinds } from './feed/feed.js';
import { hider, maskedAddress } from './secrets.js';
import { faults } from './server.js';

/** What a link may hold, at most. A stranger may have made it, and a tab that it keeps busy can't say so. */
const most = { text: 1_000_000, bytes: 4_000_000, steps: 10_000, changes: 1_000, rows: 10_000 };

// What the values of an action are: a whole number, a ticket, a load or none, a yes or no, why something failed, a cursor, an
// error, an id, a row, or a row or none.
const shapes = {
  start: '', visible: 'nn', more: '', refresh: '', invalidate: '', reset: '', stop: '', retry: 'k', dismiss: 'k', online: 'b',
  page: 'tccn', fill: 'tb', fail: 'twebt', fired: 't', cancelled: 't', insert: 'ri', update: 'r', remove: 'i', accept: 'to', refuse: 'tweb',
  retry_edits: 'i', dismiss_edits: 'i',
};

/**
 * A session for others: with the texts that show, and without the secrets of its API's address, wherever they are. Ids
 * and cursors that only a secret told apart keep a number.
 */
export function bare({ own, gaps, steps, changes, rows }) {
  const hide = own ? hider(own.url) : (text) => text, numbers = new Map();
  const text = (text, most) => hide(String(text)).slice(0, most);
  const apart = (value) => {
    const shown = typeof value === 'string' ? hide(value) : value;
    if (shown === value) return value;
    if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
    return `${shown}#${numbers.get(value)}`;
  };
  const row = (row) => row && { ...row, id: apart(row.id), name: text(row.name, 300) };
  const error = ({ message, status }) => ({ message: text(message, 1_000), status: Number.isSafeInteger(status) ? status : undefined });
  const ways = { c: apart, i: apart, r: row, o: row, e: error };
  return {
    own: own && { ...own, url: maskedAddress(own.url) }, gaps,
    steps: steps.map(({ action, values, rows, times }) => ({
      action, values: values.map((value, place) => ways[shapes[action][place]]?.(value) ?? value), rows: rows?.map(row), times,
    })),
    changes: changes.map(([step, name, value]) => [step, name, name === 'end' ? text(value, 1_000) : value]), rows: rows?.map(row),
  };
}

/** What is wrong with a link, in words. */
class Damage extends Error {}
const wrong = (what) => { throw new Damage(what); };

/** A session as a link may hold it: all in it is known, of its kind and of a bounded size, and there is nothing more. */
export function read(session) {
  let count = 0;
  const shown = (value) => (Array.isArray(value) ? 'a list' : Object(value) === value ? 'an object' : JSON.stringify(value)?.slice(0, 40) ?? 'nothing');
  const be = (holds, value, what) => (holds ? value : wrong(`${shown(value)} is no ${what}`));
  const whole = (least, most = 2 ** 31 - 1) => (value) =>
    be(Number.isInteger(value) && least <= value && value <= most, value, `whole number from ${least} to ${most}`);
  const text = (value, most = 300) => be(typeof value === 'string' && value.length <= most, value, `text of up to ${most} characters`);
  const object = (value, what) => be(Object(value) === value && !Array.isArray(value), value, what);
  const list = (value, what, most = Infinity) =>
    be(Array.isArray(value), value, `list of ${what}`).length <= most ? value : wrong(`it has ${value.length} ${what}, and ${most} are the most`);
  // A whole number over 2^53 stands for several.
  const isExact = (value) => Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  const id = (value) => (isExact(value) ? value : text(value));
  const yes = (value) => be(typeof value === 'boolean', value, 'yes or no');
  const many = (number) => ((count += number) > most.rows ? wrong(`it has more than ${most.rows} rows`) : number);
  const row = (value) => {
    const { id: key, name, about, liked, isNew } = object(value, 'row');
    many(1);
    return {
      id: id(key), name: text(name), ...(about !== undefined && { about: text(about) }),
      ...(liked !== undefined && { liked: yes(liked) }), ...(isNew !== undefined && { isNew: yes(isNew) }),
    };
  };
  const cursor = (value) => {
    if (value === null || isExact(value)) return value;
    if (typeof value === 'string') return text(value, 10_000);
    const { page, offset } = object(value, 'cursor');
    return { page: whole(1)(page), offset: whole(0)(offset) };
  };
  const error = (value) => {
    const { message, status } = object(value, 'error');
    return { message: text(message, 1_000), status: status === undefined ? status : whole(0, 999)(status) };
  };
  const kinds = {
    n: whole(-(2 ** 31)), t: whole(0), k: whole(-1, 3), b: whole(0, 1), w: whole(0, 2), c: cursor, e: error, r: row,
    i: (value) => (value === null ? value : id(value)), o: (value) => (value === null ? value : row(value)),
  };
  const step = (value) => {
    const { action, values, rows, times = 1 } = object(value, 'step');
    const shape = Object.hasOwn(shapes, action) ? shapes[action] : wrong(`${shown(action)} is no action`);
    if (list(values, 'values').length !== shape.length) wrong(`${action} has ${values.length} values in place of ${shape.length}`);
    return {
      action, values: values.map((value, place) => kinds[shape[place]](value)), times: whole(1, 1_000_000)(times),
      ...(action === 'page' && { rows: list(rows, 'rows').map(row) }),
    };
  };
  const change = (value) => {
    const [step, name, what] = list(value, 'change');
    const like = () => {
      const { id: key, name, liked } = object(what, 'like');
      return { id: id(key), name: text(name), liked: yes(liked) };
    };
    const is = {
      insert: () => many(whole(0, 1_000)(what)), many: () => many(whole(0, 1_000)(what)), delete: () => whole(0, 1_000)(what), like, end: () => text(what, 1_000),
    }[name] ?? (Object.hasOwn(faults, name) ? () => yes(what) : () => wrong(`${shown(name)} is no change`));
    return [whole(0)(step), name, is()];
  };
  const each = (values, name, read) => list(values, `${name}s`, most[`${name}s`]).map((value, place) => {
    try {
      return read(value);
    } catch (error) {
      throw new Damage(`${name} ${place + 1}: ${error.message}`);
    }
  });
  const { own, gaps, steps, changes } = object(session, 'session');
  return {
    own: own === undefined ? own : (({ url, rows = '', next = '' }) =>
      ({ url: text(url, 2_000), rows: text(rows), next: text(next) }))(object(own, 'API')),
    // An older link is of a list without gaps.
    gaps: gaps === undefined ? gaps : be(gaps === 'manual', gaps, 'kind of gaps'), steps: each(steps, 'step', step), changes: each(changes, 'change', change),
  };
}

/** A session, packed for a link. */
export async function pack(session) {
  const json = new Blob([JSON.stringify(read(session))]);
  const packed = json.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
  return json.size > most.bytes || text.length > most.text ? wrong(`it has more than ${most.bytes} bytes`) : text;
}

export async function unpack(text) {
  if (text.length > most.text) wrong(`it has more than ${most.text} characters`);
  let session;
  try {
    session = JSON.parse(await unpacked(text));
  } catch (error) {
    throw error instanceof Damage ? error : new Damage('it is cut short, or not from this page');
  }
  return read(session);
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ '-': '+', _: '/' })[sign])), (sign) => sign.charCodeAt());
  let at = 0, size = 0;
  // A little at a time: it becomes a thousand times as much at most before it is counted.
  const pieces = new ReadableStream({ pull: (to) => (at < bytes.length ? to.enqueue(bytes.subarray(at, at += 1_024)) : to.close()) });
  const chunks = [], reader = pieces.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let chunk; (chunk = (await reader.read()).value);) {
    size += chunk.length;
    if (size > most.bytes) {
      reader.cancel();
      wrong(`it holds more than ${most.bytes} bytes`);
    }
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

/** The words that the machine has for an action. */
const names = {
  start: 'started', visible: 'visible', more: 'loadMore', refresh: 'refreshPulled', invalidate: 'invalidated', reset: 'reset',
  stop: 'stopped', retry: 'retryTapped', dismiss: 'errorDismissed', online: 'connectivityChanged', page: 'pageLoaded',
  fill: 'gapTapped', fail: 'failed', fired: 'timerFired', cancelled: 'cancelled', insert: 'edit', update: 'edit', remove: 'edit',
  accept: 'editCommitted', refuse: 'editFailed', retry_edits: 'editRetried', dismiss_edits: 'editDismissed',
};

const kind = (number) => (number < 0 ? {} : { kind: kinds[number] });

/**
 * The steps as lines that `feed-repl run` does again, with a check of the rows and the ends.
 * @param rows that show, @param loads how the loads stand
 */
export function script({ steps, rows, options, loads }) {
  const row = (row) => row && { id: String(row.id), title: row.name, value: row };
  const cursor = (cursor) => cursor == null ? undefined
    : Number.isSafeInteger(cursor) ? { number: cursor } : { token: typeof cursor === 'string' ? cursor : JSON.stringify(cursor) };
  const failure = (why, { message, status }, isRetryable, retryAfter) => {
    const isStatus = Number.isInteger(status);
    return {
      code: why === 2 ? 'invalidCursor' : why === 1 ? 'unreachable' : isStatus ? 'http' : 'other', message,
      status: isStatus ? status : undefined, isRetryable: !!isRetryable, retryAfter: retryAfter ? retryAfter / 1_000 : undefined,
    };
  };
  const values = {
    visible: ([from, end]) => ({ range: [from, Math.max(from, end)] }), retry: ([number]) => kind(number), dismiss: ([number]) => kind(number),
    online: ([isOnline]) => ({ isOnline: !!isOnline }), fired: ([ticket]) => ({ ticket }), cancelled: ([ticket]) => ({ ticket }),
    page: ([ticket, next, previous, total], rows) => ({
      ticket,
      page: { items: rows.map(row), next: cursor(next), previous: cursor(previous), total: total < 0 ? undefined : Math.trunc(total) },
    }),
    fill: ([id, isBelow]) => ({ id, from: isBelow ? 'below' : 'above' }),
    fail: ([ticket, why, error, isRetryable, retryAfter]) => ({ ticket, failure: failure(why, error, isRetryable, retryAfter) }),
    insert: ([item, before]) => ({ change: { insert: { item: row(item), before: before == null ? undefined : String(before) } } }),
    update: ([item]) => ({ change: { update: { item: row(item) } } }), remove: ([id]) => ({ change: { remove: { id: String(id) } } }),
    accept: ([ticket, item]) => ({ ticket, item: row(item) ?? undefined }),
    refuse: ([ticket, why, error, isRetryable]) => ({ ticket, failure: failure(why, error, isRetryable) }),
    retry_edits: ([id]) => ({ id: String(id) }), dismiss_edits: ([id]) => ({ id: String(id) }),
  };
  // Half of an emoji is no text.
  const whole = (_, value) => (typeof value === 'string' ? value.toWellFormed() : value);
  const lines = steps.map(({ action, values: given, rows }) => JSON.stringify({ [names[action]]: values[action]?.(given, rows) ?? {} }, whole));
  const { pageSize, prefetchDistance, retry, gaps = 'none' } = options;
  const ends = Object.entries(loads).map(([kind, load]) => `${kind} contains ${load}`);
  return [
    '# A session of the page “Break it”. Save it as broken.feed in the checkout of Feed, the package that made the page, and',
    '# run it: swift run feed-repl run broken.feed. “feed-repl run broken.feed -e "save broken.swift"” makes a Swift test of it.',
    `set page-size ${pageSize}; set prefetch ${prefetchDistance}; set retry ${retry.attempts}; set refresh merge; set gaps ${gaps}; set editable on`,
    ...lines,
    `expect items == ${rows.length} and ${ends.join(' and ')}`,
    ...[...new Set([0, rows.length - 1])].flatMap((index) => rows[index]?.name ?? []).filter((name) => !/[\r\n]/.test(name))
      .map((name) => `expect items contains "${name.toWellFormed().replace(/["\\]/g, '\\$&')}"`),
    '',
  ].join('\n');
}
