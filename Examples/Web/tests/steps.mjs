// What happened, again: `feed.steps` of random sessions lead to what was seen, at each step.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { mock, test } from 'node:test';

const site = new URL('../site/feed/', import.meta.url);
const { createFeed } = await import(new URL('feed.js', site));
const { createSearch } = await import(new URL('search.js', site));
const { script } = await import(new URL('../session.js', site));
const { leads } = await import(new URL('../machine.js', site));
const compiled = async (name) => WebAssembly.compile(await readFile(new URL(name, site)));
const machine = await compiled('feed-all.wasm');
const turn = () => new Promise(setImmediate);

/** Random numbers from a seed. */
const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** All that a front end can see, but for the time of a retry. */
function picture(feed) {
  const state = feed.get();
  const end = ({ retryAt, error, ...rest }) => ({ ...rest, error: error?.message });
  const { header, footer, gaps, at, version, retryAt, error, ...words } = state;
  return JSON.stringify({
    ...words, header: end(header), footer: end(footer), gaps: gaps.map(({ load, ...gap }) => ({ ...gap, load: end(load) })), loads: feed.loads, edits: feed.edits.map(({ id, type, error, isUndone }) => [id, type, error?.message, isUndone]),
    kept: feed.edits.length && feed.snapshot()?.edits.map(({ kind, id, error }) => [kind, id, error?.message]),
    why: ['refresh', 'append', 'prepend', 'gap'].map((kind) => feed.why(kind)),
  });
}

class Failure extends Error {}

/** A session that was chosen at random, but for `fixed` options. `seen` has what showed after each step. */
async function session(seed, length, fixed) {
  const draw = random(seed), below = (end) => Math.floor(draw() * end), pick = (...choices) => choices[below(choices.length)];
  const waiting = [], seen = [];
  const isSearch = seed % 2 === 1;
  const ask = (request) => new Promise((answer, refuse) => waiting.push({ ...request, answer, refuse }));
  const options = {
    machine, seed, debug: true, followsNetwork: false, pageSize: 5, prefetchDistance: 2, retry: { attempts: pick(0, 2) },
    ...pick({ refreshMode: 'firstPage' }, {}, { gaps: 'manual' }, { gaps: 'automatic' }), maxItems: pick(0, 0, 10), load: ask, send: ask, restored: undefined,
    onStep: () => { seen[feed.steps.length - 1] = picture(feed); }, ...fixed,
  };
  const create = isSearch ? createSearch : createFeed;
  const feed = create({ ...options, query: isSearch ? 'a' : undefined });
  const row = (id) => ({ id, text: below(3) }), edit = (id) => feed.edit(id, row(id));
  const acts = [
    () => feed.visible(below(12), below(12) + 3), () => feed.visible(below(12), below(12) + 3), () => feed.loadMore(),
    () => void feed.refresh(), () => feed.invalidate(), () => feed.retry(pick(undefined, 'append', 'refresh', 'gap')),
    () => feed.dismiss(pick(undefined, 'append', 'gap')), () => feed.setOnline(draw() < 0.7), () => feed.start(),
    () => draw() < 0.2 && feed.reset(), () => draw() < 0.1 && feed.stop(), () => edit(below(20)), () => feed.insert(row(100 + below(9)), below(20)),
    () => feed.remove(below(20)), () => feed.retryEdit(below(20)), () => feed.dismissEdit(below(20)), () => mock.timers.tick(20_000),
    () => { if (feed.get().gaps.length) feed.fillGap(pick(...feed.get().gaps).id, pick('above', 'below')); },
    () => { if (isSearch) feed.query = pick('a', 'b', 'c'); }, () => isSearch && feed.submit(),
  ];
  const answer = () => {
    const [{ kind, answer, refuse, cursor = 0, row: sent }] = waiting.splice(below(waiting.length), 1);
    if (draw() < 0.3) {
      refuse(pick(new Failure('no'), Object.assign(new Failure('busy'), { status: 503 }), new TypeError('Failed to fetch'),
        Object.assign(new Failure('gone'), { invalidCursor: true }), Object.assign(new Failure('stopped'), { name: 'AbortError' })));
    } else if (['insert', 'update', 'remove'].includes(kind)) answer(pick(undefined, sent));
    else {
      const items = Array.from({ length: below(6) }, () => row(below(20)));
      answer({ items, next: pick(cursor + 1, null, cursor), previous: pick(null, cursor - 1), total: pick(undefined, 20) });
    }
  };
  while (!feed.steps) await turn();
  for (let count = 0; count < length; count++) {
    if (waiting.length && draw() < 0.5) answer();
    else acts[below(acts.length)]();
    await turn();
  }
  feed.destroy();
  const again = async (steps, more) => {
    const made = create({ ...options, onStep: undefined, load: () => new Promise(() => {}), send: () => new Promise(() => {}), steps, ...more });
    await turn();
    return made;
  };
  return { steps: feed.steps, seen, again };
}

