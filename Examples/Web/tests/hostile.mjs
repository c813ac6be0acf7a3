// What a server, a client of it, or a page may give that it should not: `node --test tests/hostile.mjs`, after ./build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { trapping } from './traps.mjs';
import { until } from './until.mjs';

const site = new URL('../site/feed/', import.meta.url);
const { createFeed } = await import(new URL('feed.js', site));
const compiled = {};
const machine = (name) => (compiled[name] ??= readFile(new URL(`${name}.wasm`, site)).then((bytes) => WebAssembly.compile(bytes)));
const make = (options) => createFeed({ machine: machine(options.send ? 'feed-edits' : 'feed'), followsNetwork: false, seed: 1, ...options });
const people = (count, from = 1) => Array.from({ length: count }, (_, index) => ({ id: index + from, name: `Person ${index + from}` }));

const isSettled = (feed) => {
  const { header, footer, isRefreshing } = feed.get();
  return ![header.type, footer.type].some((type) => ['loading', 'waiting'].includes(type)) && !isRefreshing;
};
const settled = (feed) => until(() => isSettled(feed));
const told = [];
process.on('unhandledRejection', (error) => told.push(error));

/** Reads on at the end of the list. */
async function next(feed) {
  const last = feed.get().count - 1;
  feed.visible(last, last);
  await settled(feed);
}

// What lands

const odd = {
  BigInt: 10n, symbol: Symbol('s'), 'an object without a primitive': Object.create(null),
  'a value that throws': { valueOf() { throw new Error('mine'); } }, word: 'many', nothing: '', NaN, '{}': {}, '[]': [], true: true,
};

for (const [name, value] of Object.entries(odd)) {
  test(`a total or a delay that is ${name} leaves no list loading`, async () => {
    const total = make({ load: async () => ({ items: people(1), total: value }) });
    await settled(total);
    assert.equal(total.get().count, 1);
    assert.equal(total.get().total, name === 'BigInt' ? 10 : undefined);
    const late = make({
      retry: { attempts: 1, base: 1, cap: 5 }, isRetryable: () => true,
      load: () => { throw Object.assign(new Error('no'), { retryAfter: value }); },
    });
    await until(() => late.get().footer.type === 'failed');
    await late.refresh();
    assert.equal(late.get().footer.error.message, 'no');
    assert.deepEqual(told.splice(0), []);
  });
}

const hostile = (what) => new Proxy({}, { get() { throw new Error(what); } });
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const loads = {
  'throws what can not be read': () => { throw hostile('read'); },
  'throws a revoked proxy': () => { throw revoked.proxy; },
  'throws nothing': () => { throw undefined; },
  'gives rows with holes': () => ({ items: [, { id: 1 }] }),
  'gives a page that can not be read': () => hostile('page'),
  'gives a row whose id can not be read': () => ({ items: [{ get id() { throw new Error('id'); } }] }),
  'gives a cursor that is no JSON': () => ({ items: people(1), next: 10n }),
  'ends by an AbortError of its own': () => { throw new DOMException('not by the feed', 'AbortError'); },
};
for (const [name, load] of Object.entries(loads)) {
  test(`a load that ${name} has failed`, async () => {
    let asked = 0;
    const feed = make({ retry: { attempts: 0 }, load: (request) => { asked++; return load(request); } });
    await until(() => feed.get().footer.type === 'failed');
    assert.equal(asked, 1);
    await feed.refresh();
    assert.equal(asked, 2);
    assert.deepEqual(told.splice(0), []);
  });
}

test('an AbortError that is not by the feed asks no second time without a reader', async () => {
  let asked = 0;
  const feed = make({
    retry: { attempts: 0 },
    load: ({ cursor }) => {
      asked++;
      if (cursor) throw new DOMException('a time-out of the page', 'AbortError');
      return { items: people(20), next: 'c' };
    },
  });
  await settled(feed);
  for (let frame = 0; frame < 60; frame++) {
    feed.visible(0, 19);
    await new Promise(setImmediate);
  }
  assert.equal(asked, 2);
  assert.equal(feed.get().footer.type, 'failed');
  assert.equal(feed.get().footer.error.name, 'AbortError');
});

