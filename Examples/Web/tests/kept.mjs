// What outlives a page, and what many lists share: `node --expose-gc --test tests/kept.mjs`, after ./build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { trapping } from './traps.mjs';
import { until } from './until.mjs';

const site = new URL('../site/feed/', import.meta.url);
const { createFeed } = await import(new URL('feed.js', site));
const { createSearch } = await import(new URL('search.js', site));
const { kept } = await import(new URL('kept.js', site));
const compile = async (name) => WebAssembly.compile(await readFile(new URL(`${name}.wasm`, site)));
const [plain, editable, everything] = await Promise.all(['feed', 'feed-edits', 'feed-all'].map(compile));
const common = { followsNetwork: false, seed: 1 };
const make = (options) => createFeed({ machine: options.send ? editable : plain, ...common, ...options });
const search = (options) => createSearch({ machine: everything, pause: 1, ...common, ...options });
const people = (count, from = 1) => Array.from({ length: count }, (_, index) => ({ id: index + from, name: `Person ${index + from}` }));
const byCursor = (rows) => async ({ cursor = 0, size }) =>
  ({ items: rows.slice(cursor, cursor + size), next: cursor + size < rows.length ? cursor + size : null });
const never = () => new Promise(() => {});
const turns = (milliseconds = 2) => new Promise((done) => setTimeout(done, milliseconds));

const settled = (feed) => until(() => {
  const { header, footer, isRefreshing } = feed.get();
  return ![header.type, footer.type].some((type) => ['loading', 'waiting'].includes(type)) && !isRefreshing;
});
const saved = (value) => JSON.parse(JSON.stringify(value));
const like = (row) => ({ ...row, liked: true });

/** A storage of the browser, in memory. */
class Memory extends Map {
  getItem(name) { return this.get(name) ?? null; }
  setItem(name, text) { this.set(name, String(text)); }
  removeItem(name) { this.delete(name); }
}

// Edits over a way back

test('an edit is sent though its row is not among those that were saved', async () => {
  const rows = people(60), load = byCursor(rows);
  for (const away of ['reset', 'refresh']) {
    let first = 0;
    const one = make({ restored: undefined, load: (request) => load({ ...request, cursor: request.cursor ?? first }), send: never, refreshMode: 'firstPage' });
    await settled(one);
    one.edit(3, like);
    one.remove(4);
    one.insert({ id: 'mine' }, 6);
    first = 20;
    if (away === 'reset') one.reset();
    else await one.refresh();
    await settled(one);
    const there = saved(one.snapshot()), sent = [];
    assert.ok(!there.items.some(({ id }) => id === 3 || id === 4));
    const two = make({ restored: there, load, send: async ({ kind, id, key, row }) => { sent.push([kind, id, key, row?.liked]); } });
    await until(() => sent.length === 3);
    await until(() => !two.edits.length);
    assert.deepEqual(sent.map(([kind, id]) => `${kind} ${id}`), ['update 3', 'remove 4', 'insert mine']);
    assert.deepEqual(sent.map(([, , key]) => key), there.edits.map(({ key }) => key));
    assert.equal(sent[0][3], true);
    assert.deepEqual(two.snapshot().edits, []);
  }
});

test('an edit has a key, the same at each try and in each page, and another one in each edit', async () => {
  const keys = [];
  const one = make({
    restored: undefined, load: byCursor(people(9)), retry: { attempts: 2, base: 0, cap: 0 },
    send: ({ key }) => { keys.push(key); throw Object.assign(new Error('busy'), { status: 503 }); },
  });
  await settled(one);
  one.edit(1, like);
  one.edit(2, like);
  await until(() => one.edits.every(({ type }) => type === 'failed'));
  assert.deepEqual([keys.length, new Set(keys).size], [6, 2]);
  const there = saved(one.snapshot());
  for (let tab = 0; tab < 2; tab++) {
    const again = [];
    const two = make({ restored: there, load: byCursor(people(9)), send: async ({ key }) => { again.push(key); } });
    await until(() => again.length === 2);
    assert.deepEqual(new Set(again), new Set(keys));
    await settled(two);
    two.edit(3, like);
    await until(() => again.length === 3);
    assert.ok(!keys.includes(again[2]));
  }
});