const answers = ['page', 'fail', 'cancelled', 'accept', 'refuse'];
const stored = ({ action, values, rows, times }) => ({ action, values, rows, times });

test('each step of a thousand sessions is there again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let compared = 0, ignored = 0;
  const actions = new Set(), missing = new Map();
  for (let seed = 1; seed <= 1_000; seed++) {
    const { steps, seen, again } = await session(seed, 24);
    const isSearch = seed % 2 === 1;
    let before = { refresh: 'idle', append: 'idle', prepend: 'idle', gap: 'idle' };
    for (const { action, refusal, loads } of steps) {
      actions.add(action);
      ignored += !!refusal;
      // A search takes several steps of its feed at once.
      for (const [kind, to] of Object.entries(isSearch ? {} : loads)) {
        if (!leads(kind, before[kind], to)) missing.set(`${kind}: ${before[kind]} → ${to}, by ${action}`, seed);
      }
      before = loads;
    }
    for (let to = 0; to <= steps.length; to++) {
      // As a link has them.
      const past = await again(JSON.parse(JSON.stringify(steps.slice(0, to).map(stored))), { autoStart: false });
      if (to) assert.equal(picture(past), seen[to - 1], `step ${to} of session ${seed}`);
      else assert.equal(past.get().count, 0);
      past.destroy();
      compared++;
    }
  }
  mock.timers.reset();
  console.log(`# ${compared} pictures, ${ignored} ignored actions, ${actions.size} kinds of actions`);
  assert.equal(actions.size, 23);
  assert.deepEqual([...missing], [], 'the diagram lacks an arrow');
});

test('a session goes on from any step: what was not answered is asked', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  for (let seed = 1; seed <= 200; seed++) {
    const { steps, again } = await session(seed, 24);
    const to = 1 + seed % steps.length, asked = [];
    const ask = ({ kind }) => {
      asked.push(kind);
      return new Promise(() => {});
    };
    const feed = await again(steps.slice(0, to).map(stored), { load: ask, send: ask });
    const open = new Map();
    for (const { action, values, refusal, effects } of steps.slice(0, to)) {
      if (!refusal && answers.includes(action)) open.delete(values[0]);
      for (const { type, ticket, kind } of effects) {
        if (type === 'cancel') open.delete(ticket);
        else if (type === 'load' || type === 'send') open.set(ticket, kind ?? 'edit');
      }
    }
    const edits = ['insert', 'update', 'remove'];
    assert.deepEqual(asked.map((kind) => (edits.includes(kind) ? 'edit' : kind)), [...open.values()], `step ${to} of session ${seed}`);
    assert.equal(feed.steps.length, to);
    feed.destroy();
  }
  mock.timers.reset();
});

const program = process.env.FEED_REPL;

test('a script leads feed-repl to the same rows and ends', { skip: !program && 'FEED_REPL names no program' }, async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const titles = ['plain', '"quotes"', 'new\nline', '😀 🇩🇪', 'שלום', 'a;b # c', '\\back', '(open', '{"j":1}'];
  const options = { pageSize: 5, prefetchDistance: 2, retry: { attempts: 2 }, gaps: 'manual' };
  const folder = await mkdtemp(`${tmpdir()}/steps-`), file = `${folder}/broken.feed`;
  const fixed = { ...options, machine: await compiled('feed-debug.wasm'), refreshMode: 'merge', maxItems: 0 };
  for (let seed = 2; seed <= 100; seed += 2) {
    const { steps, again } = await session(seed, 30, fixed);
    const feed = await again(steps.map(stored), { autoStart: false });
    const named = (value) => JSON.parse(JSON.stringify(value), (_, row) =>
      (typeof row?.text === 'number' ? { ...row, name: titles[row.id % titles.length] + row.text } : row));
    const text = script({ steps: named(steps), rows: named(feed.get().items), options, loads: feed.loads });
    await writeFile(file, text);
    const { status, stdout } = spawnSync(program, ['-q', '--json', 'run', file, '-e', 'items']);
    const lines = stdout.toString().trim().split('\n').map((line) => JSON.parse(line));
    const rows = lines.findLast(({ command }) => command === 'items')?.value.map(({ id }) => id);
    assert.deepEqual([status, rows], [0, feed.get().items.map(({ id }) => String(id))], `session ${seed}: ${stdout.toString().slice(-600)}\n${text}`);
  }
  await rm(folder, { recursive: true });
  mock.timers.reset();
});

test('a step that is none is an error, and the list says so', async () => {
  for (const step of [{ action: 'explode', values: [] }, { action: 'retry', values: [] }, {}]) {
    const feed = createFeed({ machine, debug: true, load: () => ({ items: [] }), steps: [step] });
    await turn();
    assert.match(feed.get().error.message, /^Step 1 can't be done again/);
    feed.retry();
    await turn(), await turn();
    assert.equal(feed.get().footer.type, 'empty');
  }
});
