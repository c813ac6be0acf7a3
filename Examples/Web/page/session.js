// A session to take along: its steps as a link, and as a script for `feed-repl run`.
import { kinds } from './feed/feed.js';

/** JSON, packed for a link. */
export async function pack(value) {
  const packed = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
}

export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ '-': '+', _: '/' })[sign])), (sign) => sign.charCodeAt());
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}

const kind = (number) => (number < 0 ? {} : { kind: kinds[number] });

/** The words that the machine has for an action. */
export const names = {
  start: 'started', visible: 'visible', more: 'loadMore', refresh: 'refreshPulled', invalidate: 'invalidated', reset: 'reset',
  stop: 'stopped', retry: 'retryTapped', dismiss: 'errorDismissed', online: 'connectivityChanged', page: 'pageLoaded',
  fail: 'failed', fired: 'timerFired', cancelled: 'cancelled', insert: 'edit', update: 'edit', remove: 'edit',
  accept: 'editCommitted', refuse: 'editFailed', retry_edits: 'editRetried', dismiss_edits: 'editDismissed',
};

/**
 * The steps as lines that `feed-repl run` does again, with a check of the rows and the ends.
 * @param id the id of a row, @param title what a row shows, @param state of the feed, @param loads how its loads stand
 */
export function script({ steps, id, title, options, state, loads }) {
  const row = (row) => row && { id: String(id(row)), title: title(row), value: row };
  const cursor = (cursor) => cursor == null ? undefined
    : Number.isSafeInteger(cursor) ? { number: cursor } : { token: typeof cursor === 'string' ? cursor : JSON.stringify(cursor) };
  const failure = (why, { message, status }, isRetryable, retryAfter) => {
    const isStatus = Number.isInteger(status);
    return {
      code: why === 2 ? 'invalidCursor' : why === 1 ? 'unreachable' : isStatus ? 'http' : 'other', message,
      status: isStatus ? status : undefined, isRetryable: !!isRetryable, retryAfter: retryAfter ? retryAfter / 1_000 : undefined,
    };
  };
  const values = {
    visible: ([from, end]) => ({ range: [from, Math.max(from, end)] }), retry: ([number]) => kind(number), dismiss: ([number]) => kind(number),
    online: ([isOnline]) => ({ isOnline: !!isOnline }), fired: ([ticket]) => ({ ticket }), cancelled: ([ticket]) => ({ ticket }),
    page: ([ticket, next, previous, total], rows) => ({
      ticket,
      page: { items: rows.map(row), next: cursor(next), previous: cursor(previous), total: total < 0 ? undefined : Math.trunc(total) },
    }),
    fail: ([ticket, why, error, isRetryable, retryAfter]) => ({ ticket, failure: failure(why, error, isRetryable, retryAfter) }),
    insert: ([item, before]) => ({ change: { insert: { item: row(item), before: before == null ? undefined : String(before) } } }),
    update: ([item]) => ({ change: { update: { item: row(item) } } }), remove: ([id]) => ({ change: { remove: { id: String(id) } } }),
    accept: ([ticket, item]) => ({ ticket, item: row(item) ?? undefined }),
    refuse: ([ticket, why, error, isRetryable]) => ({ ticket, failure: failure(why, error, isRetryable) }),
    retry_edits: ([id]) => ({ id: String(id) }), dismiss_edits: ([id]) => ({ id: String(id) }),
  };
  // Half of an emoji is no text.
  const whole = (_, value) => (typeof value === 'string' ? value.toWellFormed() : value);
  const lines = steps.map(({ action, values: given, rows }) => JSON.stringify({ [names[action]]: values[action]?.(given, rows) ?? {} }, whole));
  const { pageSize, prefetchDistance, retry } = options;
  const ends = Object.entries(loads).map(([kind, load]) => `${kind} contains ${load}`);
  return [
    '# A session of the page “Break it”. Save it as broken.feed in the checkout of Feed, the package that made the page, and',
    '# run it: swift run feed-repl run broken.feed. “feed-repl run broken.feed -e "save broken.swift"” makes a Swift test of it.',
    `set page-size ${pageSize}; set prefetch ${prefetchDistance}; set retry ${retry.attempts}; set refresh merge; set editable on`,
    ...lines,
    `expect items == ${state.count} and ${ends.join(' and ')}`,
    ...[...new Set([0, state.count - 1])].map((index) => state.at(index)).filter((row) => row && !/[\r\n]/.test(title(row)))
      .map((row) => `expect items contains "${title(row).toWellFormed().replace(/["\\]/g, '\\$&')}"`),
    '',
  ].join('\n');
}
