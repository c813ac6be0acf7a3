// A list whose server breaks as it is told, what its machine makes of that, and the way back to any step.
import { createFeed, kinds } from './feed/feed.js';
import './feed/feed-list.js';
import { lines } from './code.js';
import { readPages, writeLog } from './log.js';
import { diagram, lastMoves, loadName, loadNames, plain, stateName } from './machine.js';
import { faults, Server, source } from './server.js';
import { bare, pack, script, unpack } from './session.js';

const element = (id) => document.getElementById(id);
const list = element('list'), above = element('above'), told = element('told').firstElementChild;
const settings = {
  pageSize: 20, prefetchDistance: 5, retry: { attempts: 3, base: 4_000, cap: 30_000 }, seed: 1, debug: true, followsNetwork: false,
};

let server, feed, own, gaps; // what runs; `own` is an API that was asked for
let changes = []; // of the server: after which step, of what, to what
let past; // the feed as it was after some step
let place = {}; // where the rows come from
let agrees; // has the API asked that a link names
const ours = element('js').textContent; // the code of the list of this page
const before = []; // sessions whose place others took, and what was told of them

/**
 * Runs a session: from its beginning, or from where its steps lead. `text` is to be told. It can be undone. An API that `asks`
 * is asked for nothing until the reader agrees.
 */
function open(session = {}, text = '', { isUndone = false, asks = false } = {}) {
  const made = new Server();
  place = session.own ? { load: source(session.own, made) } : { load: made.load, paging: 'offset' };
  element('ask').hidden = !asks;
  if (asks) {
    const { load } = place, agreed = new Promise((done) => { agrees = done; });
    place.load = (request) => Promise.race([agreed, ended(request.signal)]).then(() => load(request));
    const { host, pathname } = new URL(session.own.url);
    element('ask').firstElementChild.textContent = `Load it from ${host}${pathname.slice(0, 60)}? Until you say so nothing is asked for.`;
  }
  if (!isUndone && feed?.steps?.length) before.push([sessionOf(feed), told.textContent]);
  feed?.destroy();
  leave();
  [own, server] = [session.own, made];
  // Steps of an older link were those of a list without gaps.
  gaps = session.steps ? session.gaps : 'manual';
  for (const [, name, value] of session.changes ?? []) server.change(name, value);
  changes = [...session.changes ?? []];
  server.changed = (name, value, isAnswer) => {
    // What comes with an answer belongs to the step of that answer, so who goes back before it has it before him.
    changes.push([(feed.steps?.length ?? 0) + isAnswer, name, value]);
    if (isAnswer && pageFaults.includes(name)) tick('break');
    later();
  };
  for (const field of element('own').elements) if (field.name) field.value = own?.[field.name] ?? '';
  element('told').hidden = !text && !before.length;
  // What can't be undone needs to be read only.
  if (!before.length) addEventListener('click', () => { element('told').hidden ||= !before.length; }, { once: true });
  told.textContent = text;
  element('undo').hidden = !before.length;
  element('copied').textContent = '';
  element('copy').hidden = true;
  history.replaceState(null, '', location.pathname + location.search);
  if (own) document.querySelector('[data-code=js]').click();
  feed = make({ load: place.load, steps: session.steps ?? [], onStep: happened });
  feed.subscribe(later);
  element('log').replaceChildren();
  const opened = feed;
  // One that ended before its machine came is told of that, too.
  ready(opened).then(() => { if (feed === opened) show(opened); });
}

const ended = (signal) => new Promise((_, fail) => { signal.addEventListener('abort', () => fail(signal.reason)); });

const make = (options) => createFeed({ ...settings, gaps, paging: place.paging, send: (edit) => server.send(edit), ...options });

/** The machine is compiled, and has done its steps. */
const ready = async (feed) => {
  let stop;
  await new Promise((done) => { stop = feed.subscribe(done); });
  stop();
};