test('a refused edit is there after a way back, and may be retried or dismissed', async () => {
  const one = make({
    restored: undefined, load: byCursor(people(9)), send: async () => { throw Object.assign(new Error('The server says no'), { status: 403 }); },
  });
  await settled(one);
  one.insert({ id: 'comment', text: 'long' });
  await until(() => one.edits[0]?.type === 'failed');
  const there = saved(one.snapshot()), sent = [];
  const two = make({ restored: there, load: byCursor(people(9)), send: async ({ kind, row, key }) => { sent.push([kind, row.text, key]); } });
  await settled(two);
  assert.deepEqual(two.edits.map(({ id, type, error, isUndone }) => [id, type, error.message, error.status, isUndone]), [['comment', 'failed', 'The server says no', 403, true]]);
  assert.deepEqual(saved(two.snapshot().edits), there.edits);
  assert.ok(two.retryEdit('comment'));
  await until(() => !two.edits.length);
  assert.deepEqual(sent.map(([kind, text]) => [kind, text]), [['insert', 'long']]);
  const three = make({ restored: there, load: byCursor(people(9)), send: never });
  await settled(three);
  assert.ok(three.dismissEdit('comment'));
  assert.deepEqual(three.snapshot().edits, []);
});

test('edits of a search are sent once its query is asked, also typed ones', async () => {
  const edits = [{ kind: 'update', id: 300, row: { id: 300, name: 'mine' }, key: 'k1' }, { kind: 'remove', id: 2, key: 'k2' }];
  for (const query of ['a', undefined]) {
    const sent = [];
    const feed = search({
      restored: { query, items: people(20), after: [], before: [], edits }, load: byCursor(people(60)), send: async ({ id, key }) => { sent.push([id, key]); },
    });
    assert.deepEqual(feed.edits, []);
    if (!query) {
      await turns();
      assert.deepEqual(feed.edits.map(({ id, type }) => [id, type]), [[300, 'pending'], [2, 'pending']]);
      feed.query = 'b';
    }
    await until(() => sent.length === 2);
    await settled(feed);
    assert.deepEqual(sent, [[300, 'k1'], [2, 'k2']]);
    assert.ok(!feed.get().items.some(({ id }) => id === 2) || feed.get().query === 'b');
    assert.deepEqual(feed.edits, []);
  }
});

test('edits that the list can not send are told, kept, and stop no other', async () => {
  const good = { kind: 'update', id: 1, row: { id: 1, name: 'mine' } };
  const wrong = [
    { kind: 'update', id: 7 }, { kind: 'update', row: {} }, { kind: 'insert', row: null }, { kind: 'remove' }, { kind: 'move', id: 8 },
    { kind: 'remove', id: 2 ** 60 }, [], 'text', true, null,
  ];
  for (let place = 0; place <= wrong.length; place++) {
    const sent = [];
    const edits = [...wrong.slice(0, place), good, ...wrong.slice(place)];
    const feed = make({ restored: { items: people(3), after: [], before: [], edits }, load: byCursor(people(3)), send: async ({ id }) => { sent.push(id); } });
    await settled(feed);
    await until(() => feed.edits.every(({ type }) => type === 'failed'));
    assert.deepEqual(sent, [1]);
    assert.equal(feed.edits.length, wrong.length);
    assert.ok(feed.edits.every(({ error, isUndone }) => error instanceof TypeError && isUndone));
    assert.deepEqual(feed.snapshot().edits, wrong);
    assert.equal(feed.get().count, 3);
  }
  const none = make({ restored: { items: people(3), after: [], before: [], edits: [good] }, load: byCursor(people(3)) });
  await settled(none);
  assert.match(none.edits[0].error.message, /needs `send`/);
  assert.ok(none.edits[0].isUndone);
  assert.deepEqual(none.snapshot().edits, [good]);
});

test('who logs out leaves no edit, and shows no row of before', async () => {
  const sent = [], storage = new Memory();
  storage.setItem('people edits', JSON.stringify([{ kind: 'remove', id: 1 }]));
  const feed = make({ restored: kept({ storage, name: 'people' }), load: byCursor(people(3)), send: async ({ id }) => { sent.push(id); } });
  feed.stop();
  feed.start();
  await settled(feed);
  await turns();
  assert.deepEqual([sent, feed.edits, feed.get().count], [[], [], 3]);
  assert.equal(storage.size, 0);
  const old = make({ restored: { items: people(9, 900), after: [], before: [] }, load: byCursor(people(3)) });
  old.stop();
  old.start();
  await settled(old);
  assert.deepEqual(old.get().items.map(({ id }) => id), [1, 2, 3]);
});