test('nothing is asked for that was given up in the same turn', async () => {
  for (const verb of ['destroy', 'reset', 'stop', 'refresh']) {
    const asked = [];
    const feed = make({ load: async ({ kind, signal, cursor = 0, size }) => {
      asked.push([kind, signal.aborted]);
      return { items: people(size, cursor + 1), next: cursor + size };
    } });
    await settled(feed);
    asked.length = 0;
    feed.visible(19, 19);
    feed[verb]();
    await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual(asked.filter(([, isAborted]) => isAborted), [], verb);
    feed.destroy();
  }
});

test('rows that can not be compared have changed', async () => {
  const circle = (name) => {
    const row = { id: 2, name };
    return (row.self = row);
  };
  for (const row of [(name) => ({ id: 1, name, count: 10n }), circle, (name) => ({ id: 3, name, toJSON() { throw new Error('no'); } })]) {
    let name = 'old';
    const feed = make({ load: async () => ({ items: [row(name)] }), send: async () => {} });
    await settled(feed);
    name = 'new';
    await feed.refresh();
    assert.equal(feed.get().at(0).name, 'new');
    assert.equal(feed.get().header.type, 'end');
    assert.ok(feed.edit(feed.id(feed.get().at(0)), (old) => ({ ...old, name: 'mine' })));
  }
});

test('a machine that fails while rows land leaves a list that says so and starts over', async () => {
  const machines = trapping('list_row');
  machines.traps = true;
  const bytes = await readFile(new URL('feed.wasm', site));
  const feed = make({ machine: WebAssembly.compile(bytes), load: async () => ({ items: people(3) }) });
  await until(() => feed.get().footer.type === 'failed');
  machines.traps = false;
  await feed.refresh();
  machines.end();
  assert.equal(feed.get().count, 3);
  assert.deepEqual(told.splice(0), []);
});

test('another module than the machine is said', async () => {
  const empty = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  const feed = make({ machine: empty, load: async () => ({ items: people(1) }) });
  await until(() => feed.get().footer.type === 'failed');
  assert.match(feed.get().footer.error.message, /another module/);
  for (const verb of ['loadMore', 'invalidate', 'reset', 'stop']) assert.equal(feed[verb](), false);
});

test('a row whose id is changed in place ends no list', async () => {
  let round = 0;
  const feed = make({ load: async () => ({ items: people(20).map((row) => ({ ...row, round })) }) });
  await settled(feed);
  delete feed.get().at(3).id;
  feed.get().at(4).id = 77;
  for (round = 1; round <= 80; round++) await feed.refresh();
  assert.equal(feed.get().count, 20);
  assert.equal(feed.get().header.type, 'end');
});

test('a wrong argument is a mistake of the caller, and changes nothing', async () => {
  const feed = make({ load: async () => ({ items: people(20), next: 1 }), prefetchDistance: 0 });
  await settled(feed);
  for (const wrong of [1n, NaN, 0.5, '0', null, undefined, 2 ** 32, Infinity, {}, Symbol('s')]) {
    assert.throws(() => feed.visible(wrong, 3), TypeError);
    assert.throws(() => feed.visible(0, wrong), TypeError);
    assert.equal(feed.get().at(wrong), undefined);
  }
  feed.setOnline(1n);
  assert.equal(feed.get().count, 20);
  assert.equal(feed.get().footer.type, 'nothing');
  const all = make({ load: async ({ size }) => ({ items: people(size) }), pageSize: 30, retry: { attempts: Infinity, cap: Infinity } });
  await settled(all);
  assert.equal(all.get().count, 30);
});

test('numbers that have lost digits are a failure, and no row', async () => {
  const places = {
    id: () => ({ items: [{ id: 9007199254740993 }, { id: 9007199254740995 }] }),
    cursor: () => ({ items: people(1), next: 9007199254740993 }),
    'a cursor in an object': () => ({ items: people(1), next: { after: [2 ** 60] } }),
  };
  for (const [place, load] of Object.entries(places)) {
    const feed = make({ load });
    await until(() => feed.get().footer.type === 'failed');
    assert.match(feed.get().footer.error.message, /lost digits.*as text, or read as a BigInt/, place);
    assert.equal(feed.get().count, 0);
  }
  const restored = { items: [{ id: 2 ** 60 }], after: [], before: [] };
  const old = make({ load: async () => ({ items: people(2) }), restored });
  await settled(old);
  assert.notEqual(old.get().count, 1);
  const exact = make({ load: async () => ({ items: [{ id: 2n ** 60n }, { id: 2n ** 60n + 1n }, { id: 1.5 }, { id: 2 ** 53 - 1 }], next: 1.5 }) });
  await settled(exact);
  assert.equal(exact.get().count, 4);
});

