// A crowd: readers who do anything, servers that answer as they like, pages that are left, reload, crash and stand twice.
// `node --expose-gc tests/crowd.mjs [--from=1] [--count=1000000] [--seconds=30] [--site=site/feed/] [--seed=N]`, after ./build.
// Its laws are what a reader is owed. Time is that of the test.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mock } from 'node:test';
import { parseArgs } from 'node:util';

const { values: settings } = parseArgs({ options: {
  from: { type: 'string', default: '1' }, count: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '30' },
  site: { type: 'string', default: new URL('../site/feed/', import.meta.url).href }, seed: { type: 'string' }, trace: { type: 'boolean' },
} });
const site = new URL(settings.site, new URL('../', import.meta.url));
const [{ createFeed }, { createSearch }, { kept }] = await Promise.all(['feed.js', 'search.js', 'kept.js'].map((file) => import(new URL(file, site))));
// The parts are there before the time of the test begins.
await Promise.all(['edits', 'paging', 'restore', 'sweep'].map((part) => import(new URL(`${part}.js`, site))));
const modules = Object.fromEntries(await Promise.all(['feed', 'feed-edits', 'feed-all'].map(async (name) =>
  [name, await WebAssembly.compile(await readFile(new URL(`${name}.wasm`, site)))])));

const told = [];
let most = 0;
process.on('unhandledRejection', (error) => told.push(error));
const realNow = Date.now;
const began = realNow();
mock.timers.enable({ apis: ['setTimeout', 'Date'] });
const turn = () => new Promise(setImmediate);
const { queueMicrotask: later } = globalThis;
globalThis.queueMicrotask = (call) => { try { call(); } catch (error) { told.push(error); } };
performance.getEntriesByType = () => [{ type: 'reload' }];

const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

class Memory extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, text) { this.set(name, text); }
  removeItem(name) { this.delete(name); }
}

/** What can be read of a row: its id, its value, and what the server orders it by. */
const shown = (row) => `${row.id}:${row.value}`;

class Server {
  constructor(draw) {
    this.draw = draw;
    this.rows = Array.from({ length: 20 + draw.below(80) }, (_, index) => ({ id: index, value: 0, rank: -index }));
    this.stays = new Set(this.rows.map(({ id }) => id)); // the rows that were there at any time
    this.last = 1_000;
    this.era = 0; // cursors of an older one are forgotten
    this.isWell = false;
    this.failsOnce = false;
    this.forgets = 0; // each so many pages
    this.pages = 0;
    this.calls = []; // loads: what was asked, when, by which feed
    this.received = []; // edits, at each try
    this.done = new Map(); // key → how it answered for good
  }

  find(id) { return this.rows.find((row) => row.id === id); }

  /** Rows come, go, change. */
  change() {
    const { below } = this.draw, place = below(3) ? 0 : below(this.rows.length + 1);
    switch (below(5)) {
      case 0: case 1:
        for (let count = 1 + below(below(4) ? 3 : 25); count; count--) {
          const above = this.rows[place - 1]?.rank, under = this.rows[place]?.rank ?? -1_000;
          this.rows.splice(place, 0, { id: ++this.last, value: 0, rank: above === undefined ? under + 1 : (above + under) / 2 });
        }
        break;
      case 2: case 3:
        for (const { id } of this.rows.splice(place, 1 + below(4))) this.stays.delete(id);
        break;
      default:
        if (this.rows[place]) this.rows[place] = { ...this.rows[place], value: this.rows[place].value + 1_000_000 };
    }
    if (!below(12)) this.era++;
  }

  fault() {
    const { below } = this.draw, { failsOnce } = this;
    this.failsOnce = false;
    if (failsOnce) return Object.assign(new Error('busy'), { status: 503 });
    if (this.isWell || below(4)) return undefined;
    return [
      () => new TypeError('fetch failed'), () => Object.assign(new Error('busy'), { status: 503 }), () => Object.assign(new Error('late'), { status: 429, retryAfter: 500 }),
      () => Object.assign(new Error('gone'), { status: 404 }), () => new DOMException('not by the feed', 'AbortError'), () => undefined,
    ][below(6)]();
  }

  /** An answer comes after a while, also to who does not listen any more. */
  async away(signal) {
    const { below } = this.draw, listens = below(2);
    await new Promise((done, fail) => {
      setTimeout(done, this.isWell ? 20 : below(300));
      if (listens) signal.addEventListener('abort', () => fail(signal.reason));
    });
  }

