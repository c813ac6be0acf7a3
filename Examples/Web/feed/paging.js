// Pages by number or by offset, of a list from which rows go while it is read: feed.js loads this for a feed with `paging`.
import { Misuse } from './feed.js';

/** How many pages beside the one that is wanted are read at most: a server counts them. */
const most = 3;

/**
 * Asks for one row of overlap. If no row of the answer is in the list, rows before it went, or the server gives no overlap:
 * then the page before is read, too, and no row between is lost. Two such pages have to touch, or rows came between the two
 * requests, and they are read again. Where that does not help, the list loads again. With `overlap: 0` none of this is done:
 * each page is one request.
 */
export function add(core, feed) {
  const { load, options: { paging, overlap: overlaps = 1 } } = core;
  if (paging !== 'page' && paging !== 'offset') throw new Misuse(`\`paging\` is 'page' or 'offset', not '${paging}'.`);
  if (overlaps !== 0 && overlaps !== 1) throw new Misuse(`\`overlap\` is 0 or 1, not ${typeof overlaps} ${overlaps}.`);
  const isByPage = paging === 'page', start = isByPage ? 1 : 0;
  const isKnown = (row) => feed.indexOf(feed.id(row)) >= 0;
  const ids = (answer) => answer.items.map((row) => feed.id(row));
  const longest = [0, 0]; // rows of a page: without the row in front of it, and with it, if that was asked for

  /** The page at a place, with the row in front of it, or with one more at its end. */
  async function ask(place, { size, ...request }, overlap, more = 0) {
    // Nothing is asked for a page that nobody waits for.
    request.signal.throwIfAborted();
    const answer = await load(isByPage
      ? { ...request, page: place, size, overlap }
      : { ...request, offset: place - overlap, size: size + overlap + more, overlap });
    if (!Array.isArray(answer?.items)) throw new Misuse('`load` gave a page without `items`, an array of rows.');
    core.heed?.(answer);
    return answer;
  }

  const before = (place, size) => (isByPage ? place - 1 : Math.max(0, place - size));
  const overlapAt = (place) => (place > start ? overlaps : 0);

  /** A page that may be the next one. One that has no rows yet, of a server that says there are more, is asked for twice more. */
  async function wanted(place, request, overlap) {
    for (let triesLeft = isByPage || !overlap ? 0 : 2; ; triesLeft--) {
      const answer = await ask(place, request, overlap);
      const hasNone = answer.items.length <= overlap && answer.items.every(isKnown);
      if (!hasNone || !answer.more || triesLeft <= 0) return answer;
    }
  }

  /** The pages from one with a row of the list down to the one at `place`; nothing where two of them do not touch. */
  async function below(place, request, tried) {
    const pages = [await wanted(place, request, overlapAt(place))];
    let at = place;
    while (overlapAt(at) && !pages[0].items.some(isKnown)) {
      if (pages.length > most) throw lost();
      at = before(at, request.size);
      const earlier = await ask(at, request, overlapAt(at)), [first] = ids(pages[0]), last = ids(earlier).at(-1);
      // A server that gives no overlap gives the same two pages once more, if nothing moves.
      const pair = JSON.stringify([ids(earlier), ids(pages[0])]);
      const touches = first === undefined || ids(earlier).includes(first)
        || last !== undefined && feed.indexOf(last) === feed.get().count - 1;
      if (!touches && !tried.has(pair)) return void tried.add(pair);
      pages.unshift(earlier);
    }
    return pages;
  }

  /** The pages from `place` on, up to one with a row of the list: those that a window dropped above. */
  async function above(place, request) {
    const pages = [await ask(place, request, 0, overlaps)];
    for (let at = place; overlaps && pages.at(-1).items.length && !pages.at(-1).items.some(isKnown);) {
      if (pages.length > most) throw lost();
      at += isByPage ? 1 : request.size;
      pages.push(await ask(at, request, 0, 1));
    }
    return pages;
  }

  /**
   * The first page of a list that shows. Rows that came above while it was read may stand at its end. So if the page lacks rows
   * that stand above one that it has, what is behind the page says whether they have gone or are there still.
   */
  async function top(request) {
    const pages = [await ask(start, request, 0)], { count, at, isStale } = feed.get(), last = pages[0].items.findLast(isKnown);
    const end = last && !isStale ? feed.indexOf(feed.id(last)) : -1, below = end + 1 < count ? feed.id(at(end + 1)) : undefined;
    const missing = new Set(Array.from({ length: end + 1 }, (_, index) => feed.id(at(index))));
    const isOpen = ({ items }) => {
      for (const row of items) missing.delete(feed.id(row));
      return missing.size > 0 && items.length > 0 && !items.some((row) => feed.id(row) === below);
    };
    let place = start;
    while (isOpen(pages.at(-1)) && pages.length <= most) {
      place += isByPage ? 1 : request.size;
      pages.push(await ask(place, request, overlaps));
    }
    return { pages, place };
  }

  core.load = async ({ cursor = start, ...request }) => {
    // A snapshot may have any.
    if (!Number.isSafeInteger(cursor) || cursor < start) throw lost();
    const { kind, size } = request, tried = new Set();
    let place = cursor, pages;
    if (kind === 'refresh') ({ pages, place } = await top(request));
    else if (kind === 'prepend') pages = await above(cursor, request);
    for (let triesLeft = 3; !pages; triesLeft--) {
      if (!triesLeft) throw lost();
      pages = await below(cursor, request, tried);
    }
    const page = kind === 'prepend' ? pages[0] : pages.at(-1), { total, more } = page, count = page.items.length;
    const overlap = kind === 'prepend' ? 0 : overlapAt(place), end = place - overlap + count, isShort = count < Math.max(longest[0], longest[overlap]);
    if (kind !== 'prepend') longest[overlap] = Math.max(longest[overlap], count);
    // A server may give fewer rows than it is asked for: its pages are as long as the longest.
    const isEnd = more != null ? !more
      : !count || (total != null ? (isByPage ? place * Math.min(size, longest[0] || size) : end) >= total : isShort);
    return { items: pages.flatMap(({ items }) => items), total, next: isEnd ? undefined : isByPage ? place + 1 : end };
  };
}

/** The place of the list on the server is not known any more: it loads again. */
const lost = () => Object.assign(new Error('The rows moved while they were read.'), { invalidCursor: true });
