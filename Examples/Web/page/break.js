// A list whose server breaks as it is told, what its machine makes of that, and the way back to any step.
import { createFeed, kinds } from './feed/feed.js';
import './feed/feed-list.js';
import { diagram, lastMoves, ways } from './machine.js';
import { Server, source } from './server.js';
import { names, pack, script, unpack } from './session.js';

const element = (id) => document.getElementById(id);
const list = element('list');
const settings = {
  pageSize: 20, prefetchDistance: 5, retry: { attempts: 3, base: 3_000, cap: 30_000 }, seed: 1, debug: true, followsNetwork: false,
};

let server, feed, own; // what runs; `own` is an API that was asked for
let changes = []; // of the server: after which step, of what, to what
let past; // the feed as it was after some step
let place = {}; // where the rows come from
let asked = 'append'; // the load whose ways on show

/** Runs a session: from its beginning, or from where its steps lead. */
function open(session = {}) {
  feed?.destroy();
  leave();
  own = session.own;
  server = new Server();
  for (const [, name, value] of session.changes ?? []) server.change(name, value);
  changes = [...session.changes ?? []];
  server.changed = (name, value) => {
    changes.push([feed.steps?.length ?? 0, name, value]);
    later();
  };
  place = own ? source(own, server) : { load: server.load, paging: 'offset', title: (row) => row.name };
  feed = make({ load: place.load, steps: session.steps ?? [], onStep: happened });
  feed.subscribe(later);
  element('log').replaceChildren();
  ready(feed).then(() => show(feed));
}

const make = (options) => createFeed({ ...settings, id: place.id, paging: place.paging, send: (edit) => server.send(edit), ...options });

/** The machine is compiled, and has done its steps. */
const ready = (feed) => new Promise((done) => {
  const stop = feed.subscribe(() => {
    stop();
    done();
  });
});

/** Has the list show a feed, where its reader was. */
function show(feed) {
  const reader = feed.steps?.findLast(({ action, refusal }) => action === 'visible' && !refusal);
  const row = reader?.values[0] ? feed.get().at(reader.values[0]) : undefined;
  if (row) feed.anchor ??= { id: feed.id(row), offset: 0 };
  // The list tells a feed where it is, so a feed that does not know goes to the top first.
  if (!feed.anchor) list.scrollTop = 0;
  list.feed = feed;
  later();
}

// Time

async function travel(to) {
  if (!(to < feed.steps?.length)) return now();
  past?.destroy();
  // It is read, and does nothing.
  const then = (past = make({ load: () => new Promise(() => {}), steps: feed.steps.slice(0, to), autoStart: false }));
  await ready(then);
  if (past === then) show(then);
}

function leave() {
  past?.destroy();
  past = undefined;
}

function now() {
  leave();
  show(feed);
  element('log').scrollTop = element('log').scrollHeight;
}

element('time').oninput = ({ target }) => {
  tick('back');
  travel(Number(target.value));
};
element('now').onclick = now;
element('new').onclick = () => open();
element('on').onclick = () => {
  const to = past?.steps?.length;
  if (to === undefined) return;
  open({ own, steps: past.steps, changes: changes.filter(([step]) => step <= to) });
};

// What happens

const tick = (name) => document.querySelector(`[data-step=${name}]`).classList.add('done');

function happened({ action, refusal, effects, rows }) {
  if (!refusal) {
    if (action === 'visible' && effects.some(({ type }) => type === 'load')) tick('scroll');
    if (action === 'fail') tick('break');
    if (action === 'retry') tick('retry');
    if (action === 'page' && rows.some((row) => row?.isNew)) tick('refresh');
  }
  later();
}

const faults = {
  fail: 'The next page fails', busy: '429, 4 s', cut: 'Cut in the middle', slow: 'Slow', offline: 'Offline', refuse: 'Refuse a like',
  insert: '3 rows above', delete: 'Delete 5',
};
const counts = { insert: 3, delete: 5 };
for (const [name, text] of Object.entries(faults)) {
  const button = document.createElement('button');
  button.textContent = text;
  button.dataset.fault = name;
  if (!counts[name]) button.ariaPressed = 'false';
  button.onclick = () => {
    server.change(name, counts[name] ?? !server.faults.has(name));
    if (name === 'offline') feed.setOnline(!server.faults.has(name));
  };
  element('faults').append(button);
}
element('refresh').onclick = () => feed.refresh();
element('own').onsubmit = (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  open({ own: fields });
};

