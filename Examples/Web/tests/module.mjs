// The module without a browser: `node --test tests/module.mjs`, after ./build.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { trapping } from './traps.mjs';
import { until } from './until.mjs';

const site = new URL('../site/feed/', import.meta.url);
const { createFeed } = await import(new URL('feed.js', site));
const { createSearch } = await import(new URL('search.js', site));
const compiled = {};
const machine = (name) => (compiled[name] ??= readFile(new URL(`${name}.wasm`, site)).then((bytes) => WebAssembly.compile(bytes)));

const people = (count) => Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Person ${index + 1}` }));

/** A server with pages by cursor; `rows` may change while it is read. */
const byCursor = (rows) => async ({ cursor = 0, size }) => {
  const items = rows.slice(cursor, cursor + size);
  return { items, next: cursor + size < rows.length ? cursor + size : null, total: rows.length };
};

const make = (options) => createFeed({ machine: machine(options.send ? 'feed-edits' : 'feed'), followsNetwork: false, seed: 1, ...options });

const settled = (feed) => until(() => !['loading', 'waiting'].includes(feed.get().footer.type) && !feed.get().isRefreshing);

async function readToEnd(feed) {
  await settled(feed);
  while (feed.get().footer.type === 'nothing') {
    const { count } = feed.get();
    feed.visible(count - 1, count - 1);
    await settled(feed);
  }
  return feed.get().items.map((row) => row.id);
}

const numbers = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('a list is read to its end, each row once', async () => {
  const feed = make({ load: byCursor(people(137)) });
  assert.equal(feed.get().footer.type, 'loading');
  assert.equal(feed.get().isLoading, true);
  assert.deepEqual(await readToEnd(feed), numbers(1, 137));
  assert.equal(feed.get().footer.type, 'end');
  assert.equal(feed.get().total, 137);
  assert.equal(feed.why().remedy, 'nothing');
});

test('who scrolls to the end without a network is told so', async () => {
  const feed = make({ load: byCursor(people(50)) });
  await settled(feed);
  feed.setOnline(false);
  let told = 0;
  feed.subscribe(() => told++);
  feed.visible(18, 19);
  assert.deepEqual([feed.get().footer.type, told], ['offline', 1]);
  const before = feed.get();
  feed.visible(17, 19);
  assert.equal(feed.get(), before);
});

test('the state is the same object until something changes', async () => {
  const feed = make({ load: byCursor(people(50)) });
  await settled(feed);
  const state = feed.get();
  assert.equal(feed.get(), state);
  feed.visible(0, 3);
  assert.equal(feed.get(), state);
  feed.visible(10, 19);
  assert.notEqual(feed.get(), state);
  assert.equal(state.items.length, state.items.length);
});

test('what is asked before the machine is there is done then', async () => {
  let tell, told = 0;
  const feed = make({ machine: new Promise((resolve) => { tell = resolve; }), load: byCursor(people(5)), autoStart: false });
  assert.equal(feed.start(), true);
  feed.subscribe(() => told++);
  const refreshed = feed.refresh();
  tell(await machine('feed'));
  await refreshed;
  await settled(feed);
  assert.equal(feed.get().count, 5);
  assert.ok(told > 0);
});

for (const [name, load, text] of [
  ['throws at once', () => { throw new Error('no luck'); }, /no luck/],
  ['gives no items', async () => ({ rows: [] }), /without `items`/],
  ['gives nothing', async () => undefined, /without `items`/],
  ['gives rows without an id', async () => ({ items: [{}] }), /no id/],
  ['gives null as a row', async () => ({ items: [null] }), /no id/],
]) {
  test(`a load that ${name} is a failed load`, async () => {
    let isWell = false;
    const feed = make({ load: (request) => (isWell ? byCursor(people(3))(request) : load(request)), retry: { attempts: 0 } });
    await settled(feed);
    assert.equal(feed.get().footer.type, 'failed');
    assert.match(String(feed.get().error), text);
    assert.equal(feed.get().count, 0);
    isWell = true;
    assert.equal(feed.retry('refresh'), true);
    await settled(feed);
    assert.equal(feed.get().count, 3);
    assert.equal(feed.get().error, undefined);
  });
}

test('a load may give its page without a promise', async () => {
  const feed = make({ load: () => ({ items: people(2) }) });
  await settled(feed);
  assert.equal(feed.get().footer.type, 'end');
  assert.equal(feed.get().count, 2);
});

test('a load that answers twice answers once', async () => {
  const feed = make({ load: () => ({ then(resolve) { resolve({ items: people(2) }); resolve({ items: people(9) }); } }) });
  await settled(feed);
  assert.equal(feed.get().count, 2);
});

test('an answer after the abort changes nothing', async () => {
  const answers = [], signals = [];
  const feed = make({ load: ({ signal }) => new Promise((resolve) => { answers.push(resolve); signals.push(signal); }) });
  await until(() => answers.length === 1);
  feed.reset();
  await until(() => answers.length === 2);
  assert.equal(signals[0].aborted, true);
  answers[0]({ items: people(9) });
  await new Promise(setImmediate);
  assert.equal(feed.get().count, 0);
  answers[1]({ items: people(4) });
  await settled(feed);
  assert.equal(feed.get().count, 4);
});

test('a listener that throws harms no one', async () => {
  const feed = make({ load: byCursor(people(5)) });
  const thrown = [], { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (report) => assert.throws(report, (error) => !!thrown.push(error));
  let told = 0;
  feed.subscribe(() => { throw new Error('my listener'); });
  feed.subscribe(() => told++);
  await settled(feed);
  globalThis.queueMicrotask = queueMicrotask;
  assert.equal(feed.get().count, 5);
  assert.ok(told > 0);
  assert.match(String(thrown[0]), /my listener/);
});

test('a destroyed feed does not load, and who uses it is told, once', async () => {
  const warned = [], told = [], { warn } = console;
  console.warn = (text) => warned.push(text);
  try {
    // Also before its machine is there.
    for (const wait of [() => {}, settled]) {
      const feed = make({ load: byCursor(people(50)) });
      await wait(feed);
      feed.subscribe(() => told.push([feed.get().count, feed.get().footer.type, feed.get().isLoading]));
      feed.destroy();
      assert.deepEqual(told.splice(0).at(-1), [0, 'nothing', false]);
      feed.destroy();
      await new Promise((done) => setTimeout(done, 20));
      assert.deepEqual(warned, []);
      for (const use of [() => feed.start(), () => feed.loadMore(), () => feed.visible(0, 1), () => feed.setOnline(true)]) assert.equal(use(), false);
      feed.subscribe(() => {});
      await feed.refresh();
      await until(() => warned.length || wait === settled);
      assert.deepEqual([feed.get().footer.type, feed.get().isLoading, told], ['nothing', false, []]);
      if (wait !== settled) assert.match(warned.splice(0).join('|'), /^A feed is used after its `destroy\(\)`[^|]*Create another one[^|]*$/);
    }
    assert.deepEqual(warned, []);
  } finally {
    console.warn = warn;
  }
});

test('nothing changes after destroy', async () => {
  let answer, signal;
  const feed = make({ load: (request) => new Promise((resolve) => { answer = resolve; signal = request.signal; }) });
  await until(() => answer);
  const refreshed = feed.refresh();
  feed.destroy();
  await refreshed;
  assert.equal(signal.aborted, true);
  answer({ items: people(3) });
  await new Promise(setImmediate);
  assert.equal(feed.get().count, 0);
  assert.equal(feed.loadMore(), false);
  assert.equal(feed.visible(0, 1), false);
});

test('a trap in one feed leaves the others alone', async () => {
  const machines = trapping('list_more');
  const server = people(50);
  const load = async ({ offset, size }) => ({ items: server.slice(offset, offset + size), total: 50 });
  const shared = WebAssembly.compile(await readFile(new URL('feed.wasm', site)));
  const broken = make({ load, paging: 'offset', machine: shared });
  await settled(broken);
  machines.end();
  const other = make({ load: byCursor(people(50)), machine: shared });
  await settled(other);
  machines.traps = true;
  assert.equal(broken.loadMore(), false);
  assert.equal(broken.get().footer.type, 'failed');
  assert.equal(broken.get().count, 0);
  assert.deepEqual(await readToEnd(other), numbers(1, 50));
  machines.traps = false;
  broken.retry();
  assert.deepEqual(await readToEnd(broken), numbers(1, 50));
});

test('a machine that does not come is a failure that can be retried', async () => {
  const feed = make({ machine: Promise.reject(new Error('no machine')), load: byCursor(people(5)) });
  await until(() => feed.get().footer.type === 'failed');
  assert.match(String(feed.get().error), /no machine/);
  await feed.refresh();
  assert.equal(feed.get().footer.type, 'failed');
});

test('a failed page is repeated by itself, with the time of the next try', async () => {
  let failures = 2;
  const load = byCursor(people(30));
  const feed = make({
    load: (request) => {
      if (request.cursor && failures-- > 0) throw Object.assign(new Error('busy'), { status: 503 });
      return load(request);
    },
    retry: { attempts: 3, base: 5, cap: 5 },
  });
  await settled(feed);
  feed.visible(18, 19);
  await until(() => feed.get().footer.type === 'waiting');
  assert.ok(feed.get().retryAt - Date.now() < 100);
  await settled(feed);
  assert.equal(feed.get().count, 30);
});

test('offline, and online again', async () => {
  let isReached = true;
  const load = byCursor(people(60));
  const feed = make({ load: (request) => { if (!isReached) throw new TypeError('fetch failed'); return load(request); }, retry: { attempts: 0 } });
  await settled(feed);
  isReached = false;
  feed.setOnline(false);
  feed.visible(18, 19);
  await until(() => feed.get().footer.type === 'offline');
  isReached = true;
  feed.setOnline(true);
  await settled(feed);
  assert.equal(feed.get().count, 40);
});

test('totals beyond 2³¹', async () => {
  const feed = make({ load: async () => ({ items: people(2), next: 'a', total: 5_000_000_000 }) });
  await settled(feed);
  assert.equal(feed.get().total, 5_000_000_000);
});

test('splices lead from the rows before to the rows now', async () => {
  const server = people(60);
  const feed = make({ load: byCursor(server), pageSize: 10 });
  let mine = [], version = 0;
  feed.subscribe(() => {
    const state = feed.get();
    if (state.version === version) return;
    assert.equal(state.version, ++version);
    for (const [index, removed, inserted] of feed.splices) {
      mine.splice(index, removed, ...Array.from({ length: inserted }, (_, place) => state.at(index + place)));
    }
    assert.deepEqual(mine, state.items);
  });
  await settled(feed);
  for (let round = 0; round < 40; round++) {
    const { count } = feed.get();
    if (round % 3) feed.visible(count - 1, count - 1);
    server.splice(round % 7, round % 2, { id: 1_000 + round, name: 'new' });
    server[5] = { ...server[5], name: `changed ${round}` };
    await feed.refresh();
    await settled(feed);
  }
  assert.ok(version > 30);
});

for (const [paging, overlaps] of [['page', true], ['page', false], ['offset', true]]) {
  test(`rows that are deleted above while paging by ${paging} are no loss${overlaps ? '' : ', without overlap'}`, async () => {
    const server = people(100);
    let requests = 0;
    const load = async ({ page, offset, size, overlap }) => {
      requests++;
      const start = offset ?? (page - 1) * size - (overlaps ? overlap : 0);
      return { items: server.slice(start, offset === undefined ? (page - 1) * size + size : offset + size), total: server.length };
    };
    const feed = make({ load, paging });
    await settled(feed);
    feed.visible(19, 19);
    await settled(feed);
    server.splice(0, 5);
    assert.deepEqual(await readToEnd(feed), numbers(1, 100));
    server.unshift({ id: 200, name: 'new' }, { id: 201, name: 'new' });
    feed.reset();
    assert.equal((await readToEnd(feed)).length, 97);
    if (overlaps) assert.ok(requests < 16, `${requests} requests`);
  });
}

for (const paging of ['page', 'offset']) {
  for (const tells of ['total', 'more', 'nothing']) {
    test(`without an overlap seven pages by ${paging} are seven requests, of a server that tells ${tells}`, async () => {
      const server = people(137), asked = [];
      const load = async ({ page, offset = (page - 1) * 20, size, overlap }) => {
        asked.push([page ?? offset / 20 + 1, size, overlap]);
        const items = server.slice(offset, offset + size), end = offset + size;
        return { items, ...(tells === 'total' && { total: server.length }), ...(tells === 'more' && { more: end < server.length }) };
      };
      const feed = make({ load, paging, overlap: 0 });
      assert.deepEqual(await readToEnd(feed), numbers(1, 137));
      assert.deepEqual(asked, numbers(1, 7).map((page) => [page, 20, 0]));
      await feed.refresh();
      assert.equal(asked.length, 8);
      // Rows that come above are there once.
      server.unshift({ id: 200, name: 'new' });
      feed.reset();
      await settled(feed);
      server.unshift({ id: 201, name: 'new' });
      assert.deepEqual(await readToEnd(feed), [200, ...numbers(1, 137)]);
      assert.equal(asked.length, 15);
    });
  }

  test(`without an overlap a window by ${paging} finds each page again by one request`, async () => {
    const server = people(200);
    let asked = 0;
    const load = async ({ page, offset = (page - 1) * 20, size }) => {
      asked++;
      return { items: server.slice(offset, offset + size), total: server.length };
    };
    const feed = make({ load, paging, overlap: 0, maxItems: 60 });
    await readToEnd(feed);
    const pages = Math.round((feed.get().at(0).id - 1) / 20);
    assert.deepEqual([asked, feed.get().at(0).id > 100], [10, true]);
    while (feed.get().at(0).id > 1) {
      feed.visible(0, 0);
      await until(() => !feed.get().isLoadingPrevious);
    }
    assert.deepEqual([asked, feed.get().items.map((row) => row.id)], [10 + pages, numbers(1, feed.get().count)]);
  });
}

test('an overlap of two rows is a mistake', async () => {
  const feed = make({ load: async () => ({ items: [] }), paging: 'page', overlap: 2 });
  await until(() => feed.get().footer.type === 'failed');
  assert.match(feed.get().error.message, /`overlap` is 0 or 1, not number 2/);
});

test('all rows that were read may go, and none is lost behind them', async () => {
  const server = people(100);
  const load = async ({ offset, size }) => ({ items: server.slice(offset, offset + size), total: server.length });
  const feed = make({ load, paging: 'offset' });
  await settled(feed);
  server.splice(0, 20);
  assert.deepEqual((await readToEnd(feed)).sort((a, b) => a - b), numbers(1, 100));
});

test('an empty page of a server that has more rows is asked for again, twice', async () => {
  const server = people(50);
  for (const empty of [2, 99]) {
    let left = empty, requests = 0;
    const load = async ({ offset, size, overlap }) => {
      requests++;
      const end = offset + overlap === 20 && left-- > 0 ? offset + overlap : offset + size;
      return { items: server.slice(offset, end), more: end < 50 };
    };
    const ids = await readToEnd(make({ load, paging: 'offset' }));
    assert.deepEqual(ids, numbers(1, empty === 2 ? 50 : 20));
    assert.equal(requests, empty === 2 ? 5 : 4);
  }
});

test('a server may cap its pages', async () => {
  const server = people(95);
  const load = async ({ page }) => ({ items: server.slice((page - 1) * 10, page * 10), total: server.length });
  assert.deepEqual(await readToEnd(make({ load, paging: 'page' })), numbers(1, 95));
});

test('a list without a total ends by a page that is shorter than another', async () => {
  const server = people(45);
  const load = async ({ page, size }) => ({ items: server.slice((page - 1) * size, page * size) });
  assert.deepEqual(await readToEnd(make({ load, paging: 'page' })), numbers(1, 45));
});

test('an edit shows at once, and what the server refuses goes back', async () => {
  const feed = make({
    load: byCursor(people(5)),
    send: async ({ kind, id, row }) => {
      if (row?.name === 'bad') throw Object.assign(new Error('forbidden'), { status: 403 });
      return kind === 'insert' ? { ...row, id: 77 } : row;
    },
  });
  await settled(feed);
  assert.equal(feed.edit(2, (row) => ({ ...row, name: 'good' })), true);
  assert.equal(feed.get().at(1).name, 'good');
  assert.deepEqual(feed.edits.map((edit) => [edit.id, edit.type]), [[2, 'pending']]);
  await until(() => !feed.edits.length);
  assert.equal(feed.get().at(1).name, 'good');

  feed.edit(3, { id: 3, name: 'bad' });
  await until(() => feed.edits[0]?.type === 'failed');
  assert.equal(feed.get().at(2).name, 'Person 3');
  assert.match(String(feed.edits[0].error), /forbidden/);
  assert.equal(feed.edits[0].isUndone, true);
  assert.equal(feed.dismissEdit(3), true);
  assert.deepEqual(feed.edits, []);

  feed.insert({ id: -1, name: 'mine' }, 1);
  assert.equal(feed.get().at(0).name, 'mine');
  await until(() => !feed.edits.length);
  assert.equal(feed.get().at(0).id, 77);
  feed.remove(4);
  assert.equal(feed.indexOf(4), -1);
  await until(() => !feed.edits.length);
  assert.deepEqual(feed.get().items.map((row) => row.id), [77, 1, 2, 3, 5]);
  assert.throws(() => feed.edit(1, () => {}), /gave no row/);
  assert.throws(() => feed.edit(1, (row) => ({ ...row, id: 5 })), /keeps the id/);
  assert.throws(() => make({ load: byCursor([]) }).edit(1, (row) => row), /needs `send`/);
  assert.equal(feed.edit(99, (row) => row), false);
});

test('an edit that failed says whether it still shows, whatever its error is', async () => {
  const failures = [[{ status: 403 }, true], [{ status: 503 }, false], [{ status: 409, mayHelp: true }, false], [{ status: 500, mayHelp: false }, true]];
  const feed = make({
    load: byCursor(people(5)), retry: { attempts: 0 }, isRetryable: ({ status, mayHelp }) => mayHelp ?? status >= 500,
    send: async ({ id }) => { throw Object.assign(new Error('no'), failures[id - 1][0]); },
  });
  await settled(feed);
  for (const id of [1, 2, 3, 4]) feed.edit(id, { id, name: 'mine' });
  await until(() => feed.edits.every(({ type }) => type === 'failed'));
  const expected = failures.map(([, isUndone]) => isUndone);
  assert.deepEqual(feed.edits.map(({ isUndone }) => isUndone), expected);
  assert.deepEqual(feed.edits.map(({ id }) => feed.get().at(id - 1).name !== 'mine'), expected);
  feed.retryEdit(1);
  assert.deepEqual(feed.edits.map(({ type, isUndone }) => [type, isUndone])[0], ['pending', undefined]);
});

for (const [name, wrong] of [
  ['pageSize', [0, -5, 1.5, NaN, '20', Infinity, null, 20n]], ['prefetchDistance', [-1, 0.5, '5']], ['maxItems', [-1, NaN, '100']],
  ['attempts', [-1, 2.5, '3']], ['base', [-1, NaN]], ['cap', [-1, '30000']],
]) {
  test(`a wrong ${name} is told as the list is made`, () => {
    for (const value of wrong) {
      const options = ['attempts', 'base', 'cap'].includes(name) ? { retry: { [name]: value } } : { [name]: value };
      const message = `${name}: a whole number from ${+(name === 'pageSize')} on was expected, not ${typeof value} ${value}.`;
      assert.throws(() => make({ load: byCursor(people(5)), ...options }), { name: 'RangeError', message });
    }
  });
}

/** A list whose machine comes when it is told to. */
function early(load, options) {
  let come;
  const feed = make({ ...options, load, machine: new Promise((resolve) => { come = resolve; }) });
  return { feed, come: () => machine(options?.machine ?? 'feed').then(come) };
}
const turns = async (count = 20) => { for (let turn = 0; turn < count; turn++) await new Promise(setImmediate); };

for (const [name, options] of Object.entries({
  'a list': {}, 'a list of React': { autoStart: false }, 'a list with likes': { machine: 'feed-edits', send: () => {} },
  'a list with gaps': { machine: 'feed-gaps', gaps: 'manual' },
})) {
  for (const isLate of [false, true]) {
    test(`${name} asks for its first page before the machine is there, once; the answer comes ${isLate ? 'after' : 'before'} it`, async () => {
      const asked = [], answers = [], rows = people(45);
      const { feed, come } = early((request) => {
        asked.push(request);
        return asked.length > 1 ? byCursor(rows)(request) : new Promise((resolve) => answers.push(() => resolve(byCursor(rows)(request))));
      }, options);
      if (options.autoStart === false) feed.start(), feed.start();
      await turns();
      const { signal, ...request } = asked[0];
      assert.deepEqual([asked.length, signal.aborted], [1, false]);
      assert.deepEqual(request, { kind: 'refresh', direction: 'after', cursor: undefined, size: 20, query: undefined });
      if (!isLate) answers[0](), await turns();
      assert.deepEqual([feed.get().footer.type, feed.get().count], ['loading', 0]);
      await come();
      await turns();
      if (isLate) answers[0]();
      await settled(feed);
      assert.deepEqual([feed.get().count, asked.length], [20, 1]);
      assert.deepEqual(await readToEnd(feed), numbers(1, 45));
      assert.equal(asked.length, 3);
    });
  }
}

test('what ends a list before the machine is there ends its first request', async () => {
  const signals = [], never = ({ signal }) => { signals.push(signal); return new Promise(() => {}); };
  const one = early(never);
  one.feed.destroy();
  await turns();
  assert.equal(signals.length, 0);
  const two = early(never);
  await turns();
  two.feed.destroy();
  assert.deepEqual(signals.map((signal) => signal.aborted), [true]);
  await two.come();
  await turns();
  assert.deepEqual([signals.length, two.feed.get().count], [1, 0]);
  const three = early(never);
  await turns();
  three.feed.reset();
  await three.come();
  await until(() => signals.length === 3);
  assert.deepEqual(signals.map((signal) => signal.aborted), [true, true, false]);
  const four = early(never);
  await turns();
  four.feed.stop();
  await four.come();
  await until(() => signals[3].aborted);
  assert.deepEqual([signals.length, four.feed.get().footer.type], [4, 'nothing']);
  const broken = make({ load: never, machine: new Promise((_, reject) => setTimeout(reject, 20, new Error('no machine'))) });
  await until(() => broken.get().footer.type === 'failed');
  assert.deepEqual([signals.length, signals[4].aborted], [5, true]);
});

test('a first request that fails before the machine is there is a failed load', async () => {
  let failures = 2, asked = 0;
  const { feed, come } = early((request) => {
    asked++;
    if (failures-- > 0) throw Object.assign(new Error('busy'), { status: failures ? 503 : 404 });
    return byCursor(people(5))(request);
  }, { retry: { attempts: 3, base: 5, cap: 5 } });
  await turns();
  assert.deepEqual([asked, feed.get().footer.type], [1, 'loading']);
  await come();
  await until(() => feed.get().footer.type === 'failed');
  assert.deepEqual([asked, feed.get().error.message], [2, 'busy']);
  feed.retry();
  await settled(feed);
  assert.deepEqual([asked, feed.get().count], [3, 5]);
});

for (const [name, options] of Object.entries({
  'that may be restored': { restored: undefined }, 'with a window': { maxItems: 60 }, 'by number': { paging: 'page' },
  'of a developer': { debug: true, machine: 'feed-debug' }, 'that is not started': { autoStart: false },
})) {
  test(`a list ${name} waits for the machine with its first request`, async () => {
    let asked = 0;
    const { feed, come } = early(() => { asked++; return { items: people(5) }; }, options);
    await turns();
    assert.equal(asked, 0);
    await come();
    feed.start();
    await settled(feed);
    assert.deepEqual([asked, feed.get().count], [1, 5]);
  });
}

test('with `debug` names that mean nothing are said, once', async () => {
  const warned = [], { warn } = console;
  console.warn = (text) => warned.push(text);
  const machines = { machine: machine('feed-debug'), debug: true };
  const load = async () => ({ items: people(3), nextCursor: 3, total: 3, zebra: 1 });
  const options = { load, pagesize: 7, onError() {}, prefetch: 2, retry: { attempt: 1 }, overlap: 0, query: 'a' };
  try {
    for (let round = 0; round < 2; round++) {
      const feed = make({ ...machines, ...options });
      await settled(feed);
      await feed.refresh();
    }
    assert.deepEqual(warned.splice(0), [
      'There is no option pagesize; did you mean pageSize?', 'There is no option onError.', 'There is no option prefetch; did you mean prefetchDistance?',
      'There is no option overlap.', 'There is no option query.', '`retry` has no member attempt; did you mean attempts?',
      'A page has no member nextCursor; did you mean next?', 'A page has no member zebra.',
    ]);
    await settled(make({ ...machines, paging: 'page', overlap: 0, load: async () => ({ items: people(3), hasMore: false, count: 3 }) }));
    await settled(createSearch({ ...machines, machine: machine('feed-all'), query: 'a', pause: 1, seed: 1, load: byCursor(people(3)), pauze: 1 }));
    assert.deepEqual(warned.splice(0), [
      'A page has no member hasMore; did you mean more?', 'A page has no member count.', 'There is no option pauze; did you mean pause?',
    ]);
    for (const retry of [5, false]) await settled(make({ ...machines, load: byCursor(people(3)), retry }));
    assert.deepEqual(warned.splice(0), ['`retry` is an object, not 5: `{ attempts: 5 }`.', '`retry` is an object, not false: `{ attempts: 0 }`.']);
    await settled(make({ load: async () => ({ items: people(3), nextKey: 3 }), pagesise: 7, retry: 5 }));
    assert.deepEqual(warned, []);
  } finally {
    console.warn = warn;
  }
});

test('with `debug` an edit that changes its row in place is said', async () => {
  const warned = [], { warn } = console, sent = [];
  console.warn = (text) => warned.push(text);
  try {
    const feed = make({ machine: machine('feed-debug'), debug: true, load: byCursor(people(3)), send: ({ row }) => { sent.push(row.name); } });
    await settled(feed);
    feed.edit(1, (row) => ({ ...row, name: 'a copy' }));
    feed.edit(2, (row) => row);
    feed.edit(3, { id: 3, name: 'a value' });
    await until(() => sent.length === 3);
    assert.deepEqual(warned, []);
    feed.edit(2, (row) => Object.assign(row, { name: 'in place' }));
    await until(() => warned.length);
    assert.match(warned.join(), /^An edit changed its row in place.*Return a changed copy/);
    assert.deepEqual(sent.slice(0, 3), ['a copy', 'Person 2', 'a value']);
  } finally {
    console.warn = warn;
  }
});

test('options that are none are a mistake, and the console says so', async () => {
  assert.throws(() => make({ load: byCursor([]), id: 'uuid' }), { name: 'TypeError', message: '`id` is a function, as in `id: (row) => row.uuid`.' });
  const blamed = [], { error } = console;
  console.error = (mistake) => blamed.push(mistake.message);
  try {
    for (const [options, message] of [
      [{ refreshMode: 'replace' }, "`refreshMode` is 'merge' or 'firstPage', not \"replace\"."], [{ paging: 'number' }, "`paging` is 'page' or 'offset', not 'number'."],
    ]) {
      const feed = make({ load: byCursor(people(3)), ...options });
      await until(() => feed.get().footer.type === 'failed');
      assert.deepEqual([feed.get().error.message, blamed.splice(0)], [message, [message]]);
    }
  } finally {
    console.error = error;
  }
});

test('a load that is given up after a time is repeated, as without a network', async (context) => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  context.after(() => (server.closeAllConnections(), server.close()));
  await once(server, 'listening');
  let asked = 0;
  const feed = make({
    retry: { attempts: 2, base: 1 },
    load: async ({ signal }) => {
      asked++;
      return fetch(`http://127.0.0.1:${server.address().port}`, { signal: AbortSignal.any([signal, AbortSignal.timeout(20)]) });
    },
  });
  await until(() => feed.get().footer.type === 'failed');
  assert.deepEqual([asked, feed.get().error.name], [3, 'TimeoutError']);
});

