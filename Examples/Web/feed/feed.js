// The feed for a web page. The machine is WebAssembly; rows, cursors and errors stay here, only numbers cross. feed.d.ts
// says what is promised. What few lists need lies in other files.

export const createFeed = (options) => make(options);

export const kinds = ['refresh', 'append', 'prepend', 'gap'];
const ends = ['nothing', 'loading', 'waiting', 'failed', 'offline', 'stalled', 'end', 'empty'];
export const gapModes = ['manual', 'automatic'];
const words = [
  'isLoading', 'isLoadingMore', 'isRefreshing', 'isEmpty', 'isStalled', 'canLoadMore', 'isStale', 'isTyping',
  'isLoadingPrevious',
];
const most = 2 ** 31 - 1;

/** `search` is what search.js adds. */
export function make(options = {}, search) {
  const {
    load, send, id = (row) => row?.id, equal = sameJSON, pageSize = 20, prefetchDistance = 5, refreshMode = 'merge',
    maxItems = 0, retry: { attempts = 3, base = 1_000, cap = 30_000 } = {}, isRetryable = mayHelp, autoStart = true,
    followsNetwork = true, machine = ask(() => moduleFor(options, search)),
  } = options;
  if (typeof load !== 'function') throw new Misuse('A feed needs the function `load`.');
  if (typeof id !== 'function') throw new Misuse('`id` is a function, as in `id: (row) => row.uuid`.');
  // As the machine takes them.
  const sizes = {
    pageSize, prefetchDistance, refreshMode: refreshMode === 'merge' ? 2 + gapModes.indexOf(options.gaps) : 0, attempts, base, cap, maxItems,
  };
  for (const [name, size] of Object.entries(sizes)) {
    const least = +(name === 'pageSize');
    // The others may be Infinity, too.
    if (isWhole(size) ? size < least : least || !(size > most)) throw new RangeError(`${name}: a whole number from ${least} on was expected, not ${typeof size} ${size}.`);
  }

  const names = new Map(), rows = new Map(); // id → its number and the slot of its newest value; slot → row
  const cursors = new Table(), errors = new Map(), edited = new Map(); // … the number of a row → its id
  const live = new Map(); // ticket → the request or the timer
  const listeners = new Set(), waits = new Set(), queue = [];
  let module, instance, w, p, view, state, broken, isDone, isStarted, total, splices = [];
  let version = 0, last = 0, swept = 0, sweep, reloads = 0, reloaded = 0;

  // The machine

  function boot() {
    broken = undefined;
    core.load = load;
    // Each by its name, so that a bundler finds it.
    const parts = [
      send && import('./edits.js'), options.gaps && import('./gaps.js'), options.paging && import('./paging.js'),
      ('restored' in options || maxItems) && import('./restore.js'), options.debug && import('./debug.js'),
      !/^(merge|firstPage)$/.test(refreshMode) && mistake('noMode', refreshMode),
    ].filter(Boolean);
    Promise.all([machine instanceof URL ? compile(machine) : machine ?? mistake('noAddress'), ...parts]).then(([found, ...parts]) => {
      if (isDone) return;
      module = found;
      instance = instances.get(module) ?? { exports: new WebAssembly.Instance(module).exports };
      instances.set(module, instance);
      const { exports } = instance;
      if (!exports.list_new) throw new Misuse('`machine` is another module than that of a feed.');
      core.p = p = exports.list_new(...Object.values(sizes).map((size) => Math.min(size, most)), options.seed ?? Math.random() * 2 ** 32);
      dropped.register(feed, freeing(instance, p), feed);
      core.w = w = exports;
      for (const part of parts) part.add(core, feed);
      w = core.w;
      // What was saved shows without a network.
      if (followsNetwork && !core.saved && isOffline()) w.list_online(p, 0);
      for (const call of queue.splice(0)) call();
      changed();
    }).catch(fail);
  }

  /** The machine did not come, or failed: the list is empty, and `retry` starts it over. */
  function fail(error) {
    leave(isTrap(error));
    blame(broken = error);
    tell();
  }

  /** The list is empty, and its part of the machine is free. One that trapped is left as it is: its lists start over. */
  function leave(hasTrapped) {
    splices = [[0, count(), 0]];
    version++;
    core.leaves?.();
    dropped.unregister(feed);
    if (p && !hasTrapped) freeing(instance, p)();
    else if (instance && !instance.hasTrapped) (instance.hasTrapped = true), instances.delete(module);
    core.w = core.p = w = p = view = undefined;
    for (const work of live.values()) work.abort();
    for (const known of [live, names, rows, edited]) known.clear();
  }

  function startOver(starts = isStarted) {
    boot();
    if (starts) feed.start();
    tell();
  }

  /** Whether it was destroyed. Who uses it then is told. */
  const hasEnded = () => isDone && !!mistake('ended', feed);

  /** Whether the machine can be asked. If it trapped in another list, this one starts over. */
  function isThere() {
    if (hasEnded() || !w) return false;
    if (!instance.hasTrapped) return true;
    leave(true);
    startOver();
  }

  /** What the last call left beside its result. The memory may have moved. */
  function numbers() {
    if (view?.buffer !== w.memory.buffer) view = new Int32Array(w.memory.buffer, w.list_numbers(p), 8);
    return view;
  }

  const later = (call) => !!queue.push(call);
  const count = () => (w ? w.list_count(p) : 0);
  const at = (index) => (isWhole(index) ? rows.get(w?.list_slot(p, index)) : undefined);

  /** Whether the action counted. What is asked before the machine is there is done then. */
  function step(action, ...values) {
    for (const value of values) whole(value);
    if (hasEnded() || broken) return false;
    if (!w) return later(() => step(action, ...values));
    if (!isThere()) return false;
    try {
      core.begin?.();
      const why = w['list_' + action](p, ...values);
      if (!why) perform(), changed();
      core.onStep?.();
      core.begin?.();
      core.stepped?.(action);
      return why !== 1;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** A request that did not wait for the machine is given up at once, too. */
  function drop(action) {
    if (!w) live.get(1)?.abort();
    return step(action);
  }

  /** Does what the machine wants. */
  function perform() {
    for (let effect; (effect = w.list_effect(p)) >= 0;) {
      const [ticket, ...rest] = numbers();
      if (effect === 0) request(ticket, ...rest);
      if (effect === 1) {
        live.get(ticket)?.abort();
        live.delete(ticket);
      }
      if (effect === 3) core.deliver(ticket, ...rest);
      if (effect === 2 || effect === 5) wait(ticket, effect === 5 ? options.pause ?? 300 : rest[0], () => step('fired', ticket));
    }
  }

  function wait(ticket, milliseconds, then) {
    const timer = setTimeout(() => live.delete(ticket) && then(), milliseconds);
    live.set(ticket, { at: Date.now() + milliseconds, abort: () => clearTimeout(timer) });
  }

  /** How long a list whose cursor was forgotten waits until it loads again: only time takes back how often it did. */
  function patience() {
    const now = Date.now();
    reloads = Math.max(0, reloads - Math.floor((now - reloaded) / (cap || 1)));
    reloaded = now;
    return reloads++ ? Math.min(cap, base * 2 ** (reloads - 1)) : 0;
  }

  /** Whether a load may be repeated by itself. */
  function helps(error) {
    try {
      return !!isRetryable(error);
    } catch (mistake) {
      loud(mistake);
    }
  }

  /**
   * Works outside of any step. What comes after an abort counts for nothing, and nothing is asked then. It ends with a page
   * or a failure, whatever comes; where the machine itself fails, the list is broken.
   */
  async function run(ticket, work, land, refuse) {
    const controller = new AbortController(), { signal } = controller, isOver = () => live.get(ticket) !== controller || signal.aborted;
    live.set(ticket, controller);
    let then;
    try {
      await null;
      if (isOver()) return;
      then = land(await work(signal));
    } catch (error) {
      blame(error);
      const number = core.errorNumber(error);
      then = () => refuse(ask(() => (error?.invalidCursor ? 2 : isOfNetwork(error) ? 1 : 0)) ?? 0, number, +!!helps(error),
        Math.min(ask(() => amount(error?.retryAfter)) ?? 0, most));
    }
    // The first answer may be there before the machine.
    if (!w) await new Promise(later);
    if (isOver()) return;
    live.delete(ticket);
    try {
      then();
    } catch (error) {
      fail(error);
    }
  }

  function request(ticket, kind, way, cursor, size, query) {
    // It did not wait for the machine.
    if (live.get(ticket)) return;
    if (way) cursors.asked.add(cursor);
    const asked = {
      kind: kinds[kind], direction: way < 0 ? 'before' : 'after', cursor: way ? cursors.get(cursor) : undefined, size,
      query: search?.queries.get(query),
    };
    run(ticket, (signal) => core.load({ ...asked, signal }), (page) => {
      if (!Array.isArray(page?.items)) throw new Misuse('`load` gave a page without `items`, an array of rows.');
      const { items, next, previous } = page, sum = amount(page.total);
      const pairs = Array.from(items, pair), found = [next, previous].map((cursor) => cursors.number(cursor));
      return () => {
        total = sum ?? total;
        for (const [name, slot] of pairs) w.list_row(p, name, slot);
        step('page', ticket, ...found, Math.min(sum ?? -1, most));
      };
    }, (why, ...failure) => {
      // One that goes on being forgotten has failed.
      const milliseconds = why === 2 ? patience() : 0, tell = () => step('fail', ticket, why === 2 && reloads > 4 ? 0 : why, ...failure);
      if (milliseconds) wait(ticket, milliseconds, tell);
      else tell();
    });
  }

  /** The number of an id, and that of the newest value of its row. */
  function known(key) {
    if (key == null) throw new Misuse('A row has no id; give `id`, from a row to its id.');
    exact('id', key);
    if (!names.has(key)) names.set(key, { name: ++last, slot: 0 });
    return names.get(key);
  }

  /** The number of a row's id, and that of its value. */
  function pair(row) {
    const found = known(id(row));
    // What can't be compared has changed.
    if (!found.slot || !ask(() => equal(rows.get(found.slot), row))) rows.set((found.slot = ++last), row);
    return [found.name, found.slot];
  }

  // What shows

  function changed() {
    splices = [];
    while (w.list_splice(p)) splices.push([...numbers().subarray(0, 3)]);
    if (splices.length) version++;
    // What a request that is under way may bring back is kept.
    if (!live.size && last - swept > 2 * count() + 1_000) {
      swept = last;
      if (sweep) sweep(core);
      else import('./sweep.js').then((module) => { ({ sweep } = module), (swept = 0); });
    }
    tell();
  }

  function tell() {
    state = undefined;
    if (isDone || broken || w && !(w.list_words(p) & 5)) for (const done of waits) waits.delete(done), done();
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        loud(error);
      }
    }
  }

  function end(name) {
    if (!w) {
      const kind = 'refresh', error = broken;
      return name === 'header' || !isStarted ? { type: 'nothing' } : error ? { type: 'failed', kind, error } : { type: 'loading', kind };
    }
    return loading(w['list_' + name](p));
  }

  /** How a load stands by its code, with what the call left. */
  function loading(code) {
    const type = ends[code], [kind, more] = numbers();
    if (code < 1 || code > 5) return { type };
    return { type, kind: kinds[kind], ...(code === 2 && { retryAt: live.get(more)?.at }), ...(code === 3 && { error: errors.get(more) }) };
  }

  function look() {
    const header = end('header'), footer = end('footer'), sum = w ? w.list_total(p) : -1;
    const bits = w ? w.list_words(p) : isStarted && !broken ? 33 : 32;
    let items;
    return {
      version, header, footer, count: count(), at, gaps: w && core.gaps?.() || [],
      get items() { return (items ??= Array.from({ length: count() }, (_, index) => at(index))); },
      error: header.error ?? footer.error, retryAt: header.retryAt ?? footer.retryAt,
      total: sum === most ? total : sum < 0 ? undefined : sum, query: search?.wanted,
      ...Object.fromEntries(words.map((word, bit) => [word, !!(bits >> bit & 1)])),
    };
  }

  const core = {
    options, search, id, names, rows, edited, errors, cursors, numbers, loading, known, pair, run, step, perform, changed, at, count, tell, later,
    // Edits that are not in the machine, and what keeps each from it.
    left: [], lost: new Map(),
    /** Another page has gone on with the list since: it starts over from what that left. */
    reopen(saved, edits) {
      leave();
      core.saved = saved;
      core.left.splice(0, Infinity, ...edits);
      startOver();
    },
    errorNumber: (error) => errors.set(++last, error) && last,
    told() {
      const code = w.list_told(p), [remedy, ...values] = numbers();
      return { code, values: values.slice(0, values[6]), remedy: ['act', 'wait', 'nothing'][remedy] };
    },
  };

  const feed = {
    get: () => (state ??= look()),
    subscribe(listener) {
      hasEnded();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get splices() { return splices; },
    id,
    anchor: options.restored?.anchor,
    start() {
      if (hasEnded()) return false;
      isStarted = !search || search.wanted !== undefined;
      // The first request is known: it does not wait for the machine, where no other file has a part in it.
      if (!(module || broken || search || options.paging || options.debug || 'restored' in options || maxItems || isOffline())) request(1, 0, 0, 0, pageSize);
      return search ? search.start() : step('start');
    },
    // Called at each frame, so not by way of `step`.
    visible(first, last) {
      whole(first), whole(last);
      if (core.onStep) return step('visible', first, last + 1);
      if (!isThere()) return false;
      try {
        const why = w.list_visible(p, first, last + 1);
        if (!why) perform(), changed();
        return why !== 1;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    refresh() {
      (broken ? feed.retry : step)('refresh');
      return new Promise((done) => {
        waits.add(done);
        if (isDone || w && !(w.list_words(p) & 5)) tell();
      });
    },
    retry(kind) {
      if (!broken || isDone) return step('retry', kinds.indexOf(kind));
      startOver(true);
      return true;
    },
    dismiss: (kind) => step('dismiss', kinds.indexOf(kind)),
    setOnline: (isOnline) => step('online', +!!isOnline),
    loadMore: () => step('more'),
    invalidate: () => step('invalidate'),
    reset: () => drop('reset'),
    stop() {
      isStarted = false;
      // Who logs out leaves nothing, also of what was saved.
      core.saved = undefined, core.isRestored = true;
      options.restored?.end?.(feed);
      const counts = drop('stop');
      core.forget?.();
      return counts;
    },
    indexOf: (key) => (w && names.has(key) ? w.list_index(p, names.get(key).name) : -1),
    why(kind = 'append') {
      return w?.list_why(p, kinds.indexOf(kind)) > 0 ? core.told() : null;
    },
    snapshot() {
      if ('restored' in options) return core.isRestored ? undefined : options.restored;
      throw new Misuse('`snapshot` needs `restored`, if only as undefined.');
    },
    edits: [],
    destroy() {
      if (isDone) return;
      core.ends?.();
      isDone = true, isStarted = false;
      leave();
      tell();
      listeners.clear();
      network?.abort();
    },
  };
  // They come with edits.js and gaps.js. There is nothing to be edited or filled before the first page.
  for (const name of ['edit', 'insert', 'remove', 'retryEdit', 'dismissEdit', 'fillGap']) {
    const [option, what] = name === 'fillGap' ? ['gaps', 'A gap'] : ['send', 'An edit'];
    feed[name] = () => {
      if (!options[option]) throw new Misuse(`${what} needs \`${option}\`.`);
      return false;
    };
  }
  search?.add(core, feed);
  const network = followsNetwork && globalThis.addEventListener ? follow(new WeakRef(feed)) : undefined;
  if (network) dropped.register(feed, network.abort.bind(network));
  boot();
  if (autoStart) feed.start();
  return feed;
}

/** Values by number; equal ones share a number. The one that was given longest ago is the first. */
export class Table extends Map {
  known = new Map();
  asked = new Set();
  last = 0;

  number(value) {
    if (value == null) return -1;
    const key = JSON.stringify(value, exact), number = this.known.get(key) ?? ++this.last;
    this.known.set(key, number);
    this.delete(number);
    this.set(number, value);
    return number;
  }

  forget(number) {
    this.known.delete(JSON.stringify(this.get(number)));
    this.delete(number);
  }
}

/** What trying again does not mend. */
export class Misuse extends TypeError {}

/** Tells a developer what is wrong and what to do, in words that no other page loads. */
export const mistake = (name, ...about) => import('./mistakes.js').then((mistakes) => mistakes[name](...about));

// Each by its name, so that a bundler finds it. Few lists want all of it; a list with edits and gaps is a timeline.
const moduleFor = ({ send, gaps, debug }, search) => (
  search ? debug || send || gaps ? new URL('./feed-all.wasm', import.meta.url) : new URL('./feed-search.wasm', import.meta.url)
    : debug ? new URL('./feed-debug.wasm', import.meta.url)
      : send ? gaps ? new URL('./feed-edits-gaps.wasm', import.meta.url) : new URL('./feed-edits.wasm', import.meta.url)
        : gaps ? new URL('./feed-gaps.wasm', import.meta.url) : new URL('./feed.wasm', import.meta.url));

// All lists of a module share an instance: a page may have few, and thousands of lists.
const instances = new WeakMap();
// Lists that are dropped without `destroy` go, too. What is called then must not hold the list.
const dropped = new FinalizationRegistry((free) => free());
const freeing = (instance, p) => () => instance.hasTrapped || instance.exports.list_free(p);

function follow(feed) {
  const network = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, () => feed.deref()?.setOnline(name === 'online'), network);
  return network;
}

const compiled = new Map();

/** Compiles a machine once; after a failure once more. */
function compile({ href }) {
  if (!compiled.has(href)) {
    compiled.set(href, fetch(href).then(async (answer) =>
      WebAssembly.compile(answer.ok && await answer.arrayBuffer()).catch((error) => mistake('noMachine', answer, error))));
    compiled.get(href).catch(() => compiled.delete(href));
  }
  return compiled.get(href);
}

/** The mistake of a caller: it is told, and nothing stops. */
export const loud = (error) => queueMicrotask(() => { throw error; });

/** What a function of others gives; undefined if it throws. */
export const ask = (question) => {
  try {
    return question();
  } catch {}
};

/** What is for who wrote the program, and not for who visits the page, goes to the console. */
const blame = (error) => ask(() => /^(Type|Syntax|Reference)Error$/.test(error.name) && !isOfNetwork(error) && console.error(error));

/** A number over 2^53 stands for several: rows would be one, and pages another one. */
export const exact = (name, value) => {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Misuse(`${name || 'cursor'} ${value} has lost digits (over 2^53). Have it sent as text, or read as a BigInt.`);
  }
  return value;
};

/** A number of others, as JSON or a client may give it; undefined for what is none. */
const amount = (value) => (/number|bigint|string/.test(typeof value) && value !== '' && value >= 0 ? Math.ceil(Number(value)) : undefined);

/** Whether the machine takes it: 32 bits. */
const isWhole = (value) => Number.isInteger(value) && (value | 0) === value;

/** A mistake of the caller changes nothing. */
const whole = (value) => {
  if (!isWhole(value)) throw new Misuse(`A whole number was expected, not ${String(value)}.`);
};

export const isOffline = () => globalThis.navigator?.onLine === false;
/** Whether the machine has failed, and not a function of others that it was handed to. */
const isTrap = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';
// As browsers and Node say it. A mistake may have such a word, too: `api.fetchPeople is not a function`.
const isOfNetwork = (error) => error instanceof TypeError && /^(failed to fetch|fetch failed|load failed|(the )?network ?(error|request|connection))/i.test(error.message);
const mayHelp = (error) => ask(() =>
  isOfNetwork(error) || /^(Timeout|Abort)Error$/.test(error?.name) || [408, 425, 429, 500, 502, 503, 504].includes(error?.status));
const sameJSON = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
