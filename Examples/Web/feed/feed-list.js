// <feed-list>: a list of a feed's rows, of which only those that show are in the document.
//
//     list.row = (row, element) => { element.textContent = row.name }
//     list.feed = feed
//
// Without a height it is as tall as its rows, and at most as the window. Rows are as tall as they are, see list-heights.js.
// What shows keeps its pixel when rows come, go or grow above it.
// There is no shadow root, so the page's styles apply.
import { drawEnd, drawGap } from './list-ends.js';
import { name, pressed } from './list-access.js';
import { keyOf, ListHeights } from './list-heights.js';

export class FeedList extends (globalThis.HTMLElement ?? Object) {
  /** Draws an end: what stands there, the element, and 'header' or 'footer'. */
  end = drawEnd;
  /** Draws a gap between two rows, which has its own element. */
  gap = drawGap;
  /** Draws all rows that show, in place of `row`: a framework draws them at once. */
  rows;

  #row = (row, element) => { element.textContent = String(this.#feed.id(row)); };
  #feed;
  #version = -1;
  #frame = 0;
  #heights = new ListHeights();
  #held; // the row beside a gap that shows and loads, on the side where its reader is
  #drawn = new Map(); // id, or the key of a gap → element
  #spare = [];
  #shown = []; // what `rows` was given last
  #anchors = []; // ids and offsets of what was drawn last, what showed first; none is the top
  #isWhole = true; // whether the first row that was drawn last is the list's first one, with none to load above it
  #isReplaced = false; // whether all that showed is gone, and the reader is told so
  #queries = new WeakMap(); // feed → the query whose rows it showed last
  #observer = new ResizeObserver(() => this.#later());
  #unsubscribe;
  #footer; // what stood there last
  #top = 0; // where the list was scrolled to when it was drawn last
  #isDrawing = false; // `row` may change the feed: that is drawn in the next frame
  #filled = { count: 0, height: 0, pages: 0 }; // the rows at the last report, and the pages since that made the list no taller

