// What a program in TypeScript with React may write, and the lines that it may not.
import { useRef } from 'react';
import { createFeed } from '../site/feed/feed.js';
import { createSearch } from '../site/feed/search.js';
import type { FeedList as Element } from '../site/feed/feed-list.js';
import type {} from '../site/feed/jsx.js';
import { useFeed, useFeedState } from '../site/feed/react.js';
import { FeedList } from '../site/feed/react-list.js';

interface Person { id: number; name: string }

const feed = createFeed<Person, string>({ load: async () => ({ items: [] }) });
const search = createSearch<Person>({ load: async ({ query }) => ({ items: [{ id: 1, name: query ?? '' }] }) });

export function People({ user }: { user: string }) {
  const [state, own] = useFeed<Person, string>({ key: user, load: async ({ cursor }) => ({ items: [], next: cursor }) });
  const [byPage] = useFeed<Person>({ paging: 'page', load: async ({ page, overlap }) => ({ items: [], total: page + overlap }) });
  const [, byOffset] = useFeed<Person>({ paging: 'offset', key: 1, load: async ({ offset }) => ({ items: [], more: offset < 9 }) });
  const [{ query: typed }, found] = useFeed<Person>({ create: createSearch, key: ['people', user], query: '', load: ({ query }) => ({ items: [{ id: 1, name: query }] }) });
  const { query } = useFeedState(search), list = useRef<Element<Person>>(null);
  const name: string | undefined = byPage.items[0]?.name;
  list.current?.scrollTo(0, 0);
  return (
    <p>
      {name} {query} {state.items.map((row) => row.name).join()}
      <FeedList feed={own} renderRow={(row, index) => <p key={row.id}>{row.name} {index.toFixed()}</p>} />
      <FeedList feed={found} renderRow={(row) => <p onScroll={() => { found.query = typed; }}>{row.name}</p>} />
      <FeedList feed={byOffset} renderRow={() => null} ref={list} className="people" aria-label="People" style={{ height: 400 }} />
      <FeedList feed={search} renderRow={(row) => row.name} gap={(gap, element, feed) => { element.onclick = () => feed.fillGap(gap.id); }}
        end={(end, element, place) => { element.textContent = place === 'header' && end.isReplaced ? 'The list has changed' : end.type; }} />
      <feed-list ref={(element) => { if (element) element.feed = feed; }} class="people" aria-label="People" />
      {/* @ts-expect-error: a list has rows. */}
      <FeedList feed={feed} />
      {/* @ts-expect-error: and none in between. */}
      <FeedList feed={feed} renderRow={() => null}><p /></FeedList>
      {/* @ts-expect-error: a person has no title. */}
      <FeedList feed={feed} renderRow={(row) => row.title} />
    </p>
  );
}

export function Wrong() {
  // @ts-expect-error: there is no such paging.
  useFeed({ paging: 'cursor', load: async () => ({ items: [] }) });
  // @ts-expect-error: a feed has no query.
  useFeed<Person>({ query: '', load: async () => ({ items: [] }) });
  // @ts-expect-error: a search has no such paging.
  useFeed<Person>({ create: createSearch, paging: 'page', load: async () => ({ items: [] }) });
  // @ts-expect-error: a page by its number has no cursor.
  useFeed<Person>({ paging: 'page', load: async ({ cursor }) => ({ items: [], total: cursor }) });
  return null;
}