test('a wrong pause of a search is told as it is made', () => {
  for (const pause of [-1, NaN, '300', null]) {
    assert.throws(() => createSearch({ machine: machine('feed-search'), load: byCursor([]), pause }), { name: 'RangeError', message: /^pause: milliseconds/ });
  }
});

test('a search asks after a pause, and late answers are of no query', async () => {
  const asked = [];
  const rows = people(137);
  const search = createSearch({
    machine: machine('feed-search'), followsNetwork: false, pause: 1,
    load: async ({ query, cursor = 0, size }) => {
      asked.push(query);
      return byCursor(rows.filter((row) => row.name.includes(query)))({ cursor, size });
    },
  });
  assert.equal(search.get().count, 0);
  for (const query of ['P', 'Person', 'Person 1', 'Person 12']) search.query = query;
  await until(() => search.get().total === 11);
  assert.deepEqual(asked, ['Person 12']);
  search.query = 'Person 13';
  assert.equal(search.get().isStale, true);
  search.submit();
  await until(() => search.get().total === 9);
  assert.equal(search.get().isStale, false);
  search.query = 'nobody';
  await until(() => search.get().footer.type === 'empty');
  search.query = '';
  assert.equal(search.get().count, 0);
  assert.equal(search.query, undefined);
});

test('a search that is made with the empty query asks it whenever the field is cleared', async () => {
  const asked = [], rows = people(137);
  const load = async ({ query, ...request }) => {
    asked.push(query);
    return byCursor(rows.filter((row) => row.name.includes(query)))(request);
  };
  const make = (options) => createSearch({ machine: machine('feed-search'), followsNetwork: false, pause: 1, seed: 1, load, ...options });
  const search = make({ query: '', restored: undefined });
  assert.deepEqual([search.query, search.get().isLoading], ['', true]);
  await until(() => search.get().total === 137);
  search.query = 'Person 12';
  await until(() => search.get().total === 11);
  search.query = '';
  assert.deepEqual([search.query, search.get().isStale], ['', true]);
  await until(() => search.get().total === 137);
  assert.equal(search.get().isStale, false);
  assert.deepEqual(asked.splice(0), ['', 'Person 12', '']);
  // It comes back as it was.
  const again = make({ query: '', restored: JSON.parse(JSON.stringify(search.snapshot())) });
  await until(() => again.get().count === 20);
  assert.deepEqual([again.query, asked.length], ['', 0]);
  for (const nothing of [null, undefined]) {
    search.query = nothing;
    assert.deepEqual([search.query, search.get().count, search.get().footer.type], [undefined, 0, 'nothing']);
  }
  for (const query of [undefined, null, 'a']) {
    const other = make({ query });
    if (query) await until(() => other.get().footer.type === 'empty' || other.get().count);
    other.query = '';
    await turns(50);
    assert.deepEqual([other.query, other.get().count, other.get().footer.type], [undefined, 0, 'nothing']);
  }
  assert.deepEqual(asked, ['a']);
});

