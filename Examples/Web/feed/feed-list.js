// <feed-list>: a list of a feed's rows, of which only those that show are in the document.
//
//     list.row = (row, element) => { element.textContent = row.name }
//     list.feed = feed
//
// Without a height it is as tall as its rows, and at most as the window. Rows are as tall as they are: heights are
// measured, and guessed for rows that were never drawn. What shows keeps its pixel when rows come, go or grow above it.
// There is no shadow root, so the page's styles apply.

export class FeedList extends HTMLElement {
  /** Draws an end: what stands there, the element, and 'header' or 'footer'. */
  end = drawEnd;

  #row = (row, element) => { element.textContent = String(this.#feed.id(row)); };
  #feed;
  #version = -1;
  #frame = 0;
  #heights = new Map(); // id → height in pixels
  #tops = new Float64Array(1); // where each row begins; the last number is where they end
  #drawn = new Map(); // id → element
  #spare = [];
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
      this.addEventListener('scroll', () => { this.#filled.pages = 0, this.#later(); }, { passive: true });
      this.addEventListener('keydown', (event) => this.#pressed(event));
    }
    this.list.setAttribute('aria-label', this.getAttribute('aria-label') ?? 'List');
    for (const element of [this, ...this.#drawn.values()]) this.#observer.observe(element);
    this.#connect();
  }

  disconnectedCallback() {
    this.#version = -1;
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
    this.list.setAttribute('aria-busy', String(state.isLoading || state.isLoadingMore || state.isRefreshing));
    // Rows of another query are read from their beginning.
    if (!state.isStale && !state.isTyping) {
      const query = JSON.stringify(state.query) ?? '', before = this.#queries.get(this.#feed) ?? query;
      if (query !== before) [this.#anchors, this.#isReplaced] = [[], false];
      this.#queries.set(this.#feed, query);
    }
    this.#drawHeader(state);
    const { type } = state.footer, { scrollTop } = this;
    const isAtEnd = type !== this.#footer && scrollTop > 0 && scrollTop + this.clientHeight >= this.scrollHeight - 1;
    this.#footer = type;
    this.end(state.footer, this.footer, 'footer', this.#feed);
    // Who is at the end sees what stands there.
    if (isAtEnd) this.scrollTop = this.scrollHeight;
    // Many changes in one frame are drawn once, by the browser's clock or at once where nothing shows, before or after.
    if (this.#drawn.size && state.count || this.#isDrawing) this.#later();
    else this.#draw();
  }

  #drawHeader({ header }) {
    this.end(this.#isReplaced ? { ...header, isReplaced: true } : header, this.header, 'header', this.#feed);
  }

  /** Where each row begins, from `first` on. */
  #measure(state, first = 0) {
    const { count } = state, known = this.#tops;
    const tops = known.length === count + 1 ? known : new Float64Array(count + 1);
    if (tops !== known) tops.set(known.subarray(0, Math.min(first + 1, count + 1)));
    const guess = this.#guess;
    for (let index = first; index < count; index++) {
      tops[index + 1] = tops[index] + (this.#heights.get(this.#feed.id(state.at(index))) ?? guess);
    }
    this.#tops = tops;
  }

  #guess = 48;

  /** The row that covers a pixel. */
  #find(pixel) {
    let low = 0, high = this.#tops.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
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
    if (this.#isReplaced && this.scrollTop > this.#start) {
      this.#isReplaced = false;
      this.#drawHeader(state);
    }
    if (state.version !== this.#version) {
      // Rows before the first change begin where they began.
      const first = state.version === this.#version + 1 ? Math.min(feed.splices[0]?.[0] ?? 0, this.#tops.length - 1) : 0;
      this.#version = state.version;
      this.#measure(state, first);
    }
    this.#place(state);
    const height = this.clientHeight || innerHeight;
    // Two rounds: the first one measures what comes into view, the second draws what then is in view.
    let first, last;
    for (let round = 0; round < 3; round++) {
      const top = this.scrollTop - this.#start;
      [first, last] = [this.#find(top), this.#find(top + height - 1)];
      this.#fill(state, Math.max(0, first - 3), Math.min(state.count - 1, last + 3));
      // A row that changed the feed while it was drawn.
      if (feed.get() !== state) return this.#later();
      if (!this.#remeasure(state)) break;
      this.#place(state);
    }
    this.#remember(state, first, last);
    if (this.#mayReport(state) && feed.visible(first, last)) this.#later();
  }

  /**
   * Whether it is told which rows show. Pages whose rows have no height, as those that a style hides, fill no window: after
   * three of them the next one waits until the reader scrolls.
   */
  #mayReport({ count }) {
    const height = this.#tops[count], filled = this.#filled;
    if (height > filled.height || !filled.count) filled.pages = 0;
    else if (count > filled.count) filled.pages++;
    Object.assign(filled, { count, height });
    return filled.pages < 3;
  }

  /** Has the rows from `from` to `to` in the document. */
  #fill(state, from, to) {
    const { list } = this, kept = new Map(), rows = [], focused = document.activeElement;
    for (let index = from; index <= to; index++) {
      const row = state.at(index), key = this.#feed.id(row);
      rows.push(row);
      kept.set(key, this.#drawn.get(key) ?? null);
    }
    for (const [key, element] of this.#drawn) {
      if (kept.has(key)) continue;
      // The focus would be lost with the row that has it.
      if (element.contains(focused)) this.focus({ preventScroll: true });
      this.#remove(element);
      element.row = undefined; // the next one may be drawn by another function, or for another feed
      if (this.#spare.length < 50) this.#spare.push(element);
    }
    let index = from, next = list.firstElementChild;
    for (const [key, found] of kept) {
      const row = rows[index - from], element = found ?? this.#spare.pop() ?? this.#made();
      if (element.row !== row) {
        element.row = row;
        // One that can't be drawn does not keep the others from being.
        try {
          this.#row(row, element, index);
        } catch (error) {
          queueMicrotask(() => { throw error; });
        }
      }
      const position = String(index + 1), size = String(state.total ?? -1);
      if (element.ariaPosInSet !== position) element.ariaPosInSet = position;
      if (element.ariaSetSize !== size) element.ariaSetSize = size;
      if (element === next) next = next.nextElementSibling;
      else {
        list.insertBefore(element, next);
        this.#observer.observe(element);
      }
      kept.set(key, element);
      index++;
    }
    this.#drawn = kept;
    this.#from = from;
    const { style } = list, tops = this.#tops;
    style.paddingTop = `${tops[from]}px`;
    style.paddingBottom = `${tops[state.count] - tops[to + 1]}px`;
    // Room below is kept for rows that may come.
    if (!state.canLoadMore || tops[state.count] >= parseFloat(style.minHeight)) style.minHeight = '';
  }

  #from = 0;

  #made() {
    const element = document.createElement('article');
    element.tabIndex = -1;
    return element;
  }

  #remove(element) {
    this.#observer.unobserve(element);
    element.remove();
  }

  #clear() {
    for (const element of this.#drawn.values()) this.#remove(element);
    this.#drawn.clear();
    this.#filled.count = 0;
    this.list?.removeAttribute('style');
  }

  /** Where the rows begin: behind the header. */
  get #start() {
    return this.list.getBoundingClientRect().top - this.getBoundingClientRect().top - this.clientTop + this.scrollTop;
  }

  /** Whether a row that is drawn has another height than was known or guessed. Those behind it move along. */
  #remeasure(state) {
    const tops = this.#tops;
    let index = this.#from, old = tops[index], top = old, hasChanged = false;
    for (const [key, element] of this.#drawn) {
      const { height } = element.getBoundingClientRect();
      hasChanged ||= Math.abs(height - (tops[index + 1] - old)) > 0.01;
      this.#heights.set(key, height);
      old = tops[++index];
      tops[index] = top += height;
    }
    if (!hasChanged) return false;
    if (this.#guess === 48) {
      // Rows that were never drawn are taken to be as tall as those that were drawn first.
      this.#guess = Math.round((top - tops[this.#from]) / this.#drawn.size) || 48;
      this.#measure(state);
    } else {
      for (const moved = top - old; ++index < tops.length;) tops[index] += moved;
    }
    return true;
  }

  /** At the very top of a list new rows show. Where rows may load above, they come above those that show. */
  get #isFirst() { return this.#isWhole && this.scrollTop <= 0; }

  /** A reader who scrolled since took along what shows. False where nothing shows: how far it is scrolled means nothing. */
  #follow() {
    if (!this.getClientRects().length) return !(this.#version = -1);
    if (this.#version < 0) return true;
    const { scrollTop } = this, scrolled = scrollTop - this.#top;
    this.#top = scrollTop;
    if (this.#isFirst) this.#anchors = [];
    else if (scrolled) this.#anchors = this.#anchors.map(({ id, offset }) => ({ id, offset: offset - scrolled }));
    this.#feed.anchor = this.#anchors[0];
    return true;
  }

  /** Puts the first row that was drawn, and is there still, where it was. */
  #place(state) {
    const feed = this.#feed, found = this.#anchors.find(({ id }) => feed.indexOf(id) >= 0);
    if (!found && this.#anchors.length) {
      this.#anchors = [];
      this.#isReplaced = true;
      this.#drawHeader(state);
    }
    const top = found ? this.#tops[feed.indexOf(found.id)] + this.#start - found.offset : 0, { scrollTop } = this;
    if (Math.abs(top - scrollTop) < 1 || top < 0 && scrollTop <= 0) return;
    // The height has to be there before the list can scroll to it, and without the header.
    this.list.style.minHeight = `${Math.max(this.#tops[state.count], top + this.clientHeight)}px`;
    this.scrollTop = top;
    this.#top = this.scrollTop;
  }

  #remember({ header: { type, kind }, isStale }, first, last) {
    const top = this.#top = this.scrollTop, start = this.#start, from = this.#from;
    // What a refresh came to, and rows of a query before, do not tell.
    if (kind !== 'refresh' && !isStale) this.#isWhole = type === 'end';
    this.#anchors = [...this.#drawn.keys()].map((id, index) => ({ id, offset: this.#tops[from + index] + start - top }));
    // Where all rows that show are gone, the one before them stays, and what comes behind it shows.
    const before = this.#anchors.splice(0, first - from).reverse();
    this.#anchors.splice(last + 1 - first, 0, ...before);
    this.#feed.anchor = this.#isFirst ? undefined : this.#anchors[0];
  }

  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const page = this.clientHeight * 0.9;
    if (event.key === 'PageDown') this.scrollTop += page;
    else if (event.key === 'PageUp') this.scrollTop -= page;
    else if (event.key === 'Home') this.scrollTop = 0;
    else if (event.key === 'End') this.scrollTop = this.scrollHeight;
    else return;
    event.preventDefault();
    this.#draw();
    // A reader of the screen goes on with the first row that shows whole.
    const top = this.getBoundingClientRect().top;
    [...this.#drawn.values()].find((element) => element.getBoundingClientRect().top >= top - 1)?.focus({ preventScroll: true });
  }
}

function drawEnd({ type, kind, error, retryAt, isReplaced }, element, place, feed) {
  const label = { waiting: 'Try now', failed: 'Try again', offline: 'Try again', stalled: 'Look for more' }[type];
  const text = isReplaced && !label ? 'The list has changed. You are at its beginning.' : {
    loading: 'Loading …', waiting: 'Trying again soon', failed: error?.message ?? 'It did not load', offline: 'You are offline',
    stalled: 'Nothing new for a while', empty: 'There is nothing here',
  }[type] ?? '';
  const key = type + kind + text + retryAt;
  if (element.key === key) return;
  element.key = key;
  element.textContent = text;
  if (!label) return;
  const button = document.createElement('button');
  button.textContent = label;
  button.onclick = () => feed.retry(kind);
  element.append(' ', button);
}

// Any rule of the page counts more. What shows is kept in its place here, not by the browser.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`:where(feed-list) { display: block; max-height: 100vh; overflow-y: auto; overflow-anchor: none }
:where(feed-list > [role=feed]) { box-sizing: border-box }`);
document.adoptedStyleSheets.push(sheet);

customElements.define('feed-list', FeedList);