test('there is nothing to be edited before the machine is there', async () => {
  const sent = [];
  const feed = make({ load: byCursor(people(9)), send: async ({ id }) => { sent.push(id); } });
  assert.deepEqual([feed.edit(1, like), feed.insert({ id: 'x' }), feed.remove(1), feed.retryEdit(1), feed.dismissEdit(1)], [false, false, false, false, false]);
  await settled(feed);
  await turns();
  assert.deepEqual([sent, feed.get().count], [[], 9]);
});

test('edits go on where the machine failed', async () => {
  const machines = trapping('list_more');
  const machine = await compile('feed-edits'), keys = [];
  let send = ({ id, key }) => { keys.push([id, key]); return never(); };
  const options = { machine, restored: undefined, load: byCursor(people(60)), send: (edit) => send(edit) };
  const [broken, other] = [make(options), make(options)];
  await settled(broken);
  await settled(other);
  broken.edit(1, like);
  broken.edit(1, (row) => ({ ...row, name: 'again' }));
  other.remove(5);
  await until(() => keys.length === 2);
  machines.traps = true;
  assert.equal(broken.loadMore(), false);
  machines.end();
  assert.equal(broken.get().footer.type, 'failed');
  assert.deepEqual(broken.snapshot().edits.map(({ id, key }) => [id, key])[0], keys[0]);
  assert.deepEqual(broken.edits.map(({ id, type }) => [id, type]), [[1, 'pending'], [1, 'pending']]);
  const again = [];
  send = async ({ id, key, row }) => { again.push([id, key, row?.name]); };
  assert.equal(other.visible(0, 5), false, 'it starts over');
  assert.ok(broken.retry());
  await until(() => again.length === 3);
  await settled(broken);
  await settled(other);
  assert.deepEqual(again.map(([id, key]) => [id, key]).filter(([id, key]) => keys.some((known) => known[0] === id && known[1] === key)).length, 2);
  assert.deepEqual(again.map(([, , name]) => name).filter(Boolean), ['Person 1', 'again']);
  assert.equal(other.get().count, 19);
  assert.deepEqual([broken.edits, other.edits], [[], []]);
});

test('rows that were saved come back whole after a window dropped them, also after another way back', async () => {
  const rows = people(200), load = byCursor(rows);
  const scroll = async (feed, isDown) => {
    for (let page = 0; page < 12; page++) {
      const last = feed.get().count - 1;
      feed.visible(isDown ? last : 0, isDown ? last : 0);
      await settled(feed);
    }
  };
  const inOrder = (feed) => {
    const first = feed.get().at(0).id;
    assert.deepEqual(feed.get().items.map(({ id }) => id), Array.from({ length: feed.get().count }, (_, index) => first + index));
    return first;
  };
  for (const [pages, turns] of [[2, 1], [3, 1], [3, 2], [4, 3]]) {
    let feed = make({ restored: undefined, maxItems: 40, pageSize: 10, load });
    await settled(feed);
    for (let page = 1; page < pages; page++) {
      feed.visible(feed.get().count - 1, feed.get().count - 1);
      await settled(feed);
    }
    for (let turn = 0; turn < turns; turn++) {
      feed = make({ restored: saved(feed.snapshot()), maxItems: 40, pageSize: 10, load });
      await settled(feed);
      inOrder(feed);
      await scroll(feed, true);
      assert.ok(inOrder(feed) > 20);
    }
    for (let turn = 0; turn < 2; turn++) {
      await scroll(feed, false);
      assert.equal(inOrder(feed), 1);
      await scroll(feed, true);
      assert.ok(inOrder(feed) > 20);
    }
  }
});