list.row = (row, article) => {
  if (!article.firstChild) {
    article.innerHTML = '<div><strong dir="auto"></strong><p dir="auto"></p></div><button></button>';
    article.lastChild.onclick = () => list.feed.edit(list.feed.id(article.row), (row) => ({ ...row, liked: !row.liked }));
  }
  const [text, like] = article.children, title = place.title(row);
  text.firstChild.textContent = title;
  text.lastChild.textContent = own ? '' : row.about;
  article.classList.toggle('new', !!row.isNew);
  like.textContent = row.liked ? '♥' : '♡';
  like.ariaLabel = `Like ${title}`;
  like.ariaPressed = String(!!row.liked);
};
const drawEnd = list.end;
list.end = (end, place, ...rest) => {
  drawEnd(end, place, ...rest);
  if (end.retryAt) place.firstChild.data = `${end.error?.message ?? 'Trying again'} in ${Math.max(0, Math.ceil((end.retryAt - Date.now()) / 1_000))} s`;
};
setInterval(() => {
  const state = list.feed?.get();
  if (!state?.retryAt) return;
  for (const name of ['header', 'footer']) list.end(state[name], list[name], name, list.feed);
}, 250);

// What shows

let frame = 0;
const later = () => { frame ||= requestAnimationFrame(draw); };
const svg = diagram(element('machine'));

for (const kind of kinds) {
  const button = document.createElement('button');
  button.dataset.kind = kind;
  button.onclick = () => {
    asked = kind;
    tick('why');
    later();
  };
  element('why').append(button);
}

function draw() {
  frame = 0;
  const shown = past ?? feed, { steps } = shown, state = shown.get();
  if (!steps) return;
  const { length } = feed.steps, at = past ? steps.length : length;
  const { count, total } = state;
  element('phone').classList.toggle('past', !!past);
  element('count').textContent = total === undefined ? `${count} rows` : `${count} of ${total}`;
  element('truth').textContent = past ? 'As it was. Nothing you do here counts.' : own ? '' : truth(state);
  for (const button of document.querySelectorAll('[data-fault]')) {
    const name = button.dataset.fault;
    if (counts[name]) button.disabled = !!own;
    else button.ariaPressed = String(server.faults.has(name));
  }

  for (const button of element('why').children) {
    const why = shown.why(button.dataset.kind), text = why?.sentence ?? `${button.dataset.kind} would load as soon as the reader is there`;
    if (button.textContent !== text) button.textContent = text;
    button.classList.toggle('act', why?.remedy === 'act');
    button.classList.toggle('wait', why?.remedy === 'wait');
  }
  const { loads } = shown;
  element('ways').textContent = `${asked} is ${loads[asked]}. What leads on: ${ways(asked, loads[asked]).join(' · ')}`;
  const moves = lastMoves(steps);
  svg(loads, moves);
  element('moved').textContent = Object.entries(moves).sort(([, a], [, b]) => b.step - a.step)
    .map(([kind, { from, action, step }]) => `${kind}: ${from} → ${loads[kind]}, by ${names[action]} in step ${step}`).join(' · ');

  element('time').max = length;
  element('time').value = at;
  element('time').ariaValueText = `step ${at} of ${length}`;
  element('step').textContent = `${at} of ${length}`;
  element('on').disabled = element('now').disabled = !past;
  const failed = shown.edits.find(({ type }) => type === 'failed');
  element('refused').hidden = !failed;
  if (failed) element('refused').firstChild.textContent = failed.error?.message ?? 'The like did not arrive';
  write(at);
}

element('again').onclick = () => retryEdits('retryEdit');
element('never').onclick = () => retryEdits('dismissEdit');
function retryEdits(how) {
  for (const { id, type } of feed.edits) if (type === 'failed') feed[how](id);
}

/** How the list compares with what the server has. */
function truth({ items }) {
  const ids = new Set(items.map(({ id }) => id)), there = new Set(server.rows.map(({ id }) => id));
  const read = server.rows.slice(0, server.rows.findLastIndex(({ id }) => ids.has(id)) + 1).filter(({ id }) => !ids.has(id));
  const fresh = read.filter(({ isNew }) => isNew).length, gone = items.filter(({ id }) => !there.has(id)).length;
  return [
    `${items.length - ids.size || 'none'} twice, ${read.length - fresh || 'none'} lost`,
    fresh && `${fresh} new on the server`, gone && `${gone} gone there`,
  ].filter(Boolean).join(' · ');
}