test('a list is saved and there again', async () => {
  const rows = people(137);
  const one = make({ load: byCursor(rows), restored: undefined });
  await settled(one);
  one.visible(18, 19);
  await settled(one);
  const saved = JSON.parse(JSON.stringify(one.snapshot()));
  let loads = 0;
  const two = make({ load: (request) => { loads++; return byCursor(rows)(request); }, restored: saved });
  await settled(two);
  assert.equal(two.get().count, 40);
  assert.equal(loads, 0);
  assert.deepEqual(await readToEnd(two), numbers(1, 137));
  await two.refresh();
  assert.equal(two.get().count, 137);
});

for (const [name, options, page] of [
  ['by cursor', {}, { next: 20, total: 45 }], ['by number', { paging: 'page' }, { total: 45 }], ['by offset', { paging: 'offset' }, { more: true }],
  ['of a search', { query: 'Person', pause: 1 }, { next: 20 }],
]) {
  test(`a page that came with the document shows without a request, and the list goes on behind it, ${name}`, async () => {
    const rows = people(45);
    let asked = 0;
    const load = async ({ page, offset = (page - 1) * 20, size, ...request }) => {
      asked++;
      return options.paging ? { items: rows.slice(offset, offset + size), total: 45 } : byCursor(rows)({ ...request, size });
    };
    const create = options.query ? createSearch : createFeed;
    const feed = create({
      machine: machine(options.query ? 'feed-search' : 'feed'), followsNetwork: false, load, ...options,
      restored: { items: rows.slice(0, 20), ...page },
    });
    await settled(feed);
    assert.deepEqual([feed.get().count, asked, feed.get().total], [20, 0, page.total]);
    assert.deepEqual(await readToEnd(feed), numbers(1, 45));
    await feed.refresh();
    assert.deepEqual(feed.get().items.map((row) => row.id), numbers(1, 45));
  });
}

