// A server in the page. What it has depends on nothing but the changes that it was told, so a session can be done again.
import { maskedAddress } from './secrets.js';

const first = 'Ada Alan Barbara Claude Donald Edsger Frances Grace Hedy Ida John Katherine Leslie Margaret Niklaus Radia'.split(' ');
const last = 'Adler Berg Castro Diaz Endo Fischer Gray Haddad Ito Jansen Kaya Lopez Moreau'.split(' ');
const about = 'Likes long lists and short answers. Reads to the end. Scrolls back to see whether the beginning is still there.'.split(/(?<=\.) /);

const person = (id, isNew) => ({
  id, name: `${first[id * 7 % 16]} ${last[id * 5 % 13]}`, about: about.slice(0, id * 11 % 4).join(' '), liked: false,
  ...(isNew && { isNew }),
});

/** A load that fails as those of `fetch` do, and more. */
const failure = (message, rest) => Object.assign(new Error(message), rest);

/** Ends after some time, or with the signal's reason. */
const pause = (milliseconds, signal) => new Promise((done, fail) => {
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    fail(signal.reason);
  });
});

/** What can be done to the server. */
export const faults = {
  fail: 'The next page fails', busy: 'Too many requests, try again in 4 s', cut: 'Cut the answer in the middle', refuse: 'Refuse a like', slow: 'Slow', offline: 'Offline',
  insert: '3 new rows', many: '25 new rows', delete: 'Delete the first 5',
};

export class Server {
  rows = Array.from({ length: 137 }, (_, index) => person(index + 1));
  /** What is on: faults that wait for their request, and those that stay. */
  faults = new Set();
  /** How long an answer takes, in milliseconds. */
  delay = 350;
  /** Where another server has its rows, their ids and their names. */
  found;
  #newest = 1000;

  /** @param changed is told each change, to do it again with `change`, and whether it comes with an answer. */
  constructor(changed = () => {}) { this.changed = changed; }