/** Writes what is new in the log. */
function write(at) {
  const log = element('log'), { steps } = feed;
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
  let line = log.firstElementChild, change = 0;
  const put = (step, event, text, kind) => {
    line ??= log.appendChild(document.createElement('li'));
    // Each frame of scrolling comes here.
    if (line.event !== event) [line.event, line.textContent] = [event, text(event)];
    line.step = step;
    line.className = `${kind} ${step > at ? 'future' : ''} ${step === at && kind !== 'server' ? 'here' : ''}`;
    line = line.nextElementSibling;
  };
  steps.forEach((step, index) => {
    for (; changes[change]?.[0] <= index; change++) put(index, changes[change], told, 'server');
    put(index + 1, step, () => `${index + 1} ${words(step)}`, step.refusal ? (step.refusal.remedy === 'act' ? 'ignored act' : 'ignored') : '');
  });
  for (; change < changes.length; change++) put(steps.length, changes[change], told, 'server');
  while (line) {
    const next = line.nextElementSibling;
    line.remove();
    line = next;
  }
  if (past) log.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
  else if (isAtEnd) log.scrollTop = log.scrollHeight;
}
element('log').onclick = ({ target }) => { if (target.step !== undefined) travel(target.step); };

const told = ([, name, value]) =>
  `⚡ ${name === 'like' ? `the server has the like of ${value.id}` : faults[name]}${value === true ? '' : value === false ? ': over' : ''}`;

function words({ action, values, rows, effects, refusal, times }) {
  const [first, second, third] = values;
  const inner = {
    visible: () => `rows ${first} to ${second - 1}`, page: () => `ticket: ${first}, ${rows.length} rows`,
    fail: () => `ticket: ${first}, ${third.message}`, refuse: () => `ticket: ${first}, ${third.message}`,
    fired: () => `ticket: ${first}`, cancelled: () => `ticket: ${first}`, accept: () => `ticket: ${first}`,
    retry: () => kinds[first] ?? '', dismiss: () => kinds[first] ?? '', online: () => (first ? 'online' : 'offline'),
    update: () => place.title(first),
  }[action]?.();
  const done = effects.map(({ type, ticket, kind, after }) =>
    `${type} ${ticket}${kind ? ` ${kind}` : ''}${after ? ` after ${after / 1_000} s` : ''}`);
  return `${names[action]}${inner ? `(${inner})` : ''}${times > 1 ? ` ×${times}` : ''}`
    + (refusal ? ` ignored: ${refusal.sentence}` : done.length ? ` → ${done.join(', ')}` : '');
}

// To take along

async function copy(text, what) {
  const area = element('copy');
  area.hidden = false;
  area.value = text;
  area.select();
  try {
    await navigator.clipboard.writeText(text);
    element('copied').textContent = `${what} is copied.`;
  } catch {
    element('copied').textContent = `${what} is below, to be copied.`;
  }
}
const stepsSoFar = () => ((past ?? feed).steps ?? []).map(({ action, values, rows, times }) => ({ action, values, rows, times }));
element('link').onclick = async () => {
  const steps = stepsSoFar(), hash = await pack({ own, steps, changes: changes.filter(([step]) => step <= steps.length) });
  copy(`${location.href.split('#')[0]}#${hash}`, 'The link');
};
element('script').onclick = () => {
  const shown = past ?? feed;
  if (shown.steps) copy(script({ steps: stepsSoFar(), id: shown.id, title: place.title, options: settings, state: shown.get(), loads: shown.loads }), 'The script');
};
for (const button of document.querySelectorAll('[data-code]')) {
  button.onclick = () => {
    for (const other of document.querySelectorAll('[data-code]')) {
      other.ariaPressed = String(other === button);
      element(other.dataset.code).hidden = other !== button;
    }
  };
}

async function openLink() {
  const hash = location.hash.slice(1);
  if (!hash) return open();
  try {
    open(await unpack(hash));
  } catch {
    open();
    element('copied').textContent = 'This link is damaged; here is a session from its beginning.';
  }
}
addEventListener('hashchange', openLink);
openLink();

Object.assign(globalThis, { page: { get feed() { return feed; }, get past() { return past; }, get server() { return server; }, travel, open } });