test('a page without `next` that came with the document is all of the list', async () => {
  for (const [options, more] of [[{}, {}], [{ paging: 'page' }, { total: 7 }], [{ paging: 'offset' }, { more: false }]]) {
    let asked = 0;
    const feed = make({ load: () => { asked++; return { items: [] }; }, restored: { items: people(7), ...more }, ...options });
    await settled(feed);
    assert.deepEqual([feed.get().count, feed.get().footer.type, asked], [7, 'end', 0]);
  }
});

for (const restored of [null, {}, { items: [{ x: 1 }], after: [], before: [] }, 'old']) {
  test(`what was saved and is of no use, ${JSON.stringify(restored)}, loads again`, async () => {
    const feed = make({ load: byCursor(people(5)), restored });
    await settled(feed);
    assert.equal(feed.get().count, 5);
  });
}

test('a window drops pages and finds them again, also after it was saved', async () => {
  const rows = people(400);
  const options = { load: byCursor(rows), maxItems: 60, pageSize: 20 };
  const one = make(options);
  await readToEnd(one);
  assert.ok(one.get().count <= 80);
  assert.equal(one.get().items.at(-1).id, 400);
  const two = make({ ...options, restored: JSON.parse(JSON.stringify(one.snapshot())) });
  for (const feed of [one, two]) {
    await settled(feed);
    for (let turn = 0; turn < 100 && feed.get().at(0).id > 1; turn++) {
      feed.visible(0, 2);
      await until(() => !feed.get().isLoadingPrevious);
    }
    assert.equal(feed.get().at(0).id, 1);
    assert.deepEqual(feed.get().items.map((row) => row.id), numbers(1, feed.get().count));
    assert.deepEqual((await readToEnd(feed)).at(-1), 400);
  }
});

