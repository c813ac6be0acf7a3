// Sessions that others made: `node --test tests/links.mjs`, after ./build.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

const site = new URL('../site/', import.meta.url);
const { bare, pack, read, unpack } = await import(new URL('session.js', site));
const secrets = await import(new URL('secrets.js', site));
const { hides, maskedAddress } = secrets;
const sources = new URL('../../../', import.meta.url);

/** Any value, packed as a link is, without a look at it. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
}
const row = (id, rest) => ({ id, name: `Row ${id}`, ...rest });
const page = (rows, ticket = 1) => ({ action: 'page', values: [ticket, 'c', null, -1], rows });
const good = {
  steps: [
    { action: 'start', values: [] }, page([row(1), row('two', { liked: true, about: '', isNew: true })]), { action: 'visible', values: [0, 2], times: 9 },
    { action: 'fail', values: [2, 0, { message: 'no', status: 404 }, 0, 0] }, { action: 'update', values: [row(1)] }, { action: 'accept', values: [3, null] },
    { action: 'refuse', values: [4, 0, { message: 'no' }, 1] }, { action: 'retry', values: [-1] }, { action: 'retry', values: [3] }, { action: 'fill', values: [5, 1] }, { action: 'insert', values: [row(9), null] },
  ],
  changes: [[0, 'insert', 3], [1, 'fail', true], [2, 'like', { id: 1, name: 'Row 1', liked: true }], [2, 'end', 'the list ends']],
};

test('a session comes back from its link, and nothing else with it', async () => {
  const link = await pack(bare(good));
  assert.ok(/^[\w-]+$/.test(link));
  const back = await unpack(link);
  assert.deepEqual(JSON.parse(JSON.stringify(back.changes)), good.changes);
  assert.deepEqual(back.steps.map(({ action, values }) => [action, JSON.parse(JSON.stringify(values))]), good.steps.map(({ action, values }) => [action, values]));
  const more = await unpack(await packed(JSON.stringify({ ...good, evil: 1, steps: [{ ...good.steps[1], rows: [{ ...row(1), password: 'x', toString: 1 }], loads: 5 }] })));
  assert.deepEqual(more.steps, [{ action: 'page', values: [1, 'c', null, -1], times: 1, rows: [row(1)] }]);
  assert.equal(more.evil, undefined);
  assert.equal(back.gaps, undefined);
  assert.equal((await unpack(await pack(bare({ ...good, gaps: 'manual' })))).gaps, 'manual');
});

/** Milliseconds of the processor. */
const spentSince = (began) => Object.values(process.cpuUsage(began)).reduce((sum, part) => sum + part) / 1_000;
const many = (count, value) => Array.from({ length: count }, () => value);
const wrong = {
  '2,000 changes': [{ changes: many(2_000, [0, 'insert', 1_000]) }, /2000 changes, and 1000/],
  'changes of many rows': [{ changes: many(11, [0, 'insert', 1_000]) }, /change 11: it has more than 10000 rows/],
  '100,000 steps': [{ steps: many(100_000, good.steps[0]) }, /100000 steps, and 10000/],
  'pages of many rows': [{ steps: many(6, page(many(2_000, row(1)))) }, /step 6: it has more than 10000 rows/],
  'a long title': [{ steps: [page([row(1, { name: 'x'.repeat(301) })])] }, /step 1: .* text of up to 300/],
  'a long cursor': [{ steps: [{ action: 'page', values: [1, 'x'.repeat(20_000), null, 0], rows: [] }] }, /step 1/],
  'a row that is null': [{ steps: [{ action: 'update', values: [null] }] }, /step 1: null is no row/],
  'a row without an id': [{ steps: [good.steps[0], page([{ name: 'x' }])] }, /step 2/], 'an id that is an object': [{ steps: [page([row({})])] }, /step 1/],
  'an id that lost digits': [{ steps: [page([row(2 ** 60)])] }, /step 1/], 'an unknown action': [{ steps: [{ action: 'toString', values: [] }] }, /"toString" is no action/],
  'too few values': [{ steps: [{ action: 'visible', values: [1] }] }, /has 1 values in place of 2/], 'a ticket that is negative': [{ steps: [{ action: 'fired', values: [-1] }] }, /step 1/],
  'a number that is none': [{ steps: [{ action: 'visible', values: [1.5, 1e400] }] }, /step 1/], 'a step that is null': [{ steps: [null] }, /step 1: null is no step/],
  'an unknown change': [{ changes: [[0, '__proto__', true]] }, /change 1/], 'a change of the wrong kind': [{ changes: [[0, 'fail', 'yes']] }, /change 1/],
  'gaps of another kind': [{ gaps: 'many' }, /"many" is no kind of gaps/], 'a gap that is filled from nowhere': [{ steps: [{ action: 'fill', values: [1, 2] }] }, /step 1/],
  'no list of steps': [{ steps: { length: 5 } }, /is no list of steps/], 'an API that is a text': [{ own: 'https://a.example' }, /no API/],
  'an API whose address is no text': [{ own: { url: 5 } }, /no text/], 'times without end': [{ steps: [{ ...good.steps[0], times: 1e9 }] }, /step 1/],
};
for (const [name, [part, says]] of Object.entries(wrong)) {
  test(`a link with ${name} is damaged, says so, and is read in time`, async () => {
    const began = process.cpuUsage();
    await assert.rejects(packed(JSON.stringify({ steps: [], changes: [], ...part })).then(unpack), ({ message }) => says.test(message) && message.length < 200);
    assert.ok(spentSince(began) < 2_000);
  });
}

