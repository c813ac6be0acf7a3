// What <feed-list> draws at its ends and in its gaps, unless a page draws them in its own words.

const labels = { idle: 'Load more', waiting: 'Try now', failed: 'Try again', offline: 'Try again', stalled: 'Look for more' };
const texts = {
  idle: 'Rows may be missing here', loading: 'Loading …', waiting: 'Trying again soon', failed: 'It did not load', offline: 'You are offline',
  stalled: 'Nothing new for a while', empty: 'There is nothing here',
};

/** Puts a text into an element, and a button if there is something to do. */
function put({ type, kind, error, retryAt }, element, text = told(error) ?? texts[type] ?? '', act) {
  const key = type + kind + text + retryAt, hasFocus = element.contains(document.activeElement);
  if (element.key === key) return;
  element.key = key;
  element.textContent = text;
  const button = labels[type] && document.createElement('button');
  if (button) {
    Object.assign(button, { textContent: labels[type], onclick: act });
    element.append(' ', button);
  }
  // A button that goes leaves the keys with the list.
  if (hasFocus) (button ?? element.closest('feed-list')).focus({ preventScroll: true });
}

/** What an error says to a visitor. One of the program says nothing: it is in the console. */
const told = (error) => (/^(Type|Syntax|Reference)Error$/.test(error?.name) ? undefined : error?.message);

export function drawEnd(end, element, place, feed) {
  const text = end.isReplaced && !labels[end.type] ? 'The list has changed. You are at its beginning.' : undefined;
  put(end, element, text, () => feed.retry(end.kind));
}

export function drawGap({ id, load }, element, feed) {
  put(load, element, load.type === 'loading' ? 'Loading the rows between …' : undefined, () => {
    if (load.type !== 'idle') return feed.retry('gap');
    // From the side of which more shows.
    const { view } = element.closest('feed-list'), [gap, all] = [element, view].map((part) => part.getBoundingClientRect());
    feed.fillGap(id, view.scrollTop > 0 && gap.top + gap.bottom < all.top + all.bottom ? 'below' : 'above');
  });
}