test('edits that the server has not answered are saved and sent again', async () => {
  const rows = people(10), sent = [];
  const one = make({ load: byCursor(rows), send: () => new Promise(() => {}), restored: undefined });
  await settled(one);
  one.edit(2, (row) => ({ ...row, name: 'mine' }));
  one.remove(5);
  await until(() => one.edits.length === 2);
  const saved = JSON.parse(JSON.stringify(one.snapshot()));
  const two = make({ load: byCursor(rows), send: async ({ kind, id, row }) => { sent.push([kind, id]); if (kind === 'remove') throw Object.assign(new Error('no'), { status: 409 }); return row; }, restored: saved });
  await until(() => sent.length === 2);
  await until(() => two.edits.length === 1);
  assert.deepEqual(sent, [['update', 2], ['remove', 5]]);
  assert.equal(two.get().at(1).name, 'mine');
  assert.deepEqual(two.get().items.map((row) => row.id), numbers(1, 10));
});

test('a row whose newest value came too late is there once', async () => {
  const all = people(3_000);
  let first = all.slice(0, 2), late;
  const feed = make({
    pageSize: 2, prefetchDistance: 1, load: ({ cursor = 0 }) => (late === null ? new Promise((answer) => { late = answer; })
      : { items: cursor ? all.slice(cursor, cursor + 2) : first, next: cursor + 2 }),
  });
  const more = async () => {
    feed.loadMore();
    await settled(feed);
  };
  await settled(feed);
  await more();
  late = null;
  feed.loadMore();
  await until(() => late);
  await feed.refresh();
  late({ items: all.slice(2).map((row) => ({ ...row, name: 'late' })) });
  await more();
  // What is not in use is swept by a module that has to be loaded first.
  await new Promise((done) => setTimeout(done, 50));
  first = [all[3], all[0]];
  await feed.refresh();
  const ids = feed.get().items.map((row) => row.id);
  assert.equal(new Set(ids).size, ids.length, String(ids));
});