test('rows below new ones are all reached after a window dropped those above them', async () => {
  // The newest first: a page is followed by the rows that are older than its last one.
  for (const isSaved of [false, true]) {
    const rows = people(47).reverse();
    const load = async ({ cursor = Infinity, size }) => {
      const older = rows.filter(({ id }) => id < cursor), items = older.slice(0, size);
      return { items, next: older.length > size ? items.at(-1).id : null };
    };
    const options = { maxItems: 40, pageSize: 20, load };
    let feed = make({ restored: undefined, ...options });
    const ids = () => feed.get().items.map(({ id }) => id);
    const scroll = async (isDown) => {
      for (let page = 0; page < 4; page++) {
        await settled(feed);
        const row = isDown ? feed.get().count - 1 : 0;
        feed.visible(row, row);
      }
      await settled(feed);
      assert.deepEqual(ids(), ids().map((_, index) => ids()[0] - index), 'none is missing');
      return ids().at(isDown ? -1 : 0);
    };
    assert.equal(await scroll(true), 1);
    assert.equal(ids()[0], 27);
    if (isSaved) feed = make({ restored: saved(feed.snapshot()), ...options });
    rows.unshift(...people(2, 48).reverse());
    assert.equal(await scroll(false), 49);
    assert.equal(await scroll(true), 1);
    assert.equal(await scroll(false), 49);
  }
});

test('a page that a window dropped is not taken for one on the other side', async () => {
  const load = byCursor(people(60)), options = { maxItems: 12, pageSize: 5, load };
  let feed = make({ restored: undefined, ...options });
  const scroll = async (row, pages) => {
    for (let page = 0; page < pages; page++) {
      await settled(feed);
      feed.visible(row(), row());
    }
    await settled(feed);
  };
  const [last, first] = [() => feed.get().count - 1, () => 0];
  await scroll(last, 9);
  feed = make({ restored: saved(feed.snapshot()), ...options });
  await scroll(first, 20);
  assert.equal(feed.get().at(0).id, 1);
  feed = make({ restored: saved(feed.snapshot()), ...options });
  await settled(feed);
  await feed.refresh();
  await scroll(last, 2);
  const ids = feed.get().items.map(({ id }) => id);
  assert.deepEqual(ids, ids.map((_, index) => ids[0] + index));
});

test('saved rows are read again where they were, also while the first page comes', async () => {
  const rows = people(90), waits = [];
  let isHeld = false;
  const load = async (request) => {
    if (isHeld) await new Promise((done) => waits.push(done));
    return byCursor(rows)(request);
  };
  const options = { maxItems: 20, pageSize: 10, load };
  let feed = make({ restored: undefined, ...options });
  const down = async (pages) => {
    for (let page = 0; page < pages; page++) {
      await settled(feed);
      feed.visible(feed.get().count - 1, feed.get().count - 1);
    }
    await settled(feed);
  };
  await down(4);
  feed = make({ restored: saved(feed.snapshot()), ...options });
  await down(2);
  isHeld = true;
  feed.visible(0, 0); // They are asked for again …
  feed.invalidate(); // … and the first page, which comes before them.
  await until(() => waits.length === 2);
  isHeld = false;
  waits[1]();
  await turns();
  waits[0]();
  await settled(feed);
  assert.ok(feed.get().at(0).id > 1);
  assert.notEqual(feed.get().header.type, 'end');
});

test('a search that is left while its reader types has no rows of the query before', async () => {
  const load = async ({ query }) => ({ items: people(5, query === 'a' ? 1 : 100) });
  for (const waits of [true, false]) {
    const one = search({ restored: undefined, query: 'a', load: async (request) => (request.query === 'b' ? never() : load(request)), send: never, pause: waits ? 10_000 : 1 });
    await settled(one);
    one.edit(1, like);
    one.query = 'b';
    if (!waits) await until(() => one.get().isStale);
    const there = saved(one.snapshot());
    assert.deepEqual([there.query, there.items, there.edits.length], ['b', [], 1]);
    const two = search({ restored: there, load, send: async () => {} });
    await settled(two);
    assert.deepEqual([two.query, two.get().at(0).id], ['b', 100]);
  }
});

// A storage

const asVisit = (type) => { performance.getEntriesByType = () => [{ type }]; };

