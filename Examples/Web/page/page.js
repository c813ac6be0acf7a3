// A page with a list: search, likes that the server may refuse, every state of the ends, a window of a thousand rows, and
// the way back to where the reader was.
import { createSearch } from './feed/search.js';
import { kept } from './feed/kept.js';
import './feed/feed-list.js';

const element = (id) => document.getElementById(id);
const list = element('list');

async function ask(path, options) {
  const answer = await fetch(path, options);
  if (answer.ok) return answer.json();
  const { status } = answer, after = answer.headers.get('Retry-After');
  const texts = { 403: 'The server says no', 404: 'There is no such page', 429: 'Too many requests' };
  throw Object.assign(new Error(texts[status] ?? 'The server has a problem'), {
    status, retryAfter: after ? after * 1000 : undefined, invalidCursor: status === 410,
  });
}

export const feed = createSearch({
  load: ({ query, cursor, size, signal }) =>
    ask(`/rows?size=${size}&cursor=${cursor ?? ''}&q=${encodeURIComponent(query)}`, { signal }),
  send: ({ row, key, signal }) => ask('/like', { method: 'POST', body: JSON.stringify(row), headers: { 'Idempotency-Key': key }, signal }),
  // What is on the page is there again after a reload and on the way back, in its place, with the likes that wait.
  // Where more than a page is new the rows stay, below a gap.
  query: '', maxItems: 1000, gaps: 'manual', restored: kept({ storage: sessionStorage, name: 'people' }),
});

list.row = (row, article) => {
  if (!article.firstChild) {
    const [text, name, about, like] = ['div', 'strong', 'p', 'button'].map((tag) => document.createElement(tag));
    name.dir = about.dir = 'auto';
    text.append(name, about);
    article.append(text, like);
    article.lastChild.onclick = () => feed.edit(article.row.id, (row) => ({ ...row, liked: !row.liked }));
  }
  const [text, like] = article.children;
  text.firstChild.textContent = row.name;
  text.lastChild.textContent = row.about;
  like.textContent = row.liked ? '♥' : '♡';
  like.ariaLabel = `Like ${row.name}`;
  like.ariaPressed = String(row.liked);
};
list.feed = feed;

function show() {
  const { count, total, isStale } = feed.get();
  element('count').textContent = total === undefined ? '' : `${count} of ${total}`;
  list.classList.toggle('stale', isStale);
}
feed.subscribe(show);
show();

element('search').value = feed.query;
element('search').oninput = ({ target }) => { feed.query = target.value; };
element('search').onkeydown = ({ key }) => { if (key === 'Enter') feed.submit(); };
element('refresh').onclick = () => feed.refresh();
element('offline').onchange = ({ target }) => feed.setOnline(!target.checked);
for (const button of document.querySelectorAll('[data-get]')) button.onclick = () => ask(button.dataset.get);

Object.assign(globalThis, { feed, list }); // To try things by hand.