test('an edit behind an insert goes by the id that the server gave', async () => {
  const sent = [];
  const feed = make({ load: byCursor(people(5)), send: (edit) => new Promise((answer) => sent.push({ ...edit, answer })) });
  await settled(feed);
  feed.insert({ id: 'new', name: 'a' }, 1);
  feed.edit('new', (row) => ({ ...row, name: 'b' }));
  await until(() => sent.length === 1);
  sent[0].answer({ id: 42, name: 'a' });
  await until(() => sent.length === 2);
  assert.deepEqual([sent[1].kind, sent[1].id], ['update', 42]);
});

test('what an unanswered request may bring back is not freed', async () => {
  const loads = [];
  let accept;
  const feed = make({
    pageSize: 600, send: ({ row }) => new Promise((answer) => { accept = () => answer(row); }),
    load: () => new Promise((answer) => loads.push(answer)),
  });
  // What frees is a module that is loaded in the first round.
  for (let round = 0; round < 3; round++) {
    await until(() => loads.length === 2 * round + 1);
    loads.at(-1)({ items: people(600).map((row) => ({ ...row, round })) });
    await settled(feed);
    feed.insert({ id: `new ${round}`, name: 'mine' }, 1);
    await until(() => accept);
    feed.reset();
    await until(() => loads.length === 2 * round + 2);
    accept();
    accept = undefined;
    await new Promise((done) => setTimeout(done, 50));
    loads.at(-1)({ items: people(3) });
    await settled(feed);
    assert.deepEqual(feed.get().items.map((row) => row?.id), [`new ${round}`, 1, 2, 3]);
    feed.reset();
  }
});

