// What <feed-list> has for keys and for readers of the screen: a screen on and back, both ends, the way out, names.

export function pressed(event, list, draw) {
  if (event.altKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.ctrlKey) return leave(event, list);
  const { view } = list, page = view.clientHeight * 0.9;
  if (event.key === 'PageDown') view.scrollTop += page;
  else if (event.key === 'PageUp') view.scrollTop -= page;
  else if (event.key === 'Home') view.scrollTop = 0;
  else if (event.key === 'End') view.scrollTop = view.scrollHeight - view.clientHeight;
  else return;
  event.preventDefault();
  draw();
  // A reader of the screen goes on with the first row that shows whole.
  const { top } = view.getBoundingClientRect();
  [...list.list.children].find((row) => row.getBoundingClientRect().top >= top - 1)?.focus({ preventScroll: true });
}

/** The way out, past the buttons of all rows, as the ARIA pattern of a feed has it: Control and End, or Home. */
function leave(event, list) {
  const isEnd = event.key === 'End';
  if (!isEnd && event.key !== 'Home') return;
  const side = isEnd ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const others = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter((other) =>
    other.tabIndex >= 0 && !other.disabled && other.getClientRects().length && !list.contains(other) && !other.contains(list)
    && list.compareDocumentPosition(other) & side);
  const next = others.at(isEnd ? 0 : -1);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** A row has the name that a page gives it, or else that of its text: a reader of the screen says it. */
export function name(element) {
  if (element.hasAttribute('aria-labelledby') || (element.ariaLabel ?? '') !== (element.named ?? '')) return;
  const text = element.textContent.trim().slice(0, 100);
  if (text) element.ariaLabel = element.named = text;
}