// Pages by number and by offset

for (const paging of ['page', 'offset']) {
  test(`another order at each request costs a few requests for a page by ${paging}`, async () => {
    let asked = 0, last = 0;
    const feed = make({
      paging, retry: { base: 0, cap: 0 }, load: async ({ size }) => { asked++; return { items: people(size, (last += size)), more: true }; },
    });
    await settled(feed);
    for (let page = 0; page < 10; page++) {
      const before = asked;
      await next(feed);
      assert.ok(asked - before <= 7, `${asked - before} requests`);
    }
  });

  test(`rows that come between two requests by ${paging} leave no gap`, async () => {
    for (const between of [1, 4, 12]) {
      let rows = people(60), asked = 0;
      const size = 5;
      const feed = make({ paging, pageSize: size, prefetchDistance: 2, load: async ({ page, offset, overlap, ...request }) => {
        // Behind the page that has no row of the list.
        if (++asked === 3) rows = [...people(between, 1_000), ...rows];
        const start = offset ?? Math.max(0, (page - 1) * size - overlap);
        return { items: rows.slice(start, offset === undefined ? page * size : offset + request.size), total: rows.length };
      } });
      await settled(feed);
      rows = rows.slice(2);
      for (let page = 0; page < 30 && feed.get().footer.type === 'nothing'; page++) await next(feed);
      const here = feed.get().items.map((row) => row.id);
      assert.equal(new Set(here).size, here.length);
      for (const { id } of rows) assert.ok(id >= 1_000 || here.includes(id), `${id} is lost, ${between} came`);
    }
  });

  test(`a refresh by ${paging} keeps rows that others came above of while they were read`, async () => {
    for (const [size, come] of [[3, 2], [3, 3], [5, 8], [5, 4]]) {
      let rows = people(30), asked = 0;
      const feed = make({ paging, pageSize: size, prefetchDistance: 1, load: async ({ page, offset, overlap, ...request }) => {
        asked++;
        const start = offset ?? Math.max(0, (page - 1) * size - overlap);
        return { items: rows.slice(start, offset === undefined ? page * size : offset + request.size), total: rows.length };
      } });
      await settled(feed);
      rows = [...people(come, 1_000), ...rows];
      await next(feed);
      await next(feed);
      await feed.refresh();
      for (let page = 0; page < 30 && feed.get().footer.type === 'nothing'; page++) await next(feed);
      const here = new Set(feed.get().items.map(({ id }) => id));
      assert.deepEqual(rows.filter(({ id }) => !here.has(id)).map(({ id }) => id).filter((id) => id < 1_000), [], `${come} came, ${size} a page`);
      // Rows that have gone from the top are gone, for one request more.
      rows = rows.filter(({ id }) => id !== feed.get().at(0).id);
      asked = 0;
      await feed.refresh();
      assert.ok(asked <= 2, `${asked} requests`);
      assert.equal(feed.get().at(0).id, rows[0].id);
    }
  });

  test(`a list by ${paging} without a total goes on after a refresh, and keeps rows that others came among`, async () => {
    let rows = people(100);
    const load = ({ total }) => async ({ page, offset, overlap, ...request }) => {
      const start = offset ?? Math.max(0, (page - 1) * 10 - overlap);
      return { items: rows.slice(start, offset === undefined ? page * 10 : offset + request.size), total: total ? rows.length : undefined };
    };
    const bare = make({ paging, pageSize: 10, load: load({ total: false }) });
    await settled(bare);
    for (let page = 0; page < 5; page++) await next(bare);
    assert.equal(bare.get().count, 60);
    await bare.refresh();
    assert.deepEqual([bare.get().count, bare.get().footer.type], [60, 'nothing']);
    for (let page = 0; page < 9; page++) await next(bare);
    assert.deepEqual([bare.get().count, bare.get().footer.type], [100, 'end']);
    const feed = make({ paging, pageSize: 10, load: load({ total: true }) });
    await settled(feed);
    rows.splice(8, 0, ...people(4, 1_000));
    await next(feed);
    await feed.refresh();
    for (let page = 0; page < 12; page++) await next(feed);
    assert.equal(feed.get().count, 104);
  });

  test(`pages by ${paging} that a window dropped come back without a gap`, async () => {
    for (const come of [0, 5]) {
      const rows = people(300);
      let asked = 0;
      const feed = make({ paging, maxItems: 60, load: async ({ page, offset, size, overlap }) => {
        asked++;
        const start = offset ?? Math.max(0, (page - 1) * size - overlap);
        return { items: rows.slice(start, offset === undefined ? page * size : offset + size), total: rows.length };
      } });
      await settled(feed);
      for (let page = 0; page < 8; page++) await next(feed);
      rows.unshift(...people(come, 1_000));
      asked = 0;
      let pages = 0;
      while (feed.get().at(0).id !== rows[0].id && ++pages < 30) {
        feed.visible(0, 0);
        await settled(feed);
      }
      const places = feed.get().items.map((row) => rows.indexOf(row) >= 0 ? rows.indexOf(row) : rows.findIndex(({ id }) => id === row.id));
      for (const [index, place] of places.entries()) assert.equal(place, places[0] + index, `${come} came`);
      assert.ok(asked <= 3 * pages, `${asked} requests for ${pages} pages`);
      assert.ok(feed.get().count <= 80);
    }
  });
}

