// What README.md shows beside a page, run as it stands there: `node --test tests/readme.mjs`, after ./build. browser.py has
// its pages and its lines of React.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { until } from './until.mjs';

const { createFeed } = await import(new URL('../site/feed/feed.js', import.meta.url));
const compiled = async (name) => WebAssembly.compile(await readFile(new URL(`../site/feed/${name}.wasm`, import.meta.url)));
const blocks = Array.from((await readFile(new URL('../README.md', import.meta.url), 'utf8')).matchAll(/```js\n(.*?)```/gs), ([, code]) => code);
const block = (word) => {
  const found = blocks.filter((code) => code.includes(word));
  assert.equal(found.length, 1, `README.md has ${found.length} blocks with ${word}`);
  return found[0];
};
const address = (code) => `data:text/javascript,${encodeURIComponent(code)}`;

const load = ({ cursor = 0, size }) => ({ items: Array.from({ length: size }, (_, index) => ({ id: cursor + index })), next: cursor + size });
const make = async (options) => createFeed({ load, machine: await compiled('feed'), followsNetwork: false, ...options });

test('each block of JavaScript is run here', () => {
  const known = ['vue', 'listener(feed.get())', 'steps: feed.steps'].map(block);
  assert.deepEqual(blocks.filter((code) => !known.includes(code)), []);
});

// Of Vue two functions are used: a box that tells of another value in it, and what a component does when it goes.
const vue = address(`
  export const scope = [];
  export const onScopeDispose = (end) => { if (typeof end !== 'function') throw new TypeError('no function'); scope.push(end); };
  export const shallowRef = (value) => ({ draws: 0, get value() { return value; }, set value(next) { if (!Object.is(value, next)) (value = next), this.draws++; } });
`);

test('a feed is a state of Vue as long as its component is there', async () => {
  const { useFeedState } = await import(address(block('vue').replace("'vue'", JSON.stringify(vue))));
  const { scope } = await import(vue);
  const feed = await make(), state = useFeedState(feed);
  assert.deepEqual([state.value === feed.get(), state.value.footer.type], [true, 'loading']);
  await until(() => feed.get().count === 20);
  assert.deepEqual([state.value === feed.get(), state.value.count, state.draws > 0], [true, 20, true]);
  assert.equal(scope.length, 1);
  scope[0]();
  const { draws } = state;
  feed.reset();
  await until(() => feed.get().count === 0);
  assert.deepEqual([state.draws, state.value.count], [draws, 20]);
});

test('a feed is a store of Svelte, which tells its value at once', async () => {
  const { feedState } = await import(address(block('listener(feed.get())')));
  const feed = await make(), store = feedState(feed), told = [[], []];
  const [end, other] = told.map((values) => store.subscribe((value) => values.push(value)));
  assert.deepEqual(told.map(([value]) => value === feed.get()), [true, true]);
  await until(() => feed.get().count === 20);
  assert.deepEqual(told.map((values) => values.at(-1) === feed.get()), [true, true]);
  end();
  const [{ length }] = told;
  feed.reset();
  await until(() => feed.get().count === 0);
  assert.deepEqual([told[0].length, told[1].at(-1) === feed.get()], [length, true]);
  other();
});

test('a feed goes back to a step', async () => {
  const options = { load, machine: await compiled('feed-debug'), followsNetwork: false };
  const feed = createFeed({ ...options, debug: true });
  await until(() => feed.get().count === 20);
  for (let last = 19; feed.steps.length < 9; last += 20) {
    feed.visible(last, last);
    await until(() => feed.get().count === last + 21);
  }
  const then = new Function('createFeed', 'options', 'feed', `${block('steps: feed.steps')}; return then;`)(createFeed, options, feed);
  await until(() => then.get().count > 0);
  assert.deepEqual([then.steps.length, then.get().count < feed.get().count], [7, true]);
  assert.deepEqual(then.loads, feed.steps[6].loads);
});
