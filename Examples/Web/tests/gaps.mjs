// Gaps between rows, without a browser: `node --expose-gc --test tests/gaps.mjs`, after ./build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { until } from './until.mjs';

const site = new URL('../site/feed/', import.meta.url);
const { createFeed } = await import(new URL('feed.js', site));
const { createSearch } = await import(new URL('search.js', site));
const compiled = {};
const machine = (name) => (compiled[name] ??= readFile(new URL(`${name}.wasm`, site)).then((bytes) => WebAssembly.compile(bytes)));

const numbers = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A timeline by cursors, newest first: each names a row, and `isBothWays` has those of the pages before, too. */
class Timeline {
  rows = numbers(100, 199);
  asked = [];
  isDown = false;

  constructor(isBothWays = true) { this.isBothWays = isBothWays; }

  /** New rows come, above all others. */
  post(count) { this.rows.unshift(...numbers(this.rows[0] - count, this.rows[0] - 1)); }

  load = async ({ kind, cursor, direction, size }) => {
    this.asked.push([kind, direction, cursor]);
    if (this.isDown) throw new Error('It is down');
    const isBefore = direction === 'before', at = cursor === undefined ? 0 : this.rows.indexOf(cursor) + !isBefore;
    const [from, to] = isBefore ? [Math.max(0, at - size), at] : [at, at + size], rows = this.rows.slice(from, to);
    return {
      items: rows.map((id) => ({ id })), next: to < this.rows.length ? rows.at(-1) : null,
      previous: this.isBothWays && from > 0 ? rows[0] : null,
    };
  };
}

const make = ({ load }, { gaps = 'manual', machine: name = 'feed-gaps', ...options } = {}) => createFeed({
  load, gaps, machine: machine(name), followsNetwork: false, seed: 1, pageSize: 10, retry: { attempts: 0 }, ...options,
});
const settled = (feed) => until(() => {
  const { isLoading, isLoadingMore, isLoadingPrevious, isRefreshing, gaps } = feed.get();
  return !isLoading && !isLoadingMore && !isLoadingPrevious && !isRefreshing && gaps.every(({ load }) => !['loading', 'waiting'].includes(load.type));
});
const ids = (feed) => feed.get().items.map(({ id }) => id);

/** A list whose reader is at row 105, and 25 newer rows, of which the first 10 are there, above a gap. */
async function withGap(server = new Timeline(), options) {
  const feed = make(server, options);
  await settled(feed);
  feed.visible(4, 8);
  await settled(feed);
  server.post(25);
  await feed.refresh();
  return feed;
}

test('a refresh that does not lead to the rows leaves them below a gap', async () => {
  const server = new Timeline(), feed = await withGap(server), { gaps, items } = feed.get();
  assert.deepEqual(gaps, [{ id: gaps[0].id, index: 10, load: { type: 'idle' } }]);
  assert.deepEqual(items.map(({ id }) => id), [...numbers(75, 84), ...numbers(100, 119)]);
  assert.deepEqual(feed.splices, [[0, 0, 10]]);
  assert.equal(feed.get(), feed.get());
  assert.equal(feed.why('gap').remedy, 'act');
  assert.deepEqual(server.asked.at(-1), ['refresh', 'after', undefined]);
});

test('a gap is filled from above, page by page, until it closes', async () => {
  const server = new Timeline(), feed = await withGap(server), [{ id }] = feed.get().gaps;
  assert.equal(feed.fillGap(id), true);
  assert.deepEqual(feed.get().gaps, [{ id, index: 10, load: { type: 'loading', kind: 'gap', from: 'above' } }]);
  assert.equal(feed.fillGap(id), false);
  assert.equal(feed.why('gap').remedy, 'wait');
  await settled(feed);
  assert.deepEqual(server.asked.at(-1), ['gap', 'after', 84]);
  assert.deepEqual(feed.get().gaps, [{ id, index: 20, load: { type: 'idle' } }]);
  feed.fillGap(id, 'above');
  await settled(feed);
  assert.deepEqual(feed.get().gaps, []);
  assert.deepEqual(ids(feed), numbers(75, 119));
  assert.equal(feed.fillGap(id), false);
});

test('a gap is filled from above where nothing tells the way from below', async () => {
  const server = new Timeline(), feed = make(server);
  await settled(feed);
  server.post(25);
  await feed.refresh();
  const [{ id }] = feed.get().gaps;
  feed.fillGap(id, 'below');
  assert.equal(feed.get().gaps[0].load.from, 'below');
  await settled(feed);
  // Nothing tells what is before row 100: the first page had none before it.
  assert.deepEqual(server.asked.at(-1), ['gap', 'after', 84]);
  server.post(25);
  await feed.refresh();
  await settled(feed);
  assert.deepEqual(feed.get().gaps.map(({ index }) => index), [10, 30]);
  assert.deepEqual(ids(feed), [...numbers(50, 59), ...numbers(75, 94), ...numbers(100, 109)]);
});