/** Has the list show a feed, where its reader was. */
function show(feed) {
  const reader = feed.steps?.findLast(({ action, refusal }) => action === 'visible' && !refusal);
  const row = reader?.values[0] ? feed.get().at(reader.values[0]) : undefined;
  if (row) feed.anchor ??= { id: feed.id(row), offset: 0 };
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
element('new').onclick = () => open({ own }, 'Started over.');
element('undo').onclick = () => open(...before.pop(), { isUndone: true });
element('agree').onclick = () => {
  element('ask').hidden = true;
  agrees();
};
element('on').onclick = () => {
  const to = past?.steps?.length;
  if (to !== undefined) open(sessionOf(past), `You went on from step ${to}; what came after it is gone.`);
};

// What happens

const tick = (name) => document.querySelector(`[data-step=${name}]`).classList.add('done');

function happened({ action, refusal, effects, rows }) {
  if (!refusal) {
    if (action === 'visible' && effects.some(({ type }) => type === 'load')) tick('scroll');
    if (action === 'fail' && server.faults.has('offline')) tick('break');
    if (action === 'retry') tick('retry');
    if (action === 'page' && rows.some((row) => row?.isNew)) tick('refresh');
  }
  later();
}

const pageFaults = ['fail', 'busy', 'cut'];
const counts = { insert: 3, many: 25, delete: 5 };
for (const [name, text] of Object.entries(faults)) {
  const button = document.createElement('button');
  button.textContent = text;
  button.dataset.fault = name;
  if (!counts[name]) button.ariaPressed = 'false';
  button.onclick = () => {
    const value = counts[name] ?? !server.faults.has(name);
    // The feed is told first, so the server's change and the step are one.
    if (name === 'offline') feed.setOnline(!value);
    server.change(name, value);
  };
  element('faults').append(button);
}
element('refresh').onclick = () => feed.refresh();
element('own').onsubmit = (event) => {
  event.preventDefault();
  open({ own: Object.fromEntries(new FormData(event.target)) }, 'The list is your own API’s now.');
  element('phone').scrollIntoView({ block: 'nearest' });
};
for (const name of ['leave', 'decline']) element(name).onclick = () => open({}, 'The list is that of the server in this page again.');

list.row = (row, article) => {
  if (!article.firstChild) {
    const [text, name, about, like] = ['div', 'strong', 'p', 'button'].map((tag) => document.createElement(tag));
    name.dir = about.dir = 'auto';
    text.append(name, about);
    article.append(text, like);
    article.lastChild.onclick = () => list.feed.edit(list.feed.id(article.row), (row) => ({ ...row, liked: !row.liked }));
  }
  const [text, like] = article.children;
  text.firstChild.textContent = row.name;
  text.lastChild.textContent = own ? '' : row.about;
  article.classList.toggle('new', !!row.isNew);
  like.textContent = row.liked ? '♥' : '♡';
  like.ariaLabel = `Like ${row.name}`;
  like.ariaPressed = String(!!row.liked);
  like.disabled = list.feed !== feed;
  like.hidden = !!own;
};
const timeLeft = ({ retryAt }) => `Trying again in ${Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000))} s`;
const drawEnd = list.end;
list.end = (end, place, name, shown) => {
  // What a refresh does is in sight wherever the reader is.
  const element = name === 'header' ? above : place;
  drawEnd(end, element, name, shown);
  element.classList.toggle('failed', end.type === 'failed');
  for (const button of element.querySelectorAll('button')) button.disabled = shown !== feed;
  if (end.retryAt) element.firstChild.data = timeLeft(end);
};
const drawGap = list.gap;
list.gap = (gap, element, shown) => {
  drawGap(gap, element, shown);
  for (const button of element.querySelectorAll('button')) button.disabled = shown !== feed;
  if (gap.load.retryAt) element.firstChild.data = timeLeft(gap.load);
};
setInterval(() => {
  const state = list.feed?.get();
  for (const name of state?.retryAt ? ['header', 'footer'] : []) list.end(state[name], list[name], name, list.feed);
  for (const element of list.querySelectorAll('.feed-gap')) if (element.gap.load.retryAt) list.gap(element.gap, element, list.feed);
}, 250);

// What shows

let frame = 0;
const later = () => { frame ||= requestAnimationFrame(draw); };
const svg = diagram(element('machine'));

for (const kind of kinds) {
  const line = document.createElement('p');
  line.dataset.kind = kind;
  line.append(document.createElement('b'), ' ', document.createElement('span'));
  element('why').append(line);
}
element('why').parentElement.ontoggle = () => tick('why');

function draw() {
  frame = 0;
  const shown = past ?? feed, { steps } = shown, state = shown.get();
  if (!steps) return;
  const { length } = feed.steps, at = past ? steps.length : length;
  const { count, total } = state, onServer = own || past ? total : server.rows.length;
  const { merged } = readPages(shown);
  element('phone').classList.toggle('past', !!past);
  element('count').textContent = `${count} rows${onServer === undefined ? '' : ` · server: ${onServer}`}`;
  element('truth').textContent = past ? `As it was after step ${at}. To change something go on from here.` : own ? '' : server.compare(state.items);
  element('refresh').disabled = !!past;
  element('refresh').textContent = state.isRefreshing ? 'Refreshing …' : 'Pull to refresh';
  for (const button of document.querySelectorAll('[data-fault]')) {
    const name = button.dataset.fault;
    button.disabled = !!past || !!own && (!!counts[name] || name === 'refuse');
    if (!counts[name]) button.ariaPressed = String(server.faults.has(name));
  }
  element('leave').hidden = !own;
  element('loaded').textContent = own ? state.error?.message ?? (state.isLoading ? 'Asking …'
    : `${count} rows, in the list${merged ? `. ${merged} more had the id of one of these, or were like one, so they are not shown` : ''}`) : '';
  const code = own ? lines(own, server.found) : ours;
  if (element('js').textContent !== code) element('js').textContent = code;

  // The machine knows of a page that names no next one; where that was read, this page knows more.
  const ended = changes.findLast(([step, name]) => name === 'end' && step <= at);
  const whyEnded = shown.loads.append === 'exhausted' && ended?.[2];
  for (const line of element('why').children) {
    const { kind } = line.dataset, why = shown.why(kind), load = shown.loads[kind];
    const text = kind === 'append' && whyEnded || plain(why?.sentence ?? 'loads as soon as the reader is there');
    const [name, , reason] = line.childNodes, isOwn = text.startsWith(`${loadName(kind)} `);
    line.hidden = !load || kind === 'gap' && !state.gaps.length;
    if (reason.textContent !== text) {
      [name.textContent, reason.textContent] = [loadNames[kind] + (isOwn ? '' : ':'), isOwn ? text.slice(loadNames[kind].length + 1) : text];
    }
    // An idle load waits for the list, not for its reader.
    line.classList.toggle('act', why?.remedy === 'act' && shown.loads[kind] !== 'idle');
    line.classList.toggle('wait', why?.remedy === 'wait');
  }
  const { loads } = shown;
  const isWrong = Object.values(loads).some((load) => /waiting|offline|failed|cycle|stalled/.test(load)) || state.gaps.length > 0 || !!whyEnded;
  // Who asked why goes on beside it when all is well.
  if (!isWrong && element('wrong').contains(document.activeElement)) element('time').focus({ preventScroll: true });
  element('wrong').hidden = !isWrong;
  const moves = lastMoves(steps);
  svg(loads, moves);
  element('moved').textContent = Object.entries(moves).sort(([, a], [, b]) => b.step - a.step)
    .map(([kind, { from, step }]) => `${loadNames[kind]}: ${stateName(from)} → ${stateName(loads[kind])}, in step ${step}`).join(' · ');

  element('time').max = length;
  element('time').value = at;
  element('time').ariaValueText = `step ${at} of ${length}`;
  element('step').textContent = `${at} of ${length}`;
  element('on').disabled = element('now').disabled = !past;
  for (const name of ['again', 'never']) element(name).disabled = !!past;
  const failed = shown.edits.find(({ type }) => type === 'failed');
  element('refused').hidden = !failed;
  if (failed) element('refused').firstChild.textContent = failed.error?.message ?? 'The like did not arrive';
  writeLog(element('log'), { feed, changes, at, isPast: !!past });
}

element('again').onclick = () => retryEdits('retryEdit');
element('never').onclick = () => retryEdits('dismissEdit');
function retryEdits(how) {
  for (const { id, type } of feed.edits) if (type === 'failed') feed[how](id);
}

element('log').onclick = ({ target }) => { if (target.step !== undefined) travel(target.step); };
element('log').onkeydown = (event) => {
  const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!way) return;
  event.preventDefault();
  tick('back');
  travel(Math.max(0, (past ?? feed).steps.length + way));
};