test('a link that unpacks to more than it may is stopped on its way', async () => {
  const bomb = await packed(' '.repeat(300_000_000));
  const before = process.memoryUsage().rss, began = process.cpuUsage();
  await assert.rejects(unpack(bomb), /more than/);
  assert.ok(spentSince(began) < 1_000 && process.memoryUsage().rss - before < 150_000_000);
  await assert.rejects(unpack('A'.repeat(2_000_000)), /characters/);
  for (const text of ['x', '!!', await packed('{'), await packed('null'), await packed('[]'), await packed('[['.repeat(100_000)), await packed('{"steps":1}')]) {
    await assert.rejects(unpack(text), Error);
  }
});

test('a link has no secret of an address, wherever it stands, and still tells rows and cursors apart', async () => {
  const url = 'https://u:PW@api.example/list?api_key=SECRET123&page={page}&q=cats#frag';
  const steps = [
    { action: 'page', values: [1, 'https://api.example/list?api_key=SECRET123&after=1', null, -1], rows: [row('SECRET123-a'), row(2, { name: 'see ?token=SECRET123' })] },
    { action: 'fail', values: [2, 0, { message: 'The server answers 500 to https://api.example/list?api_key=SECRET123', status: 500 }, 1, 0] },
    { action: 'page', values: [3, 'https://api.example/list?api_key=SECRET123&after=2', null, -1], rows: [row('SECRET123-b')] },
  ];
  const shared = bare({ own: { url, rows: '', next: '' }, steps, changes: [[0, 'end', 'at SECRET123']], rows: [row(1, { name: 'SECRET123' })] });
  const text = JSON.stringify(shared);
  assert.ok(!/SECRET123|PW|frag/.test(text), text);
  assert.match(shared.own.url, /api_key=…&page=\{page\}&q=cats$/);
  const [one, , three] = shared.steps;
  assert.notEqual(one.values[1], three.values[1]);
  assert.notEqual(one.rows[0].id, three.rows[0].id);
  assert.equal(maskedAddress('https://a.example/?x=1&access_token=abc'), 'https://a.example/?x=1&access_token=…');
  for (const name of ['api_key', 'apiKey', 'X-Auth', 'password', 'client_secret', 'sig', 'token', 'jwt', 'sessionid']) assert.ok(hides(name, 'abc1'), name);
  for (const name of ['page', 'q', 'limit', 'next_page_token', 'cursor', 'sort', 'design', 'monkey']) assert.equal(name === 'monkey' || hides(name, 'abc1'), name === 'monkey', name);
  assert.equal(read({ steps: [], changes: [] }).own, undefined);
});

test('the names of secrets, and what they hide, are those of the Swift library', async () => {
  const swift = await readFile(new URL('Sources/FeedEffects/Failures/String+Secrets.swift', sources), 'utf8');
  for (const name of ['secretWords', 'secretEndings', 'secretNames', 'secretNamesUnlessPlain']) {
    const [, list] = swift.match(new RegExp(`static let ${name}(?:: Set)? = \\[([^\\]]*)\\]`));
    assert.deepEqual([...secrets[name]].sort(), list.match(/\w+/g).sort(), name);
  }
  const tests = await readFile(new URL('Tests/FeedEffectsTests/SecretsTests.swift', sources), 'utf8');
  const words = (start) => tests.slice(tests.indexOf(start)).match(/\[([^]*?)\n  \]/)[1].match(/"[^"]*"/g).map((word) => word.slice(1, -1));
  const [hidden, shown] = [words('@Test('), words('func aParameterWithTheNameOfASecretIsMasked')];
  assert.ok(hidden.length > 50 && shown.length > 30);
  for (const name of hidden) assert.equal(maskedAddress(`https://h/a?page=1&${name}=x&q=1`), `https://h/a?page=1&${name}=…&q=1`);
  for (const name of shown) assert.equal(maskedAddress(`https://h/a?${name}=x&q=1`), `https://h/a?${name}=x&q=1`);
});
