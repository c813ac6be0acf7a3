// What a program in TypeScript may write: `tsc --noEmit --strict`, and the lines that it may not.
import { createFeed, type End, type Gap, type Refusal } from '../site/feed/feed.js';
import { createSearch } from '../site/feed/search.js';
import { kept } from '../site/feed/kept.js';
import type { FeedList } from '../site/feed/feed-list.js';
import { useFeed } from '../site/feed/react.js';

interface Person { id: number; name: string; isLiked?: boolean }

const feed = createFeed<Person, string>({
  load: async ({ cursor, size, signal }) => {
    const next: string | undefined = cursor;
    void size.toFixed(), signal.aborted;
    return { items: [{ id: 1, name: 'Ada' }], next };
  },
  send: async ({ row, key }) => (key.length ? row : undefined),
  restored: kept({ storage: sessionStorage, name: 'people' }),
  retry: { attempts: 2 },
});
const name: string = feed.get().at(0).name;
feed.edit(1, (row) => ({ ...row, isLiked: true }));

function words(end: End): string {
  switch (end.type) {
    case 'nothing': case 'end': return '';
    case 'loading': return `loading ${end.kind}`;
    case 'waiting': return `again at ${end.retryAt}`;
    case 'failed': feed.retry(end.kind); return String(end.error);
    case 'offline': case 'stalled': return end.kind;
    case 'empty': return 'nothing here';
  }
}

function drawn(gap: Gap): string {
  switch (gap.load.type) {
    case 'idle': feed.fillGap(gap.id, 'below'); return `rows are missing above ${gap.index}`;
    case 'loading': return gap.load.from;
    case 'failed': feed.retry('gap'); return String(gap.load.error);
    case 'waiting': return `again at ${gap.load.retryAt}`;
    case 'offline': case 'stalled': return gap.load.kind;
  }
}
createFeed<Person>({ gaps: 'manual', load: () => ({ items: [] }) }).get().gaps.map(drawn);
createFeed<Person>({ paging: 'page', load: async ({ page, overlap }) => ({ items: [], total: page + overlap }) });
createFeed<Person>({ paging: 'offset', load: async ({ offset }) => ({ items: [], more: offset < 9 }) });
createFeed<Person>({ paging: 'page', overlap: 0, load: async ({ page, size }) => ({ items: [], total: page * size }) });
const search = createSearch<Person>({ query: 'a', load: ({ query }) => ({ items: [{ id: 1, name: query ?? '' }] }) });
search.query = '';
createSearch<Person>({ query: '', load: () => ({ items: [] }) });
search.query = null;
// The hook alone needs no types of React.
const [state, people] = useFeed<Person>({ key: 1, paging: 'page', load: async ({ page }) => ({ items: [], more: page < 9 }) });
people.visible(0, state.count);
const text: string | undefined = search.query;
const refusal: Refusal | null = search.why('append');
const last = search.steps?.at(-1);
if (last?.refusal === null && search.loads?.append === 'waiting') last.effects.map(({ type, after }) => (type === 'schedule' ? after : 0));
const list: FeedList = document.querySelector('feed-list')!;
list.feed = search;
list.gap = (gap, element, feed) => { element.onclick = () => feed.fillGap(gap.id); };
list.row = (row: Person, element) => { element.textContent = row.name; };
list.rows = (rows) => rows.forEach(({ row, element, index }) => { element.textContent = `${index}: ${row.name}`; });

// @ts-expect-error: a feed loads.
createFeed({});
// @ts-expect-error: a page has items.
createFeed({ load: async () => ({ rows: [] }) });
// @ts-expect-error: a state is read only.
feed.get().count = 3;
// @ts-expect-error: a gap is filled from above or from below.
feed.fillGap(1, 'left');
createFeed<Person>({ restored: { items: [{ id: 1, name: 'Ada' }], next: 'b' }, load: () => ({ items: [] }) });
createFeed<Person>({ restored: feed.snapshot(), load: () => ({ items: [] }) });
// @ts-expect-error: two rows are never asked for.
createFeed<Person>({ paging: 'page', overlap: 2, load: async () => ({ items: [] }) });
// @ts-expect-error: there is no such kind.
feed.retry('next');

export { name, text, refusal, words };