test('what waits is kept at each change, and the rows at the end', async () => {
  for (const visit of ['navigate', 'reload', 'back_forward']) {
    asVisit(visit);
    const storage = new Memory(), name = `people ${visit}`, rows = people(60);
    const one = make({ restored: kept({ storage, name }), load: byCursor(rows), send: never });
    await settled(one);
    one.visible(19, 19);
    await settled(one);
    assert.equal(storage.size, 0);
    one.edit(1, like);
    one.insert({ id: 'mine' });
    assert.equal(JSON.parse(storage.get(`${name} edits`)).length, 2, 'a crash loses none');
    const crashed = new Memory(storage), sent = [];
    const two = make({
      restored: kept({ storage: crashed, name }), load: byCursor(rows), send: async ({ id, key }) => { sent.push([id, key]); },
    });
    await until(() => sent.length === 2 && !two.edits.length);
    assert.deepEqual(sent, JSON.parse(storage.get(`${name} edits`)).map(({ id, key }) => [id, key]));
    assert.equal(crashed.size, 0);

    one.anchor = { id: 30, offset: 7 };
    one.destroy();
    let asked = 0;
    const here = kept({ storage, name });
    assert.deepEqual(here.anchor, { id: 30, offset: 7 }, 'within the page it is where it was');
    const three = make({ restored: here, load: () => { asked++; return never(); }, send: never });
    await settled(three);
    assert.deepEqual([three.get().count, asked, three.edits.length, three.anchor.id], [41, 0, 2, 30]);
  }
});

test('another visit shows the list from its start, with what waits', async () => {
  const list = JSON.stringify({ version: 1, items: people(40), after: [], before: [], anchor: { id: 30, offset: 0 } });
  for (const [visit, count] of [['navigate', 20], ['prerender', 20], ['reload', 40], ['back_forward', 40]]) {
    asVisit(visit);
    const storage = new Memory([['a', list], ['a edits', JSON.stringify([{ kind: 'remove', id: 2 }])]]), sent = [];
    const feed = make({ restored: kept({ storage, name: 'a' }), load: byCursor(people(60)), send: ({ id }) => { sent.push(id); return never(); } });
    await settled(feed);
    assert.equal(feed.get().count, count - 1);
    assert.deepEqual(sent, [2]);
    assert.equal(feed.anchor?.id, count === 40 ? 30 : undefined);
  }
});

test('a storage that is full, damaged or away loses no edit that it need not', async () => {
  asVisit('reload');
  const told = [], { queueMicrotask: later } = globalThis;
  globalThis.queueMicrotask = (tell) => { try { tell(); } catch (error) { told.push(error.message); } };
  class Full extends Memory {
    setItem(name, text) {
      const others = [...this].reduce((sum, [key, value]) => sum + (key === name ? 0 : value.length), 0);
      if (others + text.length > 2_000) throw new DOMException('full', 'QuotaExceededError');
      super.setItem(name, text);
    }
  }
  const full = new Full([['b', 'x'.repeat(1_990)]]);
  const one = make({ restored: kept({ storage: full, name: 'b' }), load: byCursor(people(200)), send: never });
  await settled(one);
  one.edit(1, like);
  assert.deepEqual([...full.keys()], ['b edits'], 'rows make room for edits');
  while (one.get().footer.type === 'nothing') {
    one.visible(one.get().count - 1, one.get().count - 1);
    await settled(one);
  }
  one.destroy();
  await turns();
  assert.deepEqual([...full.keys()], ['b edits']);
  assert.match(told.splice(0).join(), /full/);
  for (const storage of [{}, undefined, null, { getItem() { throw new Error('no'); }, setItem() { throw new Error('no'); }, removeItem() { throw new Error('no'); } },
    new Memory([['c', '{'], ['c edits', '5']]), new Memory([['c', 'null'], ['c edits', 'null']]), new Memory([['c', '[]'], ['c edits', '{"length":3}']]),
    new Memory([['c', '{"follow":1,"end":2,"keepEdits":3,"items":4}']])]) {
    const feed = make({ restored: kept({ storage, name: 'c' }), load: byCursor(people(3)), send: async () => {} });
    await settled(feed);
    assert.equal(feed.get().count, 3);
    feed.edit(1, like);
    assert.ok(feed.get().at(0).liked);
    await until(() => !feed.edits.length);
    feed.destroy();
  }
  await turns();
  globalThis.queueMicrotask = later;
  assert.equal(told.length, 4, 'each storage that is away is told once');
});

test('a list that was saved shows without a network', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
  try {
    let asked = 0;
    const options = { followsNetwork: true, load: () => { asked++; return never(); }, send: () => { asked++; return never(); } };
    const feed = make({ ...options, restored: { items: people(20), after: [{ direction: 'after', cursor: 20 }], before: [] } });
    await settled(feed);
    assert.equal(feed.get().count, 20);
    await turns();
    feed.visible(19, 19);
    await until(() => feed.get().footer.type === 'offline');
    assert.equal(asked, 0);
    feed.destroy();
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else delete globalThis.navigator;
  }
});