  of(query) { return query === undefined ? this.rows : this.rows.filter(({ id }) => String(id).includes(query)); }

  async load(kind, { cursor, direction, size, query, page, offset, overlap, signal }) {
    const fault = this.fault(), isEarly = this.draw.below(2);
    if (!isEarly) await this.away(signal);
    const rows = this.of(query), answer = this.page(kind, rows, { cursor, direction, size, page, offset, overlap });
    if (settings.trace) console.log('   asked', kind, JSON.stringify({ page, offset, size, overlap, cursor }), answer?.items.map(({ id }) => id).join(), fault?.message ?? '', 'of', this.rows.slice(0, 30).map(({ id }) => id).join());
    if (isEarly) await this.away(signal);
    if (fault) throw fault;
    if (!answer) throw Object.assign(new Error('the cursor is not known'), { invalidCursor: true });
    return answer;
  }

  page(kind, rows, { cursor, direction, size, page, offset, overlap }) {
    const give = (start, end) => rows.slice(Math.max(0, start), Math.max(0, end)).map(({ id, value }) => ({ id, value }));
    if (kind === 'page') return { items: give((page - 1) * size - overlap, page * size), total: rows.length };
    if (kind === 'offset') return { items: give(offset, offset + size), more: offset + size < rows.length };
    if (cursor && this.forgets && ++this.pages % this.forgets === 0) this.era++;
    if (cursor && cursor.era !== this.era) return undefined;
    const place = (rank, isAfter) => {
      const found = rows.findIndex((row) => (isAfter ? row.rank < rank : row.rank <= rank));
      return found < 0 ? rows.length : found;
    };
    const isBack = direction === 'before', start = !cursor ? 0 : isBack ? place(cursor.rank, false) - size : place(cursor.rank, true);
    const end = isBack ? start + size : Math.min(rows.length, start + size), first = Math.max(0, start);
    const at = (index) => ({ rank: rows[index].rank, era: this.era });
    return {
      items: give(first, end), next: end < rows.length && end > first ? at(end - 1) : null,
      previous: kind === 'both' && first > 0 && end > first ? at(first) : null, total: this.draw.below(2) ? rows.length : undefined,
    };
  }

  async send({ kind, id, row, before, key, signal }) {
    const fault = this.fault(), { below } = this.draw, token = row?.token ?? `remove ${id}`;
    this.received.push({ key, token, kind, id });
    const isLost = below(2); // … is the answer, and not the question
    const refuses = !this.isWell && !this.done.has(key) && !below(6);
    await this.away(signal);
    if (fault && !isLost) throw fault;
    if (!this.done.has(key)) this.done.set(key, refuses ? 'refused' : this.apply(kind, id, row, before));
    if (fault && fault.status !== 404) throw fault;
    const answer = this.done.get(key);
    if (answer === 'refused') throw Object.assign(new Error('The server says no'), { status: 403 });
    return answer && { ...answer };
  }

  apply(kind, id, row, before) {
    const place = this.rows.findIndex((row) => row.id === id);
    if (kind === 'remove') {
      this.stays.delete(id);
      if (place >= 0) this.rows.splice(place, 1);
      return undefined;
    }
    if (kind === 'update') {
      if (place < 0) return 'refused';
      // The server has its own idea of a value.
      this.rows[place] = { ...this.rows[place], value: row.value + 0.5 };
      return { id, value: row.value + 0.5 };
    }
    const there = this.rows.findIndex((row) => row.id === before), under = there < 0 ? this.rows.length : there;
    const above = this.rows[under - 1]?.rank ?? (this.rows[under]?.rank ?? 0) + 1;
    this.rows.splice(under, 0, { id, value: row.value, rank: there < 0 ? above - 1 : (above + this.rows[under].rank) / 2 });
    return { id, value: row.value };
  }
}