test('cursors that are new in each answer do not push out the one in use', async () => {
  let answers = 0;
  const asked = [];
  const feed = make({
    load: ({ cursor, kind }) => {
      const at = cursor ? Number(cursor.split(':')[0]) : 0;
      if (kind === 'append') asked.push(at);
      return { items: people(at + 20).slice(at).map((row) => ({ ...row, answers: at ? 0 : ++answers })), next: `${at + 20}:${++answers}` };
    },
  });
  await settled(feed);
  for (let pages = 1; pages < 10; pages++) {
    feed.loadMore();
    await settled(feed);
  }
  for (let count = 0; count < 900; count++) await feed.refresh();
  feed.loadMore();
  await settled(feed);
  assert.equal(asked.at(-1), 200);
});

test('isRetryable that throws, and a Retry-After of months, are failures', async () => {
  const told = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', (error) => told.push(error.message));
  const wrong = make({ load: () => { throw new Error('x'); }, isRetryable: (error) => error.response.status >= 500 });
  await until(() => wrong.get().footer.type === 'failed' && told.length);
  for (const listener of listeners) process.on('uncaughtException', listener);
  assert.match(told[0], /status/);
  let asked = 0;
  const late = make({ load: () => { throw Object.assign(new Error('busy'), { asked: ++asked, status: 429, retryAfter: 3e9 }); } });
  await until(() => late.get().footer.type === 'failed');
  assert.equal(asked, 1);
});