test('a place that is none, and a page that nobody waits for, ask nothing', async () => {
  for (const cursor of [1e9, -1, 1.5, 'abc', 2 ** 60]) {
    let asked = 0;
    const feed = make({
      paging: 'page', restored: { items: people(2, 900), after: [{ direction: 'after', cursor }], before: [] },
      load: async ({ page }) => { asked++; return { items: page > 3 ? [] : people(20, page * 20 - 19) }; },
    });
    await settled(feed);
    await next(feed);
    await new Promise((done) => setTimeout(done, 20));
    assert.ok(asked <= 8, `${asked} requests for ${cursor}`);
    feed.destroy();
  }
  let asked = 0, isOver = false;
  const feed = make({ paging: 'page', load: async ({ page, size }) => {
    asked++;
    await new Promise(setImmediate);
    if (page > 1 && !isOver) feed.destroy(), (isOver = true);
    return { items: people(size, asked * 1_000), more: true };
  } });
  await settled(feed);
  feed.visible(19, 19);
  await until(() => isOver);
  const before = asked;
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(asked, before, 'nothing after an abort');
});

// What was saved

const rowsByCursor = (rows) => async ({ cursor = 0, size }) => {
  const start = Number.isInteger(cursor) ? cursor : 0;
  return { items: rows.slice(start, start + size), next: start + size < rows.length ? start + size : null };
};

for (const [kind, cursor] of Object.entries({ constant: () => 'scroll', two: (page) => page % 2, four: (page) => page % 4, new: (page) => page })) {
  test(`a list whose cursors are ${kind} is saved`, async () => {
    let page = 0;
    const load = async () => ({ items: people(20, 1 + 20 * page++), next: page < 13 ? cursor(page) : null });
    const feed = make({ load, maxItems: 60, restored: undefined });
    await settled(feed);
    for (let turn = 0; turn < 12; turn++) await next(feed);
    const { items, before, after, version } = JSON.parse(JSON.stringify(feed.snapshot()));
    assert.equal(version, 1);
    assert.equal(items.length, 60);
    assert.ok(before.length >= 1 && after.length === 0);
  });
}

