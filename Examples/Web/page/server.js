// A server in the page. What it has depends on nothing but the changes that it was told, so a session can be done again.

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
  fail: 'The next page fails', busy: '429, 4 s', cut: 'Cut in the middle', refuse: 'Refuse a like', slow: 'Slow', offline: 'Offline',
  insert: '3 rows above', delete: 'Delete 5',
};

export class Server {
  rows = Array.from({ length: 137 }, (_, index) => person(index + 1));
  /** What is on: faults that wait for their request, and those that stay. */
  faults = new Set();
  /** How long an answer takes, in milliseconds. */
  delay = 350;
  #newest = 1000;

  /** @param changed is told each change, to do it again with `change`, and whether it comes with an answer. */
  constructor(changed = () => {}) { this.changed = changed; }

  /** Does a change: of a fault, or of the rows. Others are told only: `end`, why another server’s list has ended. */
  change(name, value, isAnswer = false) {
    if (name === 'insert') for (let count = Math.min(value, 1_000); count >= 1; count--) this.rows.unshift(person(++this.#newest, true));
    else if (name === 'delete') this.rows.splice(0, value);
    else if (name === 'like') this.rows = this.rows.map((row) => (row.id === value.id ? { ...row, liked: value.liked } : row));
    else if (name in faults) this.faults[value ? 'add' : 'delete'](name);
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
    if (this.#takes('cut')) throw failure(`${by}The answer ends in the middle: “…${text.slice(0, text.length / 2).slice(-20)}”`);
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
      `${items.length - ids.size || 'none'} twice, ${read.length - fresh || 'none'} lost`,
      fresh && `${fresh} new on the server`, gone && `${gone} gone there`,
    ].filter(Boolean).join(' · ');
  }

  load = ({ offset, size, signal }) => this.ask(signal, () =>
    JSON.stringify({ items: this.rows.slice(offset, offset + size), total: this.rows.length }));

  send = async ({ row, signal }) => {
    await this.#way(signal);
    if (!this.rows.some(({ id }) => id === row.id)) throw failure(`The server has no ${row.name} to like: deleted`, { status: 404 });
    if (this.#takes('refuse')) throw failure(`The server refuses the like of ${row.name}`, { status: 403 });
    this.change('like', { id: row.id, name: row.name, liked: row.liked }, true);
    return row;
  };
}

/** The value at a path, such as `data.rows` or `items.0`; the whole of it without one. */
const at = (value, path) => path.split('.').filter(Boolean).reduce((value, name) => value?.[name], value);

/** What a reader may look for in an answer. */
const contents = (value) => (Object(value) === value ? `has ${Object.keys(value).slice(0, 20).join(', ') || 'nothing'}` : `is ${JSON.stringify(value)}`);

/** The words of a value, those within it among them. */
const words = (value) => (typeof value === 'string' ? value : Object.values(Object(value)).map(words).filter(Boolean).join(' '));
const idNames = ['id', '_id', 'uuid', 'uid', 'key', 'slug', 'url'];

/**
 * Loads from an API. `{page}` and `{offset}` in its address are counted, `{size}` and `{cursor}` are filled in. `rows` and
 * `next` are where an answer has them: `next` is a cursor, an address, or, where pages are counted, whether there is one
 * more. Pages that are counted without `next` end with one that has no rows. The server is told why the list ends.
 */
export function source({ url, rows, next }, server) {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) throw failure(`“${url}” is no address: it begins with https://`);
  const isCounted = /\{(page|offset)\}/.test(url);
  /** Why there is no next page. */
  const end = (answer) => {
    if (isCounted && !next) return 'the last page has no rows, so the list ends';
    const name = next || 'next', found = at(answer, name);
    if (found !== undefined) return `the answer’s “${name}” is ${JSON.stringify(found)}, so the list ends`;
    return `the answer has no “${name}”, so the list ends; it ${contents(answer)}. `
      + `If there is more, ${isCounted ? '' : 'write {page}, {offset} or {cursor} in the address, or '}say in the form where the next page is`;
  };
  return {
    title: (row) => [row.name, row.title, row.full_name, row.login, ...Object.values(row)].map(words).find(Boolean) ?? JSON.stringify(row),
    // A like of a row that has no id does not make it another row.
    id: ({ liked, ...row }) => {
      const id = row[idNames.find((name) => row[name] != null)] ?? row;
      return Object(id) === id ? JSON.stringify(id) : id;
    },
    load: async ({ cursor, size, signal }) => {
      const place = isCounted ? cursor ?? { page: 1, offset: 0 } : { cursor };
      const isAddress = !isCounted && /^(https?:|\/|\?)/.test(cursor);
      if (cursor && !isCounted && !isAddress && !url.includes('{cursor}')) {
        throw failure(`The next page is at “${cursor}”; write {cursor} where it goes in the address`);
      }
      // The first page has no cursor, and its place in the address goes.
      const bare = cursor === undefined ? url.replace(/[^?&#]*=\{cursor\}&?/, '') : url;
      const address = isAddress ? new URL(cursor, url).href
        : bare.replace(/\{(page|offset|cursor|size)\}/g, (_, name) => encodeURIComponent(name === 'size' ? size : place[name] ?? ''));
      const answer = await server.ask(signal, async () => {
        const answer = await fetch(address, { signal }).catch((error) => {
          if (error.name === 'AbortError') throw error;
          // A browser does not tell a page which of these it was.
          throw failure('The browser got no answer: the address can’t be reached, or its server does not allow this page to ask (CORS)');
        });
        if (answer.ok) return answer.text();
        const after = Number(answer.headers.get('Retry-After'));
        throw failure(`The server answers ${answer.status} to ${address}`, { status: answer.status, retryAfter: after ? after * 1_000 : undefined });
      }, 'As if, made by this page: ');
      const items = rows ? at(answer, rows) : Array.isArray(answer) ? answer : Object.values(Object(answer)).find(Array.isArray);
      if (!Array.isArray(items)) throw failure(`There are no rows ${rows ? `at “${rows}”` : 'in the answer'}; it ${contents(answer)}`);
      const following = at(answer, next || 'next') || null;
      const isLast = isCounted && !next ? !items.length : following === null;
      if (isLast) server.change('end', end(answer), true);
      return {
        items: items.map((row) => (Object(row) === row ? row : { name: String(row) })),
        next: isLast ? null : isCounted ? { page: place.page + 1, offset: place.offset + items.length } : following,
      };
    },
  };
}