test('a log-out drops what waits, also where the machine has failed', async () => {
  for (const own of [true, false]) {
    const machines = trapping('list_more');
    const machine = await compile('feed-edits'), storage = new Memory(), sent = [];
    let send = never;
    const feed = make({ machine, restored: kept({ storage, name: `trap ${own}` }), load: byCursor(people(60)), send: (edit) => send(edit) });
    const other = make({ machine, load: byCursor(people(60)), send: never });
    await settled(feed);
    await settled(other);
    feed.edit(1, like);
    assert.equal(storage.size, 1);
    machines.traps = true;
    (own ? feed : other).loadMore();
    machines.end();
    send = async ({ id }) => { sent.push(id); };
    feed.stop();
    feed.setOnline(true);
    if (own) feed.retry();
    else feed.start();
    await settled(feed);
    await turns();
    assert.deepEqual([sent, feed.edits, storage.size, feed.get().count], [[], [], 0, 20]);
  }
});

test('who logs out of a search and in again before the machine is there has its rows', async () => {
  for (const first of [undefined, 'a']) {
    const asked = [];
    const feed = search({ query: first, load: async ({ query }) => { asked.push(query); return { items: people(3) }; }, send: never });
    feed.query = 'a';
    feed.stop();
    feed.start();
    feed.query = 'ab';
    feed.query = 'b';
    await settled(feed);
    assert.deepEqual([feed.get().count, asked], [3, ['b']]);
  }
});

test('a list that never showed, or that fails as it ends, takes nothing from the storage', async () => {
  asVisit('reload');
  const storage = new Memory(), where = { storage, name: 'd' };
  const feed = make({ restored: kept(where), load: byCursor(people(60)), send: never });
  const copy = make({ restored: kept(where), autoStart: false, load: byCursor(people(60)), send: never });
  await settled(feed);
  feed.edit(3, like);
  const before = storage.get('d edits');
  copy.stop();
  await turns();
  assert.equal(storage.get('d edits'), before);
  copy.destroy();
  assert.equal(storage.get('d edits'), before);
  const next = make({ restored: kept(where), load: never, send: never });
  await until(() => next.edits.length === 1);
  await turns();
  feed.destroy();
  assert.equal(storage.get('d edits'), before, 'the one that shows last has the name');

  const machines = trapping('list_save');
  const failing = make({ machine: await compile('feed-edits'), restored: kept({ storage, name: 'e' }), load: byCursor(people(60)), send: never });
  machines.end();
  await settled(failing);
  failing.edit(3, like);
  const kept_ = storage.get('e edits');
  machines.traps = true;
  failing.destroy();
  assert.equal(storage.get('e edits'), kept_);
});

test('one edit that can not be kept takes no other with it', async () => {
  const storage = new Memory(), told = [], { queueMicrotask: later } = globalThis;
  globalThis.queueMicrotask = (tell) => { try { tell(); } catch (error) { told.push(error.message); } };
  const feed = make({ restored: kept({ storage, name: 'f' }), load: byCursor(people(60)), send: ({ id }) => (id === 3 ? undefined : never()) });
  await settled(feed);
  feed.edit(3, like);
  feed.edit(4, (row) => ({ ...row, count: 10n }));
  feed.edit(5, like);
  await until(() => feed.edits.length === 2);
  globalThis.queueMicrotask = later;
  assert.deepEqual(JSON.parse(storage.get('f edits')).map(({ id }) => id), [5]);
  assert.match(told.join(), /BigInt/);
});

