// Keeps a list in a storage: `createFeed({ load, restored: kept({ storage: sessionStorage, name: 'people' }) })`.
import { ask, loud } from './feed.js';

const lists = new Set(); // what keeps a list that shows
const left = new Set(); // the names of lists that this page had before

/**
 * What was kept by this name: all of it after a reload, on the way back and within the page; on another visit only the
 * edits that wait.
 */
export const kept = ({ storage, name }) => new Kept(storage, name);

class Kept {
  #storage;
  #name;
  #feed; // weakly
  #reopen;
  #written = new Map(); // what lies in the storage by this list, so another page's is known
  #isTold = false;

  constructor(storage, name) {
    [this.#storage, this.#name] = [storage, name];
    const visit = ask(() => performance.getEntriesByType('navigation')[0].type);
    if (left.has(name) || ['reload', 'back_forward'].includes(visit)) Object.assign(this, this.#list());
    this.edits = this.#edits();
  }

  get #editsName() { return `${this.#name} edits`; }
  #edits() { return this.#read(this.#editsName); }
  #list() {
    const { version, items, after, before, total, query, anchor, isPart } = this.#read(this.#name) ?? {};
    return { version, items, after, before, total, query, anchor, isPart };
  }

  /** The list that shows by this name, if it is another one. */
  #isOfOther(feed) {
    return [...lists].some((other) => other.#storage === this.#storage && other.#name === this.#name && ![undefined, feed].includes(other.#feed.deref()));
  }

  /** The list shows, so it is kept when the page is left. The one that shows last has the name. */
  follow(feed, reopen) {
    for (const other of lists) if (other.#storage === this.#storage && other.#name === this.#name) lists.delete(other);
    [this.#feed, this.#reopen] = [new WeakRef(feed), reopen];
    lists.add(this);
  }

  keepEdits(edits) {
    if (this.#write(this.#editsName, edits.length ? edits : undefined)) return;
    // One that can't be kept takes no other with it, and rows are on the server, too.
    ask(() => this.#storage.removeItem(this.#name));
    const held = [];
    for (const edit of edits) if (this.#write(this.#editsName, [...held, edit])) held.push(edit);
    if (!held.length) this.#write(this.#editsName);
  }

  keepList(list) {
    if (list) left.add(this.#name);
    if (!this.#write(this.#name, list && { ...list, edits: undefined })) this.#write(this.#name);
  }

  /** A list has ended with these rows; with none after a log-out. */
  end(feed, list) {
    if (this.#isOfOther(feed)) return;
    lists.delete(this);
    this.keepList(list);
    if (!list) this.keepEdits([]);
  }

  leave() {
    const list = this.#feed.deref();
    if (list) ask(() => this.keepList(list.snapshot()));
    else lists.delete(this);
  }

  /** The page comes back as it was. Where another one went on with the list since, it goes on from there. */
  comeBack() {
    const isSame = [...this.#written].every(([name, text]) => ask(() => this.#storage.getItem(name) ?? undefined) === text);
    if (!isSame) this.#reopen({ ...this.#list(), edits: this.#edits() });
  }

  #read(name) { return ask(() => JSON.parse(this.#storage.getItem(name))) ?? undefined; }

  /** Whether it was done. What can't be kept is told once. */
  #write(name, value) {
    try {
      const text = value === undefined ? undefined : JSON.stringify(value);
      if (text === undefined) this.#storage.removeItem(name);
      else this.#storage.setItem(name, text);
      this.#written.set(name, text);
      return true;
    } catch (error) {
      if (!this.#isTold) loud(error);
      this.#isTold = true;
      return false;
    }
  }
}

// A page that is left may not come to `pagehide`: a phone ends those that are out of sight.
const leave = () => { for (const list of lists) list.leave(); };
globalThis.addEventListener?.('pagehide', leave);
globalThis.document?.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') leave(); });
globalThis.addEventListener?.('pageshow', ({ persisted }) => { if (persisted) for (const list of [...lists]) list.comeBack(); });