test('a thousand refreshes take no more memory', async () => {
  let round = 0;
  const feed = make({
    load: async ({ size }) => {
      await new Promise(setImmediate);
      return { items: people(size).map((row) => ({ ...row, text: `${round} ${row.id}`.padEnd(500) })), next: `2 of ${round}` };
    },
    pageSize: 50,
  });
  await settled(feed);
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc');
  const used = () => {
    gc();
    return process.memoryUsage().heapUsed;
  };
  let before;
  for (round = 1; round <= 1_000; round++) {
    await feed.refresh();
    if (round === 200) before = used();
  }
  assert.ok(used() - before < 1_000_000, `${used() - before} bytes more`);
});

test('a request that did not wait for the machine is given up by reset and stop', async () => {
  for (const action of ['reset', 'stop']) {
    const asked = [];
    let come;
    const feed = make({ load: ({ signal, ...request }) => { asked.push(signal); return byCursor(people(3))(request); }, machine: new Promise((done) => { come = done; }) });
    await null, await null;
    feed[action]();
    assert.deepEqual(asked.map(({ aborted }) => aborted), [true], action);
    come(machine('feed'));
    if (action === 'reset') await settled(feed);
    else for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    assert.deepEqual([asked.length, feed.get().count], action === 'reset' ? [2, 3] : [1, 0]);
    feed.destroy();
  }
});

test('a mistake with a word of the network is none of it', async () => {
  const { error } = console, blamed = [];
  console.error = (mistake) => blamed.push(mistake.message);
  try {
    const after = async (message) => {
      let asked = 0;
      const feed = make({ load: () => { asked++; throw new TypeError(message); }, retry: { attempts: 1, base: 1, cap: 1 } });
      await until(() => feed.get().footer.type === 'failed');
      feed.destroy();
      return asked;
    };
    // Chrome, Node, Safari twice, Firefox, React Native.
    for (const message of ['Failed to fetch (example.com)', 'fetch failed', 'Load failed', 'The network connection was lost.',
      'NetworkError when attempting to fetch resource.', 'Network request failed']) assert.equal(await after(message), 2, message);
    const mistakes = ['api.fetchPeople is not a function', "Cannot read properties of undefined (reading 'network')",
      'undefined is not an object (evaluating \'this.network.load\')'];
    for (const message of mistakes) assert.equal(await after(message), 1, message);
    assert.deepEqual(blamed, mistakes);
  } finally {
    console.error = error;
  }
});

test('a report costs little', { skip: !process.env.TIMES }, async () => {
  const feed = make({ load: byCursor(people(1_000)), pageSize: 1_000 });
  await settled(feed);
  // The processor's time: others may have it meanwhile.
  const time = (work) => {
    let best = Infinity;
    for (let round = 0; round < 20; round++) {
      const start = process.cpuUsage();
      for (let turn = 0; turn < 100_000; turn++) work(turn);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 100);
    }
    return best;
  };
  const moved = time((turn) => feed.visible(100 + (turn & 1), 110)), again = time(() => feed.visible(100, 110));
  // A bound in nanoseconds would be one for a machine: told as text a report would take ten times as long.
  const text = time((turn) => JSON.parse(JSON.stringify({ visible: { first: 100 + (turn & 1), last: 110 } })));
  console.log(`a report: ${moved.toFixed(0)} ns, the same again: ${again.toFixed(0)} ns, as text: ${text.toFixed(0)} ns`);
  assert.ok(moved <= text / 4 && again <= text / 4);
});

test('here and as WebAssembly the machine goes the same way', { skip: !process.env.DIGESTS }, async () => {
  const { instance } = await WebAssembly.instantiate(await readFile(process.env.DIGEST_MODULE));
  const found = [1, 2, 3, 4].map((seed) => instance.exports.digest(seed, 200_000));
  assert.deepEqual(found, process.env.DIGESTS.trim().split('\n').map(Number));
});