test('a page that comes back out of the memory goes on with what another one left', async () => {
  asVisit('reload');
  const listeners = {}, { addEventListener: add } = globalThis;
  globalThis.addEventListener = (name, listener) => { listeners[name] = listener; };
  const again = await import(new URL('kept.js?again', site));
  globalThis.addEventListener = add;
  const storage = new Memory(), where = { storage, name: 'g' }, sent = [];
  const first = make({ restored: again.kept(where), load: byCursor(people(60)), send: ({ id, key }) => { sent.push([id, key]); return never(); } });
  await settled(first);
  first.edit(1, like);
  listeners.pagehide();
  const before = first.get().version;
  listeners.pageshow({ persisted: true });
  assert.equal(first.get().version, before, 'nothing changed meanwhile');
  listeners.pagehide();
  const edits = JSON.parse(storage.get('g edits'));
  storage.setItem('g edits', JSON.stringify([...edits, { kind: 'update', id: 30, row: { id: 30 }, key: 'of the other page' }]));
  listeners.pageshow({ persisted: true });
  await until(() => sent.some(([, key]) => key === 'of the other page'));
  await settled(first);
  first.edit(2, like);
  assert.deepEqual(JSON.parse(storage.get('g edits')).map(({ id }) => id), [1, 30, 2]);
  storage.clear();
  listeners.pageshow({ persisted: true });
  await settled(first);
  assert.deepEqual([first.edits, first.get().count, storage.size], [[], 20, 0], 'after a log-out');
});

test('a list whose cursors go on being forgotten says that it has failed', async () => {
  let asked = 0;
  const feed = make({ retry: { base: 5, cap: 1_000 }, load: async ({ cursor }) => {
    asked++;
    if (cursor) throw Object.assign(new Error('gone'), { invalidCursor: true });
    return { items: people(5), next: `c${asked}` };
  } });
  feed.subscribe(() => feed.visible(0, feed.get().count - 1));
  await until(() => feed.get().footer.type === 'failed');
  assert.match(feed.get().footer.error.message, /gone/);
  const before = asked;
  await turns(50);
  assert.equal(asked, before);
  feed.destroy();
  assert.deepEqual([feed.start(), feed.get().footer.type, feed.get().isLoading], [false, 'nothing', false]);
});

// Many lists

test('two thousand lists share an instance, and those that end or are dropped are freed', async () => {
  const { Instance } = WebAssembly;
  let made = 0, freed = 0;
  WebAssembly.Instance = class {
    constructor(module) {
      made++;
      const { exports } = new Instance(module);
      this.exports = { ...exports, list_free: (p) => { freed++; exports.list_free(p); } };
    }
  };
  const machine = await compile('feed-edits');
  try {
    const rows = people(40);
    const lists = Array.from({ length: 2_000 }, () => make({ machine, load: byCursor(rows), send: never, followsNetwork: true }));
    await until(() => lists.every((feed) => feed.get().count === 20));
    assert.equal(made, 1);
    lists[7].edit(3, like);
    lists[8].visible(19, 19);
    await settled(lists[8]);
    assert.deepEqual([lists[7].get().at(2).liked, lists[8].get().count, lists[9].get().count], [true, 40, 20]);
    for (const feed of lists.splice(0, 1_000)) {
      feed.destroy();
      feed.destroy();
      assert.deepEqual([feed.get().count, feed.get().footer.type, feed.edit(1, like), feed.visible(0, 1), feed.indexOf(1), feed.why()], [0, 'nothing', false, false, -1, null]);
      assert.deepEqual([feed.edits, feed.refresh() instanceof Promise], [[], true]);
    }
    assert.equal(freed, 1_000);
    assert.equal(lists[0].get().items.length, 20);
    lists.length = 0;
    for (let round = 0; round < 50 && freed < 1_990; round++) {
      globalThis.gc();
      await turns(5);
    }
    assert.ok(freed >= 1_990 && freed <= 2_000, `${freed} of 2,000`);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

// Nothing is asked without a reader

test('a list whose cursors are forgotten waits before it loads again, and only time takes that back', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const soon = async () => { for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate); };
  for (const every of [1, 2, 3]) {
    let asked = 0, pages = 0;
    const feed = make({ pageSize: 3, load: ({ cursor }) => {
      asked++;
      if (cursor !== undefined && ++pages % every === 0) throw Object.assign(new Error('forgotten'), { invalidCursor: true });
      return { items: people(3, asked * 3), next: asked };
    } });
    // A list that shows all its rows reports them at each frame.
    const counts = [];
    for (let frame = 0; frame < 3_600; frame++) {
      feed.visible(0, Math.max(0, feed.get().count - 1));
      await soon();
      context.mock.timers.tick(16);
      if (frame === 180 || frame === 3_599) counts.push(asked);
    }
    assert.ok(counts[0] - 3 <= 10, `${counts[0]} requests in 3 s, three of which fill the window`);
    assert.ok(counts[1] <= 60, `${counts[1]} requests in a minute`);
    feed.destroy();
  }
});