  /** Does a change: of a fault, or of the rows. Others are told only: `end`, why another server’s list has ended. */
  change(name, value, isAnswer = false) {
    if (name === 'insert' || name === 'many') this.rows = [...Array.from({ length: value }, () => person(++this.#newest, true)).reverse(), ...this.rows];
    else if (name === 'delete') this.rows.splice(0, value);
    else if (name === 'like') this.rows = this.rows.map((row) => (row.id === value.id ? { ...row, liked: value.liked } : row));
    else if (Object.hasOwn(faults, name)) this.faults[value ? 'add' : 'delete'](name);
    this.changed(name, value, isAnswer);
  }

  /** Whether a fault was waiting for this request; it is over then. */
  #takes(fault) {
    if (!this.faults.has(fault)) return false;
    this.change(fault, false, true);
    return true;
  }

  /** The way to the server. */
  async #way(signal) {
    await pause(this.faults.has('slow') ? 3_000 : this.delay, signal);
    if (this.faults.has('offline')) throw new TypeError('Offline: the request did not arrive');
  }

  /** What a text becomes on a bad way, as JSON. `give` has the text, `by` says whose the faults are. */
  async ask(signal, give, by = '') {
    await this.#way(signal);
    if (this.#takes('fail')) throw failure(`${by}The server does not find this page`, { status: 404 });
    if (this.#takes('busy')) throw failure(`${by}Too many requests`, { status: 429, retryAfter: 4_000 });
    const text = await give();
    if (this.#takes('cut')) throw failure(`${by}The answer ends in the middle${by ? '' : `: “…${text.slice(0, text.length / 2).slice(-20)}”`}`);
    try {
      return JSON.parse(text);
    } catch {
      throw failure(text.trim() ? `The answer is not JSON; it begins with “${text.trim().slice(0, 20)}”` : 'The answer is empty');
    }
  }

  /** How a list compares with what the server has. */
  compare(items) {
    const ids = new Set(items.map(({ id }) => id)), there = new Set(this.rows.map(({ id }) => id));
    const read = this.rows.slice(0, this.rows.findLastIndex(({ id }) => ids.has(id)) + 1).filter(({ id }) => !ids.has(id));
    const fresh = read.filter(({ isNew }) => isNew).length, gone = items.filter(({ id }) => !there.has(id)).length;
    return [
      `${items.length - ids.size || 'No row'} twice, ${read.length - fresh || 'none'} lost`,
      fresh && `${fresh} new on the server`, gone && `${gone} gone there`,
    ].filter(Boolean).join(' · ');
  }

  load = ({ offset, size, signal }) => this.ask(signal, () =>
    JSON.stringify({ items: this.rows.slice(offset, offset + size), total: this.rows.length }));

  send = async ({ kind, row, signal }) => {
    await this.#way(signal);
    if (kind !== 'update') throw failure('The server takes likes only', { status: 405 });
    if (!this.rows.some(({ id }) => id === row.id)) throw failure(`The server has no ${row.name} to like: deleted`, { status: 404 });
    if (this.#takes('refuse')) throw failure(`The server refuses the like of ${row.name}`, { status: 403 });
    this.change('like', { id: row.id, name: row.name, liked: row.liked }, true);
    return row;
  };
}

/** The value at a path, such as `data.rows` or `items.0`; the whole of it without one. */
const at = (value, path) => path.split('.').filter(Boolean).reduce((value, name) => value?.[name], value);

/** What a reader may look for in an answer. */
const contents = (value) =>
  (Object(value) === value ? `has ${Object.keys(value).slice(0, 20).join(', ') || 'nothing'}` : `is ${JSON.stringify(value)}`).slice(0, 200);

/** The words of a value, those within it among them. */
const words = (value) => (typeof value === 'string' ? value : Object.values(Object(value)).map(words).filter(Boolean).join(' '));
const idNames = ['id', '_id', 'uuid', 'uid', 'key', 'slug', 'url'], nameNames = ['name', 'title', 'full_name', 'login'];

/** A short text in place of a long one, by 53 bits: no other has it, and the long one can't be read from it. */
function digest(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 2_654_435_761);
    b = Math.imul(b ^ text.charCodeAt(index), 1_597_334_677);
  }
  a = Math.imul(a ^ a >>> 16, 2_246_822_507) ^ Math.imul(b ^ b >>> 13, 3_266_489_909);
  b = Math.imul(b ^ b >>> 16, 2_246_822_507) ^ Math.imul(a ^ a >>> 13, 3_266_489_909);
  return `row ${(2 ** 32 * (b & 0x1fffff) + (a >>> 0)).toString(36)}`;
}

/** The id of a row of an API. A row without one is known by all that it has. */
function idOf(row) {
  const id = row[idNames.find((name) => row[name] != null)];
  if (Number.isFinite(id)) return id;
  const text = typeof id === 'string' ? id : JSON.stringify(id);
  return text?.length <= 200 ? text : digest(text ?? JSON.stringify(row));
}

/** What this page keeps of a row of an API. What does not show is in no list, so it is in no link and in no script. */
const shownOf = (row) => ({
  id: idOf(row),
  name: ([...nameNames.map((name) => row[name]), ...Object.values(row)].map(words).find(Boolean) ?? JSON.stringify(row)).slice(0, 300),
});

/**
 * Loads from an API. `{page}` and `{offset}` in its address are counted, `{size}` and `{cursor}` are filled in. `rows` and
 * `next` are where an answer has them: `next` is a cursor, an address, or, where pages are counted, whether there is one
 * more. Pages that are counted without `next` end with one that has no rows. The server is told why the list ends.
 */
export function source({ url, rows, next }, server) {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw failure(`“${url}” is no address: it begins with https://`);
  const { origin, host, username, password } = new URL(url);
  if (username || password) throw failure(`A page can’t ask ${host} with a name or a password in the address`);
  const isCounted = /\{(page|offset)\}/.test(url);
  /** Why there is no next page. */
  const end = (answer) => {
    if (isCounted && !next) return 'the last page has no rows, so the list ends';
    const name = next || 'next', found = at(answer, name);
    const text = found === undefined ? `the answer has no “${name}”, so the list ends; it ${contents(answer)}` : `the answer’s “${name}” ${contents(found)}, so the list ends`;
    return found === undefined || found ? `${text}. `
      + `If there is more, ${isCounted ? '' : 'write {page}, {offset} or {cursor} in the address, or '}say in the form where the next page is` : text;
  };
  /** Whether there is a next page. What leads there is a text or a number; over 8,000 characters no server takes it back. */
  const leads = (following) => (isCounted ? !!following
    : typeof following === 'string' ? following && following.length <= 8_000 : Number.isFinite(following) && following !== 0);
  return async ({ cursor, size, signal }) => {
    if (url.includes('…')) throw failure('The secrets in the address are left out of a link; type them in the form, and load it again');
    const place = isCounted ? { page: 1, offset: 0, ...Object(cursor) } : { cursor };
    if (/…/.test(cursor)) throw failure('A link leaves out the secrets in the address of the next page, so the list loads again', { invalidCursor: true });
    const isAddress = !isCounted && /^(https?:|\/|\?)/.test(cursor);
    if (cursor && !isCounted && !isAddress && !url.includes('{cursor}')) {
      throw failure(`The next page is at “${cursor}”; write {cursor} where it goes in the address`);
    }
    // The first page has no cursor, and its place in the address goes.
    const bare = cursor === undefined ? url.replace(/[^?&#]*=\{cursor\}&?/, '') : url;
    const filled = bare.replace(/\{(page|offset|cursor|size)\}/g, (_, name) => encodeURIComponent(name === 'size' ? size : place[name] ?? ''));
    const address = new URL(isAddress ? cursor : filled, url);
    // The reader has seen whom this page asks.
    if (address.origin !== origin) throw failure(`The next page is at ${address.host}; this page asks ${host} only`);
    const answer = await server.ask(signal, async () => {
      // Without cookies, also on this page's own origin: who has sent a link can't have something asked in the reader's name,
      // and what a link or a script holds is what anyone gets who has the address.
      const answer = await fetch(address, { signal, credentials: 'omit' }).catch((error) => {
        if (error.name === 'AbortError') throw error;
        // A browser does not tell a page which of these it was.
        throw failure('The browser got no answer: the address can’t be reached, or its server does not allow this page to ask (CORS)');
      });
      if (answer.ok) return answer.text();
      const after = Number(answer.headers.get('Retry-After'));
      throw failure(`The server answers ${answer.status} to ${maskedAddress(address.href).slice(0, 200)}`, { status: answer.status, retryAfter: after ? after * 1_000 : undefined });
    }, 'As if, made by this page: ');
    const items = rows ? at(answer, rows) : Array.isArray(answer) ? answer : Object.values(Object(answer)).find(Array.isArray);
    if (!Array.isArray(items)) throw failure(`There are no rows ${rows ? `at “${rows}”` : 'in the answer'}; it ${contents(answer)}`);
    const row = Object(items[0]);
    server.found ??= items.length && {
      path: rows || (Array.isArray(answer) ? null : Object.keys(answer).find((name) => answer[name] === items)),
      id: idNames.find((name) => row[name] != null) ?? null,
      name: [...nameNames, ...Object.keys(row)].find((name) => row[name] && typeof row[name] === 'string') ?? null,
    } || undefined;
    const following = at(answer, next || 'next');
    const isLast = isCounted && !next ? !items.length : !leads(following);
    if (isLast) server.change('end', end(answer), true);
    return {
      items: items.map((row) => shownOf(Object(row) === row ? row : { name: String(row) })),
      next: isLast ? null : isCounted ? { page: place.page + 1, offset: place.offset + items.length } : following,
    };
  };
}