test('of a list in whose middle one begins a gap is filled from below', async () => {
  const server = new Timeline();
  server.rows = numbers(0, 199);
  const { load } = server;
  const feed = make({ load: (request) => (request.kind === 'refresh' ? load({ ...request, cursor: start }) : load(request)) });
  let start = 149;
  await settled(feed);
  start = 99;
  await feed.refresh();
  const [{ id }] = feed.get().gaps;
  assert.equal(feed.fillGap(id, 'below'), true);
  assert.equal(feed.get().gaps[0].load.from, 'below');
  await settled(feed);
  assert.deepEqual(server.asked.at(-1), ['gap', 'before', 150]);
  assert.deepEqual(ids(feed), [...numbers(100, 109), ...numbers(140, 159)]);
  assert.equal(feed.get().gaps[0].index, 10);
});

test('a gap that failed is told with its error, tried again and dismissed', async () => {
  const server = new Timeline(), feed = await withGap(server), [{ id }] = feed.get().gaps;
  server.isDown = true;
  feed.fillGap(id);
  await settled(feed);
  const { gaps: [{ load }], error } = feed.get();
  assert.deepEqual([load.type, load.kind, load.error.message, error], ['failed', 'gap', 'It is down', undefined]);
  assert.equal(feed.dismiss('gap'), true);
  assert.equal(feed.get().gaps[0].load.type, 'idle');
  feed.fillGap(id);
  await settled(feed);
  server.isDown = false;
  assert.equal(feed.retry('gap'), true);
  await settled(feed);
  assert.equal(feed.get().gaps[0].index, 20);
  assert.equal(feed.retry('gap'), false);
});

test('a gap waits for its next try, and for the network', async () => {
  const server = new Timeline(), { load } = server;
  let failures = 0;
  server.load = (request) => {
    if (request.kind === 'gap' && failures-- > 0) throw Object.assign(new Error('busy'), { status: 503 });
    return load(request);
  };
  const feed = await withGap(server, { retry: { attempts: 2, base: 30, cap: 30 } }), [{ id }] = feed.get().gaps;
  failures = 1;
  feed.fillGap(id);
  await until(() => feed.get().gaps[0].load.type === 'waiting');
  assert.ok(feed.get().gaps[0].load.retryAt - Date.now() < 200);
  await settled(feed);
  assert.equal(feed.get().gaps[0].index, 20);
  const automatic = await withGap(new Timeline(), { gaps: 'automatic', prefetchDistance: 3 });
  automatic.setOnline(false);
  let told = 0;
  automatic.subscribe(() => told++);
  automatic.visible(9, 14);
  assert.deepEqual([automatic.get().gaps[0].load.type, told], ['offline', 1]);
  automatic.setOnline(true);
  await settled(automatic);
  assert.deepEqual(automatic.get().gaps, []);
});

test('an automatic gap loads near the reader, from the reader’s side', async () => {
  const server = new Timeline(), feed = await withGap(server, { gaps: 'automatic', prefetchDistance: 3 });
  assert.equal(feed.get().gaps[0].load.type, 'idle');
  feed.visible(0, 3);
  assert.equal(feed.get().gaps[0].load.type, 'idle');
  feed.visible(4, 7);
  assert.equal(feed.get().gaps[0].load.from, 'above');
  await settled(feed);
  assert.deepEqual(ids(feed), [...numbers(75, 94), ...numbers(100, 119)]);
  feed.visible(19, 24);
  assert.equal(feed.get().gaps[0].load.from, 'below');
  await settled(feed);
  assert.deepEqual(feed.get().gaps, []);
});

test('pages by offset fill a gap', async () => {
  const rows = numbers(0, 99);
  const load = async ({ offset, size }) => ({ items: rows.slice(offset, offset + size).map((id) => ({ id })), total: rows.length });
  const feed = make({ load }, { paging: 'offset' });
  await settled(feed);
  rows.unshift(...numbers(-25, -1));
  await feed.refresh();
  const [{ id }] = feed.get().gaps;
  // Rows come and go meanwhile.
  rows.unshift(-26);
  rows.splice(3, 4);
  for (let times = 0; times < 2; times++) feed.fillGap(id), await settled(feed);
  assert.deepEqual(feed.get().gaps, []);
  assert.deepEqual(ids(feed), [-26, -25, -24, ...numbers(-19, 9)]);
});