  /** Draws a row into its element. */
  get row() { return this.#row; }
  set row(row) {
    this.#row = row;
    for (const element of this.#drawn.values()) element.row = undefined;
    this.#later();
  }

  get feed() { return this.#feed; }
  set feed(feed) {
    if (this.#isDrawing) return queueMicrotask(() => { this.feed = feed; });
    if (feed === this.#feed) return;
    if (feed != null && !feed.subscribe) throw new TypeError('`feed` of a list is what `createFeed` gives; of what `useFeed` gives it is the second.');
    this.#follow();
    this.#unsubscribe?.();
    this.#feed = feed;
    this.#version = -1;
    this.#clear();
    this.#heights.clear();
    this.#anchors = feed?.anchor ? [feed.anchor] : [];
    this.#isWhole = true;
    this.#isReplaced = false;
    this.#filled.pages = 0;
    this.#connect();
  }

  /** What scrolls: the element, or what `page-view.js` makes of the page. */
  get view() { return this.#view ?? this; }
  set view(view) {
    this.#view = view;
    this.#listen();
    this.#later();
  }

  #view;
  #listening; // ends the listeners of the view

  #listen() {
    this.#listening?.abort();
    if (!this.isConnected) return;
    this.#listening = new AbortController();
    const options = { passive: true, signal: this.#listening.signal };
    this.view.addEventListener('scroll', () => { this.#filled.pages = 0, this.#later(); }, options);
    this.view.addEventListener('resize', () => this.#later(), options); // an element is observed
  }

  connectedCallback() {
    if (!this.list) {
      [this.header, this.list, this.footer] = ['feed-header', '', 'feed-footer'].map((name) => {
        const part = document.createElement('div');
        part.className = name;
        part.role = name ? 'status' : 'feed';
        return part;
      });
      this.replaceChildren(this.header, this.list, this.footer);
      if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
      this.addEventListener('keydown', (event) => pressed(event, this, () => this.#draw()));
    }
    this.attributeChangedCallback();
    for (const element of [this, ...this.#drawn.values()]) this.#observer.observe(element);
    this.#listen();
    this.#connect();
  }

  static observedAttributes = ['aria-label'];
  attributeChangedCallback() { this.list?.setAttribute('aria-label', this.getAttribute('aria-label') ?? 'List'); }

  disconnectedCallback() {
    this.#version = -1;
    this.#listening?.abort();
    this.#observer.disconnect();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #connect() {
    if (!this.list || !this.isConnected) return;
    this.#unsubscribe?.();
    this.#unsubscribe = this.#feed?.subscribe(() => this.#changed());
    this.#changed();
  }

  #later() { this.#frame ||= requestAnimationFrame(() => this.#draw()); }

  #changed() {
    const state = this.#feed?.get();
    if (!state) return;
    this.#heights.note(this.#feed, state);
    this.list.setAttribute('aria-busy', String(state.isLoading || state.isLoadingMore || state.isRefreshing));
    // Rows of another query are read from their beginning.
    if (!state.isStale && !state.isTyping) {
      const query = JSON.stringify(state.query) ?? '', before = this.#queries.get(this.#feed) ?? query;
      if (query !== before) [this.#anchors, this.#isReplaced] = [[], false];
      this.#queries.set(this.#feed, query);
    }
    this.#hold(state);
    this.#drawHeader(state);
    const { type } = state.footer, { view } = this, end = () => view.scrollHeight - view.clientHeight;
    const isAtEnd = type !== this.#footer && view.scrollTop > 0 && Math.abs(view.scrollTop - end()) <= 1;
    this.#footer = type;
    this.end(state.footer, this.footer, 'footer', this.#feed);
    // Who is at the end sees what stands there.
    if (isAtEnd) view.scrollTop = end();
    // Many changes in one frame are drawn once, by the browser's clock or at once where nothing shows, before or after.
    if (this.#drawn.size && state.count || this.#isDrawing) this.#later();
    // A framework that is at work, and changes the feed or gives it, draws when it has ended.
    else if (this.rows) queueMicrotask(() => this.#draw());
    else this.#draw();
  }

  #drawHeader({ header }) {
    this.end(this.#isReplaced ? { ...header, isReplaced: true } : header, this.header, 'header', this.#feed);
  }

  #draw() {
    if (this.#isDrawing) return this.#later();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isDrawing = true;
    try {
      this.#drawRows();
    } finally {
      this.#isDrawing = false;
    }
  }

  #drawRows() {
    const feed = this.#feed, state = feed?.get();
    if (!state) return;
    if (!state.count) {
      // A list that was emptied starts over. One that has no rows yet goes where it was, once they come.
      if (this.#drawn.size) {
        this.#anchors = [];
        feed.anchor = undefined;
      }
      return this.#clear();
    }
    if (!this.#follow()) return;
    if (this.#isReplaced && this.view.scrollTop > this.#start) {
      this.#isReplaced = false;
      this.#drawHeader(state);
    }
    this.#heights.read(feed, state, this.#version);
    this.#version = state.version;
    this.#place(state);
    const height = this.view.clientHeight || innerHeight;
    // Two rounds: the first one measures what comes into view, the second draws what then is in view.
    let first, last, end;
    for (let round = 0; round < 3; round++) {
      const top = this.view.scrollTop - this.#start;
      end = top + height - 1;
      [first, last] = [this.#heights.find(top), this.#heights.find(end)];
      this.#fill(state, Math.max(0, first - 3), Math.min(state.count - 1, last + 3));
      // A row that changed the feed while it was drawn.
      if (feed.get() !== state) return this.#later();
      // A framework may take the list away while it draws the rows: then they have no height.
      if (this.rows && !this.getClientRects().length) return void (this.#version = -1);
      if (!this.#heights.measure(this.#from, this.#drawn)) break;
      this.#place(state);
    }
    this.#remember(state, first, last);
    // Of the last one the gap may show, and no more.
    if (this.#heights.topOf(last) > end) last = Math.max(first, last - 1);
    if (this.#mayReport(state) && feed.visible(first, last)) this.#later();
  }

  /**
   * Whether it is told which rows show. Pages whose rows have no height, as those that a style hides, fill no window: after
   * three of them the next one waits until the reader scrolls.
   */
  #mayReport({ count }) {
    const { height } = this.#heights, filled = this.#filled;
    if (height > filled.height || !filled.count) filled.pages = 0;
    else if (count > filled.count) filled.pages++;
    Object.assign(filled, { count, height });
    return filled.pages < 3;
  }

  /** Has the rows from `from` to `to` in the document, with the gaps above them. */
  #fill(state, from, to) {
    const { list } = this, kept = new Map(), focused = document.activeElement;
    for (let index = from; index <= to; index++) {
      const row = state.at(index), gap = this.#heights.gapAbove(index);
      if (gap) kept.set(keyOf(gap), { gap });
      kept.set(this.#feed.id(row), { row, index });
    }
    for (const [key, element] of this.#drawn) {
      if (kept.has(key)) continue;
      // The focus would be lost with the row that has it.
      if (element.contains(focused)) this.focus({ preventScroll: true });
      this.#remove(element);
      element.row = undefined; // the next one may be drawn by another function, or for another feed
      if (!element.gap && this.#spare.length < 50) this.#spare.push(element);
    }
    const shown = [];
    let next = list.firstElementChild;
    for (const [key, { row, index, gap }] of kept) {
      const element = this.#drawn.get(key) ?? (gap ? this.#made(gap) : this.#spare.pop() ?? this.#made());
      if (gap) this.#drawGap(gap, element);
      else {
        this.#drawRow(row, element, index, state.total);
        if (this.rows) shown.push({ id: key, row, element, index });
      }
      if (element === next) next = next.nextElementSibling;
      else {
        list.insertBefore(element, next);
        this.#observer.observe(element);
      }
      kept.set(key, element);
    }
    this.#drawn = kept;
    this.#from = from;
    const { style } = list, heights = this.#heights;
    style.paddingTop = `${heights.startOf(from)}px`;
    style.paddingBottom = `${heights.height - heights.startOf(to + 1)}px`;
    if (!isComing(state) || heights.height >= parseFloat(style.minHeight)) style.minHeight = '';
    this.#show(shown);
  }

  /** Tells `rows` what shows now, if that is something else. */
  #show(shown) {
    const before = this.#shown, isNew = ({ row, element, index }, place) =>
      row !== before[place].row || element !== before[place].element || index !== before[place].index;
    if (!this.rows || shown.length === before.length && !shown.some(isNew)) return;
    this.#shown = shown;
    calmly(() => this.rows(shown));
  }

  #from = 0;

  #drawRow(row, element, index, total) {
    if (element.row !== row) {
      element.row = row;
      if (!this.rows) {
        calmly(() => this.#row(row, element, index));
        name(element);
      }
    }
    const position = String(index + 1), size = String(total ?? -1);
    if (element.ariaPosInSet !== position) element.ariaPosInSet = position;
    if (element.ariaSetSize !== size) element.ariaSetSize = size;
  }

  #drawGap(gap, element) {
    if (element.gap === gap) return;
    const hasFocus = element.contains(document.activeElement);
    element.gap = gap;
    calmly(() => this.gap(gap, element, this.#feed));
    // Its button may go while it loads.
    if (hasFocus) (element.querySelector('button') ?? element).focus({ preventScroll: true });
  }

  /** While a gap that shows is filled, the rows on its reader's side stay. */
  #hold({ gaps, at }) {
    const gap = gaps.find(({ load }) => load.from);
    if (!gap) return;
    const [place, { top, bottom }] = [this.#drawn.get(keyOf(gap)), this.view].map((part) => part?.getBoundingClientRect());
    const row = at(gap.load.from === 'below' ? gap.index : gap.index - 1);
    this.#held = place?.bottom > top && place.top < bottom && row !== undefined ? this.#feed.id(row) : undefined;
  }

  #made(gap) {
    const element = document.createElement(gap ? 'div' : 'article');
    element.tabIndex = -1;
    // A list of the role `feed` has articles only.
    if (gap) Object.assign(element, { className: 'feed-gap', role: 'article', ariaLabel: 'Gap', ariaLive: 'polite' });
    return element;
  }

  #remove(element) {
    this.#observer.unobserve(element);
    element.remove();
  }

  #clear() {
    for (const element of this.#drawn.values()) this.#remove(element);
    this.#drawn.clear();
    this.#held = undefined;
    this.#filled.count = 0;
    this.list?.removeAttribute('style');
    this.#show([]);
  }

  /** Where the rows begin: behind the header. */
  get #start() {
    const { view } = this;
    return this.list.getBoundingClientRect().top - view.getBoundingClientRect().top - view.clientTop + view.scrollTop;
  }

  /** At the very top of a list new rows show. Where rows may load above, they come above those that show. */
  get #isFirst() { return this.#isWhole && this.view.scrollTop <= 0; }

  /** A reader who scrolled since took along what shows. False where nothing shows: how far it is scrolled means nothing. */
  #follow() {
    if (!this.getClientRects().length) return !(this.#version = -1);
    if (this.#version < 0) return true;
    const { scrollTop } = this.view, scrolled = scrollTop - this.#top;
    this.#top = scrollTop;
    if (this.#isFirst && this.#held === undefined && !this.#isGoing) this.#anchors = [];
    else if (scrolled) this.#anchors = this.#anchors.map(({ id, offset }) => ({ id, offset: offset - scrolled }));
    this.#isGoing = false;
    this.#feed.anchor = this.#anchors[0];
    return true;
  }

  /** Puts the first row that was drawn, and is there still, where it was. */
  #place(state) {
    const feed = this.#feed, there = this.#anchors.filter(({ id }) => feed.indexOf(id) >= 0);
    const found = there.find(({ id }) => id === this.#held) ?? there[0];
    if (!found && this.#anchors.length) {
      this.#anchors = [];
      this.#isReplaced = true;
      this.#drawHeader(state);
    }
    const top = found ? this.#heights.topOf(feed.indexOf(found.id)) + this.#start - found.offset : 0, { view } = this;
    const { style } = this.list, { height } = this.#heights, comes = isComing(state);
    // Room below the last row is kept for rows that come. Where none do, what says why stands below that row, in sight.
    if (!comes && style.minHeight) style.minHeight = `${height}px`;
    if (Math.abs(top - view.scrollTop) < 1 || top < 0 && view.scrollTop <= 0) return;
    // The height has to be there before the list can scroll to it, and without the header.
    style.minHeight = `${comes ? Math.max(height, top + view.clientHeight) : height}px`;
    view.scrollTop = top;
    this.#top = view.scrollTop;
  }

  #remember(state, first, last) {
    const { header: { type, kind }, isStale } = state;
    const top = this.#top = this.view.scrollTop, start = this.#start, from = this.#from;
    // What a refresh came to, and rows of a query before, do not tell.
    if (kind !== 'refresh' && !isStale) this.#isWhole = type === 'end';
    const ids = [...this.#drawn].flatMap(([id, { gap }]) => (gap ? [] : [id]));
    const rows = ids.map((id, index) => ({ id, offset: this.#heights.topOf(from + index) + start - top }));
    const before = rows.splice(0, first - from).reverse(), behind = rows.splice(last + 1 - first);
    // What a row grows by that begins above the edge goes up, as a picture that comes late in it; unless it is most of what shows.
    if (rows[0].offset < -1 && rows[1]?.offset < this.view.clientHeight / 2) before.unshift(rows.shift());
    // Where all rows that show are gone, the one before them stays, and what comes behind it shows.
    this.#anchors = [...rows, ...before, ...behind];
    this.#feed.anchor = this.#isFirst ? undefined : this.#anchors[0];
    this.#held = undefined;
    this.#hold(state);
  }

  /** Goes to the row at an index: to the top of what shows, or its `center`, or its `end`. */
  scrollToIndex(index, align = 'start') {
    const feed = this.#feed, state = feed?.get();
    if (!state?.count || !this.list) return;
    this.#draw();
    const id = feed.id(state.at(Math.min(Math.max(0, Math.trunc(index) || 0), state.count - 1)));
    const room = { center: 0.5, end: 1 }[align] ?? 0;
    // Rows that were never drawn have a height once they are, so it is gone to twice.
    for (let round = 0; round < 2; round++) {
      const at = feed.indexOf(id);
      this.#anchors = [{ id, offset: room * (this.view.clientHeight - this.#heights.heightOf(at)) }];
      this.#isReplaced = false;
      this.#place(state);
      this.#isGoing = true;
      this.#draw();
    }
  }

  #isGoing = false; // to a row, which may be the first one
}

/** Whether the next page loads, or will when the reader is near. */
const isComing = ({ canLoadMore, footer: { type } }) => canLoadMore && (type === 'loading' || type === 'nothing');

/** What can't be drawn does not keep the rest from being. */
function calmly(draw) {
  try { draw(); } catch (error) { queueMicrotask(() => { throw error; }); }
}

// Not where a server renders, and once where a page has two versions. Any rule of the page counts more. What shows is kept
// in its place here, not by the browser.
if (globalThis.customElements && !customElements.get('feed-list')) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:where(feed-list) { display: block; max-height: 100vh; overflow-y: auto; overflow-anchor: none }
:where(feed-list > [role=feed]) { box-sizing: border-box }
:where(feed-list .feed-gap) { min-height: 48px }`);
  document.adoptedStyleSheets.push(sheet);
  customElements.define('feed-list', FeedList);
}
