// A page with a list: search, likes that the server may refuse, every state of the ends, a window of a thousand rows, and
// the way back to where the reader was.
import { createSearch } from './feed/search.js';
import { kept } from './feed/kept.js';
import './feed/feed-list.js';
import { ask, load, send } from './people.js';

const element = (id) => document.getElementById(id);
const list = element('list');

export const feed = createSearch({
  load, send,
  // What is on the page is there again after a reload and on the way back, in its place, with the likes that wait.
  // Where more than a page is new the rows stay, below a gap.
  query: '', maxItems: 1000, gaps: 'manual', restored: kept({ storage: sessionStorage, name: 'people' }),
});

const initials = (name) => name.split(' ').slice(0, 2).map((word) => [...word][0]).join('');

list.row = (row, article) => {
  if (!article.firstChild) {
    article.append(element('row').content.cloneNode(true));
    article.lastElementChild.onclick = () => feed.edit(article.row.id, (row) => ({ ...row, liked: !row.liked }));
  }
  const [avatar, text, like] = article.children;
  article.ariaLabel = row.name;
  avatar.textContent = initials(row.name);
  // A policy of the page may forbid the attribute `style`.
  avatar.className = `avatar tint${row.id * 5 % 8}`;
  text.firstChild.textContent = row.name;
  text.lastChild.textContent = row.about;
  like.ariaLabel = `Like ${row.name}`;
  like.ariaPressed = String(row.liked);
};
list.feed = feed;

function show() {
  const { count, total, isStale } = feed.get();
  element('count').textContent = total === undefined ? '' : `${count} of ${total}`;
  list.classList.toggle('stale', isStale);
  showFailedLike();
}

// A like that did not arrive in four tries shows still, and is taken back by `dismissEdit`.
let told;
function showFailedLike() {
  const toast = element('toast'), edit = feed.edits?.findLast(({ type }) => type === 'failed');
  if (edit?.id === told?.id && edit?.error === told?.error) return;
  told = edit;
  const hadFocus = toast.contains(document.activeElement);
  toast.replaceChildren();
  if (edit) {
    const { id, error, isUndone } = edit;
    const name = feed.get().at(feed.indexOf(id))?.name ?? 'someone';
    const text = document.createElement('span');
    text.textContent = isUndone ? `The server refused your like of ${name}, so it is undone.`
      : `Your like of ${name} is not saved: ${error?.message ?? 'it did not arrive'}.`;
    toast.append(text, ...Object.entries({ 'Try again': feed.retryEdit, [isUndone ? 'All right' : 'Undo']: feed.dismissEdit }).map(([name, act]) => {
      const button = document.createElement('button');
      button.textContent = name;
      button.onclick = () => act(id);
      return button;
    }));
  }
  // A button that goes leaves the keys with the list.
  if (hadFocus) list.focus({ preventScroll: true });
}
feed.subscribe(show);
show();

element('search').value = feed.query;
element('search').oninput = ({ target }) => { feed.query = target.value; };
element('search').onkeydown = ({ key }) => { if (key === 'Enter') feed.submit(); };
element('refresh').onclick = () => feed.refresh();
element('offline').onchange = ({ target }) => feed.setOnline(!target.checked);
for (const button of document.querySelectorAll('[data-get]')) button.onclick = () => ask(button.dataset.get);

for (const button of document.querySelectorAll('[data-copy]')) {
  const code = element(button.dataset.copy);
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      // Then the keys of the reader do it.
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2_000);
  };
}

// Colours of the code, without markup in it.
if (globalThis.Highlight) {
  const [code] = element('code').childNodes;
  for (const [name, words] of Object.entries({ keyword: /\b(import|from|const|async|await|if|throw|new|return)\b/g, text: /'[^']*'|`[^`]*`/g })) {
    CSS.highlights.set(name, new Highlight(...Array.from(code.data.matchAll(words), ({ 0: { length }, index }) =>
      new StaticRange({ startContainer: code, startOffset: index, endContainer: code, endOffset: index + length }))));
  }
}

Object.assign(globalThis, { feed, list }); // To try things by hand.