test('a list without gaps has none, and says what is wrong', async () => {
  const server = new Timeline(), feed = make(server, { gaps: null, machine: 'feed' });
  assert.deepEqual(feed.get().gaps, []);
  await settled(feed);
  server.post(25);
  await feed.refresh();
  assert.deepEqual([feed.get().gaps, ids(feed)], [[], numbers(75, 84)]);
  assert.throws(() => feed.fillGap(1), /A gap needs `gaps`/);
  assert.deepEqual([feed.retry('gap'), feed.dismiss('gap'), feed.why('gap').code], [false, false, 34]);
  const other = make(server);
  assert.equal(other.fillGap(1), false);
  await settled(other);
  assert.throws(() => other.fillGap(1, 'left'), /'above' or 'below', not "left"/);
  for (const id of ['1', 1.5, undefined]) assert.throws(() => other.fillGap(id), /A whole number was expected/);
  for (const [options, text] of [
    [{ gaps: 'always' }, /'manual' or 'automatic', not "always"/], [{ gaps: true }, /'manual' or 'automatic', not true/],
    [{ refreshMode: 'firstPage' }, /`refreshMode` 'merge'/], [{ machine: 'feed' }, /`machine` has no gaps/],
  ]) {
    const wrong = make(server, options);
    await until(() => wrong.get().footer.type === 'failed');
    assert.match(wrong.get().error.message, text);
  }
});

for (const [name, options] of [
  ['without edits', { machine: 'feed-gaps' }], ['with edits', { machine: 'feed-edits-gaps', send: async ({ row }) => row }],
]) {
  test(`a list ${name} that was saved has the rows between two gaps where its reader is`, async () => {
    const server = new Timeline(), feed = await withGap(server, { ...options, restored: undefined });
    server.post(25);
    await feed.refresh();
    assert.deepEqual(feed.get().gaps.map(({ index }) => index), [10, 20]);
    const back = async (anchor) => {
      feed.anchor = anchor && { id: anchor, offset: -3 };
      const saved = JSON.parse(JSON.stringify(feed.snapshot())), other = make(server, { ...options, restored: saved });
      await settled(other);
      const first = ids(other), { gaps, header } = other.get();
      assert.deepEqual([gaps, header.type], [[], 'end']);
      return [first, other];
    };
    const [top, above] = await back(undefined);
    assert.deepEqual(top, numbers(50, 59));
    above.loadMore();
    await settled(above);
    assert.deepEqual(ids(above), numbers(50, 69));
    const [middle] = await back(77);
    assert.deepEqual(middle, numbers(75, 84));
    const [bottom, below] = await back(100);
    assert.deepEqual(bottom, numbers(100, 119));
    below.loadMore();
    await settled(below);
    assert.deepEqual(ids(below), numbers(100, 129));
    // A refresh brings the first rows again.
    await below.refresh();
    assert.deepEqual([ids(below), below.get().gaps[0].index], [[...numbers(50, 59), ...numbers(100, 129)], 10]);
  });
}

test('edits at a gap leave the rows of a saved list neighbours', async () => {
  const server = new Timeline(), send = () => new Promise(() => {});
  const feed = await withGap(server, { machine: 'feed-edits-gaps', send, restored: undefined });
  feed.remove(84), feed.remove(100), feed.insert({ id: 1 }, 101);
  feed.anchor = { id: 80, offset: 0 };
  assert.deepEqual(feed.snapshot().items.map(({ id }) => id), numbers(75, 84));
  feed.anchor = { id: 105, offset: 0 };
  assert.deepEqual(feed.snapshot().items.map(({ id }) => id), numbers(100, 119));
});

test('rows that were saved from below a gap, and dropped by a window, are read from no other place', async () => {
  const server = new Timeline(false), feed = await withGap(server, { restored: undefined });
  feed.anchor = { id: 105, offset: 0 };
  const restored = feed.snapshot(), other = make(server, { restored, maxItems: 20 });
  assert.equal(restored.isPart, true);
  await settled(other);
  for (let pages = 0; pages < 3; pages++) {
    other.visible(other.get().count - 1, other.get().count - 1);
    await settled(other);
  }
  assert.ok(ids(other)[0] > 100);
  server.asked = [];
  for (let pages = 0; pages < 3; pages++) {
    other.visible(0, 0);
    await settled(other);
  }
  assert.deepEqual(server.asked.find(([, , cursor]) => cursor === undefined), ['refresh', 'after', undefined]);
  assert.equal(ids(other)[0], 75);
});

