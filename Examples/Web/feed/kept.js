// Keeps a list in a storage: `createFeed({ load, restored: kept({ storage: sessionStorage, name: 'people' }) })`.
import { ask, loud } from './feed.js';

const lists = new Map(); // name → the list that is kept by it, weakly
const left = new Set(); // the names of lists that this page had before

/**
 * What was kept by this name: all of it after a reload, on the way back and within the page; on another visit only the
 * edits that wait.
 */
export const kept = ({ storage, name }) => new Kept(storage, name);

class Kept {
  #storage;
  #name;
  #isTold = false;

  constructor(storage, name) {
    [this.#storage, this.#name] = [storage, name];
    const visit = ask(() => performance.getEntriesByType('navigation')[0].type);
    if (left.has(name) || ['reload', 'back_forward'].includes(visit)) {
      const { version, items, after, before, total, query, anchor } = this.#read(name) ?? {};
      Object.assign(this, { version, items, after, before, total, query, anchor });
    }
    this.edits = this.#read(`${name} edits`);
  }

  /** The list shows, so it is kept when the page is left. The one that shows last has the name. */
  follow(feed) { lists.set(this.#name, { kept: this, feed: new WeakRef(feed) }); }

  keepEdits(edits) { this.#write(`${this.#name} edits`, edits.length ? edits : undefined); }

  keepList(list) {
    if (list) left.add(this.#name);
    this.#write(this.#name, list && { ...list, edits: undefined });
  }

  /** The list has ended with these rows; with none after a log-out. */
  end(list) {
    lists.delete(this.#name);
    this.keepList(list);
    if (!list) this.keepEdits([]);
  }

  #read(name) { return ask(() => JSON.parse(this.#storage.getItem(name))) ?? undefined; }

  #write(name, value) {
    const storage = this.#storage;
    try {
      if (value === undefined) storage.removeItem(name);
      else storage.setItem(name, JSON.stringify(value));
    } catch (error) {
      // Edits go first: rows are on the server, too.
      ask(() => storage.removeItem(this.#name));
      if (name !== this.#name && ask(() => storage.setItem(name, JSON.stringify(value)) ?? true)) return;
      if (!this.#isTold) loud(error);
      this.#isTold = true;
    }
  }
}

/** A page that is left may not come to `pagehide`: a phone ends those that are out of sight. */
function leave() {
  for (const [name, { kept, feed }] of lists) {
    const list = feed.deref();
    if (list) kept.keepList(list.snapshot());
    else lists.delete(name);
  }
}
globalThis.addEventListener?.('pagehide', leave);
globalThis.document?.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') leave(); });