async function session(seed) {
  const next = random(seed), draw = { below: (end) => Math.floor(next() * end) }, { below } = draw;
  const pick = (...choices) => choices[below(choices.length)];
  const kind = pick('cursor', 'cursor', 'both', 'both', 'page', 'offset', 'search'), isSearch = kind === 'search', isCounted = ['page', 'offset'].includes(kind);
  const edits = !!below(2), pageSize = pick(3, 5, 10, 20), maxItems = below(2) ? 0 : pick(12, 40), isKept = !!below(2), server = new Server(draw);
  const storage = new Memory();
  const name = `crowd ${seed}`, said = [];
  const note = (...words) => settings.trace && console.log(...words);
  const made = new Map(); // token → an edit that counted: of which row, in which order
  const gaveUp = new Set(); // ids of rows of which edits were given up or refused
  const stopped = new Set(); // tokens that a log-out dropped
  const answered = new Map(); // id → the value that the server gave for an edit, and to which feed
  let order = 0, verbs = 0, isLacking = false;

  const flights = new Set(); // requests that were not answered
  const open = (where) => {
    const feed = (isSearch ? createSearch : createFeed)({
      machine: modules[isSearch ? 'feed-all' : edits ? 'feed-edits' : 'feed'], followsNetwork: false, seed, pageSize, prefetchDistance: 2, maxItems, pause: 50,
      retry: { attempts: 2, base: 500, cap: 4_000 }, refreshMode: seed % 5 ? 'merge' : 'firstPage',
      ...((isKept || maxItems) && { restored: isKept ? kept({ storage: where, name }) : undefined }),
      ...(isCounted && { paging: kind }),
      ...(isSearch && { query: '1' }),
      load: async (request) => {
        const flight = { feed, kind: request.kind, signal: request.signal };
        if (request.signal.aborted) said.push('a load is asked for with a signal that is aborted');
        server.calls.push({ feed, ...request, verbs });
        flights.add(flight);
        try {
          return await server.load(kind, request);
        } finally {
          flights.delete(flight);
        }
      },
      ...(edits && { send: async (request) => {
        const flight = { feed, kind: 'send', signal: request.signal };
        if (request.signal.aborted) said.push('an edit is sent with a signal that is aborted');
        flights.add(flight);
        try {
          const row = await server.send(request);
          if (row && !request.signal.aborted) answered.set(row.id, { by: feed, value: row.value });
          return row;
        } finally {
          flights.delete(flight);
        }
      } }),
    });
    // Splices lead from what showed to what shows.
    let drawn = [];
    feed.subscribe(() => {
      const { count, at, version } = feed.get();
      if (version === feed.drawnVersion) return;
      feed.drawnVersion = version;
      for (const [index, removed, inserted] of feed.splices) {
        drawn.splice(index, removed, ...Array.from({ length: inserted }, () => undefined));
      }
      if (drawn.length !== count) said.push('splices lead to another number of rows');
      drawn = Array.from({ length: count }, (_, index) => at(index));
      const ids = new Set(drawn.map((row) => row?.id));
      if (ids.size !== drawn.length) said.push('a row shows twice');
      if (ids.has(undefined)) said.push('a row is none');
    });
    return feed;
  };

  let feed = open(storage);
  const tick = async (milliseconds) => {
    for (let left = milliseconds; left > 0; left -= 50) {
      mock.timers.tick(Math.min(50, left));
      await turn();
    }
    await turn();
  };
  const check = (law, holds, more) => { if (!holds) said.push(more === undefined ? law : `${law}: ${more()}`); };
  /** Work that is under way, and is wanted: of each kind of load one, and of each feed that lives. */
  const watch = () => {
    for (const kind of ['refresh', 'append', 'prepend']) {
      const wanted = [...flights].filter((flight) => flight.feed === feed && flight.kind === kind && !flight.signal.aborted);
      check('one load of a kind is under way', wanted.length <= 1, () => kind);
    }
    for (const flight of flights) check('what a feed that has ended asked for is aborted', !flight.feed.hasEnded || flight.signal.aborted, () => flight.kind);
  };
  const end = (ending) => {
    ending.destroy();
    ending.hasEnded = true;
  };
  const givenUp = (id) => { gaveUp.add(id); };
  const counted = (token, id) => made.set(token, { id, order: ++order });
  const visibleRow = () => feed.get().at(below(Math.max(1, feed.get().count)));

  const acts = {
    see() {
      const { count } = feed.get(), first = pick(0, below(count + 1), Math.max(0, count - 3));
      feed.visible(first, Math.max(first, Math.min(first + below(8), count - 1)));
    },
    async far(at = () => feed.get().count - 1) {
      for (let pages = 2 + below(8); pages; pages--) {
        if (feed.get().count) feed.visible(at(), at());
        await tick(350);
      }
    },
    back: () => acts.far(() => 0),
    async awayAndBack() {
      await acts.far();
      acts.reload();
      await acts.back();
    },
    more: () => feed.loadMore(), refresh: () => void feed.refresh(), invalidate: () => feed.invalidate(), retry: () => feed.retry(pick(undefined, 'append', 'refresh', 'prepend')),
    dismiss: () => feed.dismiss(), online: () => feed.setOnline(!!below(2)), change: () => server.change(), wait: () => tick(below(600)),
    reset: () => {
      feed.reset();
      for (const flight of flights) check('a reset aborts loads', flight.feed !== feed || flight.kind === 'send' || flight.signal.aborted);
    },
    type() {
      if (isSearch) feed.query = pick('1', '2', '12', '', '7');
      if (isSearch && !below(3)) feed.submit();
    },
    update() {
      const row = visibleRow(), token = `update ${order}`;
      if (row && edits && feed.edit(row.id, (row) => ({ ...row, value: order + 1, token }))) counted(token, row.id);
    },
    insert() {
      const id = `new ${order}`, token = `insert ${order}`;
      if (edits && feed.insert({ id, value: 0, token }, pick(undefined, visibleRow()?.id))) counted(token, id);
    },
    remove() {
      const row = visibleRow();
      if (row && edits && feed.remove(row.id)) counted(`remove ${row.id}`, row.id);
    },
    retryEdit() { for (const { id, type } of feed.edits) if (type === 'failed') feed.retryEdit(id); },
    dismissEdit() {
      for (const { id, type } of feed.edits) if (type === 'failed' && feed.dismissEdit(id)) givenUp(id);
    },
    logOut() {
      if (below(4)) return;
      // Also before the machine is there.
      if (below(2)) acts.reload();
      for (const [token] of made) stopped.add(token);
      feed.stop();
      for (const flight of flights) check('a log-out aborts all', flight.feed !== feed || flight.signal.aborted);
      if (isKept) check('a log-out leaves nothing in the storage', !storage.size, () => [...storage.keys()].join());
      feed.start();
    },
    reload() {
      if (!isKept) return;
      end(feed);
      feed = open(storage);
    },
    crash() {
      if (!isKept || !edits) return;
      // The page is gone; what it did not keep is lost. What it asked for may arrive.
      const copy = new Memory(storage), before = feed;
      storage.removeItem = storage.setItem = () => {};
      before.destroy();
      before.hasEnded = true;
      delete storage.removeItem;
      delete storage.setItem;
      storage.clear();
      for (const [name, text] of copy) storage.set(name, text);
      feed = open(storage);
    },
    /** Nobody is there: a list on the screen reports what shows at each frame, and fills its window. */
    async nobody() {
      if (below(3)) return;
      await tick(50);
      const asked = server.calls.length, window = 8;
      server.forgets = below(4);
      let top; // the row that stays where it is
      for (let frame = 0; frame < 60; frame++) {
        const { count, at } = feed.get(), first = Math.max(0, feed.indexOf(top));
        top = at(first)?.id;
        if (count) feed.visible(first, Math.min(count, first + window) - 1);
        await tick(50);
      }
      const filling = Math.ceil((window + 2) / pageSize);
      server.forgets = 0;
      most = Math.max(most, server.calls.length - asked - filling);
      check('at most ten requests in three seconds with nobody there', server.calls.length - asked - filling <= 10, () => server.calls.length - asked - filling);
    },
    async twice() {
      if (!isKept || !edits) return;
      // The tab is duplicated; the other one does a little, and is closed.
      const other = open(new Memory(storage));
      await tick(below(800));
      other.destroy();
      other.hasEnded = true;
    },
    leave() {
      if (below(6)) return;
      end(feed);
      check('a list that has ended is empty', feed.get().count === 0 && !feed.visible(0, 5) && !feed.loadMore());
      const waits = isKept ? undefined : made.keys();
      for (const token of waits ?? []) stopped.add(token);
      if (!isKept) storage.clear();
      feed = open(storage);
    },
  };
  const often = ['see', 'see', 'see', 'see', 'wait', 'wait', 'update', 'change', 'more', 'refresh'];
  const names = [...Object.keys(acts), ...often, ...often];
  for (let left = 15 + below(50); left; left--) {
    const act = names[below(names.length)];
    verbs++;
    await acts[act]();
    note(act, JSON.stringify(feed.get().items.map(({ id }) => id).slice(0, 9)), feed.get().count, feed.get().header.type, feed.get().footer.type,
      JSON.stringify(feed.edits.map(({ id, type, error }) => [id, type, error?.message])), [...made.keys()].join(), 'got', server.received.map(({ token }) => token).join());
    if (below(3)) await turn();
    if (!below(4)) await tick(below(400));
    watch();
    if (said.length) break;
  }

  // Silence: the server is well, nothing changes, and the reader tries again what failed.
  if (!said.length) await silence();
  if (!feed.hasEnded) end(feed);
  await tick(100);
  check('nothing is under way at the end', ![...flights].some(({ signal }) => !signal.aborted));
  check('no rejection is unhandled', !told.length, () => told.map((error) => error?.stack ?? error).join());
  told.length = 0;
  return { said: [...new Set(said)], kind, calls: server.calls.length, edits: made.size, way: isCounted ? 'by numbers' : maxItems ? 'in a window' : 'whole', isLacking };

  async function settle() {
    for (let round = 0; round < 400; round++) {
      const { header, footer, isRefreshing, isTyping } = feed.get();
      const isBusy = [header.type, footer.type].some((type) => ['loading', 'waiting', 'offline'].includes(type)) || isRefreshing || isTyping;
      if (!isBusy && !feed.edits.some(({ type }) => type === 'pending')) return true;
      await tick(500);
    }
    check('a list comes to rest', false, () => JSON.stringify([feed.get().header, feed.get().footer, feed.edits]));
    return false;
  }

  /** Reads on to the end. */
  async function readOn() {
    const seen = new Map();
    for (let round = 0; round < 300 && await settle(); round++) {
      const { count, items, footer, error } = feed.get();
      for (const row of items) seen.set(row.id, row);
      if (footer.type === 'end' || footer.type === 'empty') return seen;
      if (error || footer.type === 'stalled') feed.retry();
      else feed.visible(Math.max(0, count - 2), Math.max(0, count - 1));
    }
    check('a list is read to its end', false, () => JSON.stringify(feed.get().footer));
    return seen;
  }

  async function readBack(seen) {
    for (let round = 0; round < 300 && await settle(); round++) {
      const { items, header, error } = feed.get();
      for (const row of items) seen.set(row.id, row);
      if (header.type === 'end') return seen;
      if (error) feed.retry();
      else if (!feed.visible(0, 1) && feed.why('prepend')?.remedy !== 'act') return seen;
    }
    return seen;
  }

  /** A page that overlaps what a window has is added at an end: then rows may be missing, too, until all is read again. */
  function owed(law, holds, more) {
    if (maxItems && !holds) isLacking = true;
    else check(law, holds, more);
  }

  async function silence() {
    server.isWell = true;
    feed.setOnline(true);
    if (isSearch) {
      feed.query = '1';
      feed.submit();
    }
    if (!isSearch) feed.start();
    await tick(40_000);
    for (let round = 0; round < 3; round++) {
      if (feed.get().error || feed.get().footer.type === 'stalled') feed.retry();
      for (const { id, type, error } of feed.edits) if (type === 'failed' && error?.status !== 403) feed.retryEdit(id);
      if (!await settle()) return;
    }
    for (const { id, value } of feed.get().items) {
      const given = answered.get(id), isLast = given?.by === feed && given.value === server.find(id)?.value && !gaveUp.has(id);
      if (isLast) check('a row shows as the server gave it for an edit', value === given.value, () => `${id}: ${value}, not ${given.value}`);
    }
    const query = isSearch ? '1' : undefined, rows = server.of(query), ids = rows.map(({ id }) => id);
    note('SILENT', JSON.stringify(feed.get().items.map(({ id }) => id)), feed.get().header.type, feed.get().footer.type, JSON.stringify(feed.why('prepend')));
    if (!isCounted && !feed.get().isStale) {
      const staying = ids.filter((id) => server.stays.has(id)), here = staying.filter((id) => feed.indexOf(id) >= 0), { header, footer } = feed.get();
      if (here.length && header.type === 'end') owed('a list that begins where it says has nothing above', here[0] === staying[0], () => `${here[0]} after ${staying[0]}`);
      if (here.length && footer.type === 'end') owed('a list that ends where it says has nothing below', here.at(-1) === staying.at(-1), () => `${here.at(-1)} before ${staying.at(-1)}`);
    }
    server.failsOnce = true;
    void feed.refresh();
    await settle();
    check('a load that may be repeated is', !feed.get().error, () => feed.get().error.message);
    const refused = new Set(feed.edits.map(({ id }) => id));
    // What stays on the server is in the list, in the server's order.
    let seen = await readOn();
    if (said.length) return;
    if (maxItems) seen = await readBack(seen);
    const lost = ids.filter((id) => server.stays.has(id) && !seen.has(id));
    // A number says nothing of neighbours: where rows come while they are read one may be missing until all is read again.
    if (isCounted && lost.length) isLacking = true;
    else owed('no row that stays is lost', !lost.length, () => `${lost.slice(0, 5).join()} of ${ids.slice(0, 20).join()}, seen ${[...seen.keys()].slice(0, 20).join()}`);
    // Nobody is there.
    const asked = server.calls.length;
    await tick(10_000);
    check('nothing is asked for without a reader', server.calls.length === asked);
    // The list begins anew.
    feed.reset();
    feed.start();
    if (isSearch) feed.submit();
    seen = await readOn();
    if (said.length) return;
    if (!maxItems) {
      const here = feed.get().items.map(shown), there = rows.map(shown);
      const same = feed.get().items.filter(({ id }) => !refused.has(id)).map(shown).join(), other = rows.filter(({ id }) => !refused.has(id)).map(shown).join();
      check('at silence the list is the server’s', same === other, () => `${here.slice(0, 12)} … and there ${there.slice(0, 12)}, ${here.length} and ${there.length}`);
    }
    // Each edit arrived, once, under a key of its own, in the order of its row.
    const keys = new Map();
    for (const { key, token } of server.received) {
      check('an edit has a key', typeof key === 'string' && key.length > 8);
      // A row may come again and be removed again.
      if (token.startsWith('remove')) continue;
      check('an edit has one key', (keys.get(token) ?? key) === key, () => token);
      keys.set(token, key);
    }
    check('no two edits have one key', new Set(keys.values()).size === keys.size);
    for (const { id } of feed.edits) givenUp(id);
    for (const [key, answer] of server.done) if (answer === 'refused') givenUp(server.received.find((edit) => edit.key === key).id);
    const arrived = server.received.map(({ token }) => token);
    for (const [token, { id }] of made) {
      check('no edit is lost', stopped.has(token) || gaveUp.has(id) || arrived.includes(token), () => token);
    }
    const first = new Map(arrived.map((token, index) => [token, index]).reverse());
    for (const [token, { id, order }] of made) {
      for (const [other, before] of made) {
        if (before.id !== id || before.order >= order || stopped.has(token) || stopped.has(other) || gaveUp.has(id)) continue;
        check('edits of a row arrive in their order', first.get(other) < first.get(token), () => `${other} after ${token}`);
      }
    }
    check('nothing is left to be sent', !feed.edits.some(({ type }) => type === 'pending'));
  }
}