test('an older list that was saved is read', async () => {
  const server = new Timeline();
  const restored = { version: 1, items: numbers(110, 139).map((id) => ({ id })), after: [{ direction: 'after', cursor: 139 }], before: [] };
  const feed = make(server, { restored });
  await settled(feed);
  assert.deepEqual(ids(feed), numbers(110, 139));
  server.post(3);
  await feed.refresh();
  assert.deepEqual([ids(feed), feed.get().gaps[0].index], [[...numbers(97, 106), ...numbers(110, 139)], 10]);
});

test('a window over a list with gaps loads dropped rows again, and none twice', async () => {
  const server = new Timeline(false), feed = make(server, { maxItems: 30, gaps: 'manual' });
  await settled(feed);
  const read = async (step) => {
    for (let round = 0; round < 12; round++) {
      const { count, gaps: [gap] } = feed.get(), at = step > 0 ? count - 1 : 0;
      if (gap) feed.fillGap(gap.id);
      feed.visible(at, at);
      await settled(feed);
      const shown = ids(feed);
      assert.equal(new Set(shown).size, shown.length);
      const edges = feed.get().gaps.map(({ index }) => index);
      shown.forEach((id, index) => { if (index && !edges.includes(index)) assert.equal(id, shown[index - 1] + 1, shown.join()); });
    }
  };
  await read(1);
  server.post(25);
  await feed.refresh();
  await read(1);
  await read(-1);
  assert.equal(ids(feed)[0], 75);
  // No page is read to lead to where the list went on before.
  assert.deepEqual(server.asked.findLast(([kind]) => kind === 'prepend'), ['prepend', 'after', undefined]);
});

test('what is swept is of no gap', async () => {
  const server = new Timeline(), { load } = server;
  let round = 0;
  // Each refresh changes rows, and names another cursor.
  const feed = make({
    load: async (request) => {
      const { items, next } = await load({ ...request, cursor: request.cursor?.row });
      return { items: items.map(({ id }) => ({ id, round })), next: next && { row: next, round: round++ } };
    },
  });
  await settled(feed);
  for (let times = 0; times < 2; times++) {
    server.post(25);
    await feed.refresh();
  }
  const { gaps } = feed.get();
  assert.equal(gaps.length, 2);
  for (let times = 0; times < 1_500; times++) {
    await feed.refresh();
    if (times === 1_000) await new Promise((done) => { setTimeout(done, 50); });
  }
  assert.deepEqual(feed.get().gaps, gaps);
  feed.fillGap(gaps[1].id);
  await settled(feed);
  assert.deepEqual(server.asked.at(-1), ['gap', 'after', 84]);
});

test('a search and a list with edits have gaps', async () => {
  const server = new Timeline();
  const search = createSearch({
    load: server.load, query: 'a', gaps: 'manual', machine: machine('feed-all'), followsNetwork: false, pageSize: 10, pause: 0,
  });
  await until(() => search.get().count === 10);
  server.post(25);
  await search.refresh();
  search.fillGap(search.get().gaps[0].id);
  await settled(search);
  assert.deepEqual([ids(search).length, search.get().gaps[0].index], [30, 20]);
  search.query = 'b';
  await until(() => !search.get().isStale && search.get().count === 10);
  assert.deepEqual(search.get().gaps, []);
});

test('with `debug` its steps are told, and happen again', async () => {
  const server = new Timeline(), feed = await withGap(server, { machine: 'feed-debug', debug: true }), [{ id }] = feed.get().gaps;
  feed.fillGap(99);
  feed.fillGap(id, 'below');
  await settled(feed);
  const fill = feed.steps.findLast(({ action }) => action === 'fill');
  assert.deepEqual([fill.values, fill.loads.gap, fill.effects], [[id, 1], 'loading', [{ type: 'load', ticket: fill.effects[0].ticket, kind: 'gap' }]]);
  assert.match(feed.steps.find(({ action, refusal }) => action === 'fill' && refusal).refusal.sentence, /gap/);
  assert.match(feed.why('gap').sentence, /gap/);
  const again = make(server, { machine: 'feed-debug', debug: true, autoStart: false, steps: JSON.parse(JSON.stringify(feed.steps)) });
  await until(() => again.steps?.length === feed.steps.length);
  assert.deepEqual([ids(again), again.get().gaps, again.loads], [ids(feed), feed.get().gaps, feed.loads]);
  const plain = make(server, { gaps: null, machine: 'feed-debug', debug: true });
  await settled(plain);
  assert.deepEqual(Object.keys(plain.loads), ['refresh', 'append', 'prepend']);
});