// To take along

async function copy(text, what) {
  const area = element('copy');
  area.value = text;
  area.hidden = true;
  const held = `It holds ${(past ?? feed).steps.length} steps${past ? ', those up to here' : ''}, of each row its id and what shows`
    + `${own ? ', and the address without its secrets' : ''}.`;
  try {
    await navigator.clipboard.writeText(text);
    element('copied').textContent = `${what} is copied. ${held}`;
  } catch {
    area.hidden = false;
    area.select();
    element('copied').textContent = `${what} is below, to be copied. ${held}`;
  }
}

/** The session up to the last step of a feed: of the one that runs, or of the past. */
function sessionOf({ steps = [] }) {
  const kept = steps.map(({ action, values, rows, times }) => ({ action, values, rows, times }));
  return { own, gaps, steps: kept, changes: changes.filter(([step]) => step <= steps.length) };
}

element('link').onclick = async () => {
  try {
    copy(`${location.href.split('#')[0]}#${await pack(bare(sessionOf(past ?? feed)))}`, 'The link');
  } catch (error) {
    element('copied').textContent = `This is no session for a link: ${error.message}.`;
  }
};
element('script').onclick = () => {
  const shown = past ?? feed, { steps, rows } = bare({ ...sessionOf(shown), rows: shown.get().items });
  copy(script({ steps, rows, options: { ...settings, gaps }, loads: shown.loads }), 'The script');
};
for (const button of document.querySelectorAll('[data-code]')) {
  button.onclick = () => {
    for (const other of document.querySelectorAll('[data-code]')) {
      other.ariaPressed = String(other === button);
      element(other.dataset.code).hidden = other !== button;
    }
  };
}

let opening = 0;
async function openLink() {
  const hash = location.hash.slice(1), number = ++opening;
  if (!hash) return open();
  let session, damage;
  try {
    session = await unpack(hash);
  } catch (error) {
    damage = error.message;
  }
  // Another link was opened meanwhile.
  if (number !== opening) return;
  if (damage) return open({}, `This link is damaged: ${damage}. So the list begins anew.`);
  const isMasked = session.own?.url.includes('…');
  open(session, `A session from a link: ${session.steps.length} steps, done again.`
    + (isMasked ? ' The secrets in the address are left out: type them in the form, and load it again.' : ''), { asks: !!session.own && !isMasked });
  // It may be loaded again.
  history.replaceState(null, '', `#${hash}`);
}
addEventListener('hashchange', openLink);
openLink();

Object.assign(globalThis, { page: { get feed() { return feed; }, get past() { return past; }, get server() { return server; }, travel, open } });