let sessions = 0, calls = 0, edits = 0;
const lists = { 'by numbers': [0, 0], 'in a window': [0, 0], whole: [0, 0] }; // how many, and how many lacked a row
const failed = [];
const from = Number(settings.seed ?? settings.from), to = settings.seed ? from + 1 : from + Number(settings.count);
for (let seed = from; seed < to && (realNow() - began) / 1_000 < Number(settings.seconds); seed++) {
  const result = await session(seed);
  sessions++;
  calls += result.calls;
  edits += result.edits;
  lists[result.way][0]++;
  lists[result.way][1] += result.isLacking;
  if (result.said.length) {
    failed.push(seed);
    console.log(`seed ${seed}, ${result.kind}: ${result.said.join(' · ')}`);
    if (failed.length >= 10) break;
  }
}
globalThis.queueMicrotask = later;
console.log(`${sessions} sessions, ${calls} loads, ${edits} edits: ${failed.length ? `${failed.length} with faults` : 'none with a fault'}; lacked a row until all was `
  + `read again: ${Object.entries(lists).map(([way, [all, lacking]]) => `${lacking} of ${all} ${way}`).join(', ')}; at most ${most} requests in 3 s with nobody there`);
const isTooMuch = (way, part) => lists[way][1] > 2 + lists[way][0] / part;
process.exit(failed.length || isTooMuch('by numbers', 100) || isTooMuch('in a window', 1_000) ? 1 : 0);
