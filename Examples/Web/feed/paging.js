// Pages by number or by offset, of a list from which rows go while it is read: feed.js loads this for a feed with `paging`.
import { Misuse } from './feed.js';

/**
 * Asks for one row of overlap. If no row of the answer is in the list, rows before it went, or the server gives no overlap:
 * then the page before is read, too, and no row between is lost.
 */
export function add(core, feed) {
  const { load, options: { paging } } = core;
  if (paging !== 'page' && paging !== 'offset') throw new Misuse(`\`paging\` is 'page' or 'offset', not '${paging}'.`);
  const isByPage = paging === 'page', start = isByPage ? 1 : 0;
  const isKnown = (row) => feed.indexOf(feed.id(row)) >= 0;
  let longest = 0;

  core.load = async ({ cursor = start, size, ...request }) => {
    let place = cursor, items = [], last, isRead, triesLeft = 2;
    do {
      const overlap = request.kind !== 'refresh' && place > start ? 1 : 0;
      const answer = await load(isByPage
        ? { ...request, page: place, size, overlap }
        : { ...request, offset: place - overlap, size: size + overlap, overlap });
      if (!Array.isArray(answer?.items)) throw new Misuse('`load` gave a page without `items`, an array of rows.');
      // A server that says that there are more rows, and has none yet, is asked twice more for the same page.
      const hasNone = answer.items.length <= overlap && answer.items.every(isKnown);
      if (!isByPage && !last && answer.more && hasNone && triesLeft-- > 0) continue;
      items = [...answer.items, ...items];
      last ??= { ...answer, end: place - overlap + answer.items.length };
      isRead = !overlap || answer.items.some(isKnown);
      place = isByPage ? place - 1 : Math.max(0, place - size);
    } while (!isRead);

    const count = last.items.length, { total, more } = last, isShort = count < longest;
    longest = Math.max(longest, count);
    // A server may give fewer rows than it is asked for: its pages are as long as the longest.
    const isEnd = more != null ? !more
      : !count || (total != null ? (isByPage ? cursor * Math.min(size, longest) : last.end) >= total : isShort);
    return { items, total, next: isEnd ? undefined : isByPage ? cursor + 1 : last.end };
  };
}
