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

export class Server {
  rows = Array.from({ length: 137 }, (_, index) => person(index + 1));
  /** What is on: faults that wait for their request, and those that stay. */
  faults = new Set();
  /** How long an answer takes, in milliseconds. */
  delay = 350;
  #newest = 1000;

  /** @param changed is told each change, to do it again with `change`. */
  constructor(changed = () => {}) { this.changed = changed; }

  /** Does a change: of a fault, or of the rows. */
  change(name, value) {
    if (name === 'insert') for (let count = Math.min(value, 1_000); count >= 1; count--) this.rows.unshift(person(++this.#newest, true));
    else if (name === 'delete') this.rows.splice(0, value);
    else if (name === 'like') this.rows = this.rows.map((row) => (row.id === value.id ? { ...row, liked: value.liked } : row));
    else if (value) this.faults.add(name);
    else this.faults.delete(name);
    this.changed(name, value);
  }

  /** Whether a fault was waiting for this request; it is over then. */
  #takes(fault) {
    if (!this.faults.has(fault)) return false;
    this.change(fault, false);
    return true;
  }

  /** The way to the server. */
  async #way(signal) {
    await pause(this.faults.has('slow') ? 3_000 : this.delay, signal);
    if (this.faults.has('offline')) throw new TypeError('Failed to fetch');
  }

  /** What a text becomes on a bad way, as JSON. `give` has the text. */
  async ask(signal, give) {
    await this.#way(signal);
    if (this.#takes('fail')) throw failure('The server has a problem', { status: 500 });
    if (this.#takes('busy')) throw failure('Too many requests', { status: 429, retryAfter: 4_000 });
    const text = await give();
    try {
      return JSON.parse(this.#takes('cut') ? text.slice(0, text.length / 2) : text);
    } catch {
      throw failure('The answer ends in the middle');
    }
  }

  load = ({ offset, size, signal }) => this.ask(signal, () =>
    JSON.stringify({ items: this.rows.slice(offset, offset + size), total: this.rows.length }));

  send = async ({ row, signal }) => {
    await this.#way(signal);
    if (this.#takes('refuse')) throw failure('The server refuses the like', { status: 403 });
    this.change('like', { id: row.id, liked: row.liked });
    return row;
  };
}

/** The value at a path, such as `data.rows` or `items.0`; the whole of it without one. */
const at = (value, path) => path.split('.').filter(Boolean).reduce((value, name) => value?.[name], value);

/**
 * Loads from an API. `{page}`, `{offset}`, `{size}` and `{cursor}` in its address are filled in. `rows` and `next` are where
 * an answer has them. Without `next` pages that are counted end with one that has no rows.
 */
export function source({ url, rows, next }, server) {
  if (!URL.canParse(url)) throw failure(`“${url}” is no address: it begins with https://`);
  const isCounted = !next && /\{(page|offset)\}/.test(url);
  return {
    id: (row) => {
      const id = row.id ?? row.key ?? row.url ?? row.uid ?? row.name;
      return Object(id) === id ? JSON.stringify(id) : id;
    },
    load: async ({ cursor, size, signal }) => {
      const place = isCounted ? cursor ?? { page: 1, offset: 0 } : { cursor };
      const isAddress = !isCounted && /^(https?:|\/|\?)/.test(cursor);
      const address = isAddress ? new URL(cursor, url).href
        : url.replace(/\{(page|offset|cursor|size)\}/g, (_, name) => encodeURIComponent(name === 'size' ? size : place[name] ?? ''));
      if (cursor && !isCounted && !isAddress && !url.includes('{cursor}')) {
        throw failure(`The next page is at “${cursor}”; write {cursor} where it goes in the address`);
      }
      const answer = await server.ask(signal, async () => {
        const answer = await fetch(address, { signal });
        if (answer.ok) return answer.text();
        const after = Number(answer.headers.get('Retry-After'));
        throw failure(`The server answers ${answer.status}`, { status: answer.status, retryAfter: after ? after * 1_000 : undefined });
      });
      const items = rows ? at(answer, rows) : Array.isArray(answer) ? answer : Object.values(answer ?? {}).find(Array.isArray);
      if (!Array.isArray(items)) {
        throw failure(`There are no rows ${rows ? `at “${rows}”` : 'in the answer'}; it has ${Object.keys(answer ?? {}).join(', ') || 'nothing'}`);
      }
      return {
        items: items.map((row) => (Object(row) === row ? row : { name: String(row) })),
        next: !isCounted ? at(answer, next || 'next')
          : items.length ? { page: place.page + 1, offset: place.offset + items.length } : null,
      };
    },
    title: (row) => String(row.name ?? row.title ?? row.full_name ?? Object.values(row).find((value) => typeof value === 'string')),
  };
}