const good = { items: people(20), after: [{ direction: 'after', cursor: 20 }], before: [] };
const way = (after) => ({ ...good, after });
const useless = {
  'with a cursor that has lost digits': way([{ direction: 'after', cursor: 2 ** 60 }]), 'with an id that has lost digits': { ...good, items: [{ id: 2 ** 60 }] },
  'of another version': { ...good, version: 2 }, 'with a row that is null': { ...good, items: [null] }, 'without rows': { ...good, items: [] },
  'with a position that is null': way([null]), 'with a number as a position': way([5]), 'with another direction': way([{ direction: 'sideways', cursor: 20 }]),
  'with nothing before': way([{ direction: 'before' }]), 'with a way that is none': way(7), 'with 100,000 positions': way(Array(100_000).fill({ direction: 'after', cursor: 1 })),
  'that is a text': 'x', 'that is empty': {}, 'with a list that can not be read': { ...good, get items() { throw new Error('no'); } },
};
for (const [name, restored] of Object.entries(useless)) {
  test(`a snapshot ${name} is none: its edits are kept, and the list loads`, async () => {
    const edits = [{ kind: 'update', id: 3, row: { id: 3, name: 'mine' } }], sent = [];
    for (const id of [undefined, (row) => row.id]) {
      let asked = 0;
      sent.length = 0;
      const saved = typeof restored === 'string' ? restored : Object.defineProperties({ edits }, Object.getOwnPropertyDescriptors(restored));
      const load = rowsByCursor(people(60));
      const feed = make({
        ...(id && { id }), restored: saved, load: (request) => { asked++; return load(request); }, send: async (edit) => { sent.push([edit.kind, edit.id]); },
      });
      await settled(feed);
      await next(feed);
      assert.equal(feed.get().count, 40);
      assert.equal(asked, 2);
      await until(() => !feed.edits.length);
      assert.deepEqual(sent, typeof restored === 'string' ? [] : [['update', 3]]);
    }
  });
}

test('a cursor may have any members', async () => {
  const cursors = [];
  const load = async ({ cursor, size }) => {
    cursors.push(cursor);
    return { items: people(size, cursors.length * size), next: { beyond: cursors.length } };
  };
  const feed = make({ load, maxItems: 60, restored: undefined });
  await settled(feed);
  await next(feed);
  assert.deepEqual(cursors, [undefined, { beyond: 1 }]);
});

test('saved edits are sent once, in their order, and no kind that is not known is carried out', async () => {
  const mine = (id) => ({ kind: 'update', id, row: { id, name: 'mine' } });
  const edits = [
    null, 5, { kind: 'move', id: 3, to: 0 }, { id: 4 }, { kind: 'toString', id: 4 }, { kind: '__proto__', id: 4 },
    mine(1), { kind: 'remove', id: 2 }, { kind: 'insert', row: { id: 'new' }, before: 777 },
  ];
  for (const verbs of [[], ['reset'], ['reset', 'reset'], ['refresh'], ['invalidate', 'reset']]) {
    for (const late of [false, true]) {
      const sent = [];
      const feed = make({ restored: { ...good, edits }, load: rowsByCursor(people(60)), send: async ({ kind, id }) => { sent.push(`${kind} ${id}`); } });
      if (late) await settled(feed);
      for (const verb of verbs) feed[verb]();
      await settled(feed);
      await until(() => feed.edits.every(({ type }) => type === 'failed') && sent.length >= 3);
      await new Promise((done) => setTimeout(done, 2));
      assert.deepEqual(feed.edits.map(({ id }) => id), [undefined, undefined, 3, 4, 4, 4]);
      for (const { error } of feed.edits) assert.match(error.message, /not known/);
      assert.ok(feed.dismissEdit(4) && feed.dismissEdit(undefined) && !feed.dismissEdit(4));
      assert.deepEqual(feed.edits.map(({ id }) => id), [3]);
      assert.equal(feed.snapshot().edits.length, 1, 'another version may know it');
      assert.deepEqual(sent, ['update 1', 'remove 2', 'insert new'], `${verbs}, ${late}`);
    }
  }
});

test('edits that empty a list are saved, and those that were not sent yet', async () => {
  const never = () => new Promise(() => {});
  const one = make({ restored: undefined, load: rowsByCursor(people(3)), send: never });
  await settled(one);
  for (const id of [1, 2, 3]) one.remove(id);
  assert.equal(one.get().count, 0);
  const saved = JSON.parse(JSON.stringify(one.snapshot()));
  assert.deepEqual(saved.edits.map(({ kind, id }) => [kind, id]), [['remove', 1], ['remove', 2], ['remove', 3]]);
  const two = make({ restored: saved, load: never, send: never });
  await settled(two);
  assert.deepEqual(JSON.parse(JSON.stringify(two.snapshot().edits)), saved.edits);
});
