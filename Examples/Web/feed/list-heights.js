// Where the rows of a <feed-list> begin, with the gaps between them. Heights are measured, and guessed for rows that were
// never drawn: they are taken to be as tall as those that were drawn first.
const unknown = 48;

export class ListHeights {
  #heights = new Map(); // id, or the key of a gap → height in pixels
  #gaps = new Map(); // the index of the row below it → gap
  #tops = new Float64Array(1); // where each row begins, or the gap above it; the last number is where they end
  #guess = unknown;
  #feed;
  #state;
  #told = -1; // the version of the rows that was told last
  #changed = 0; // the first row that has changed since the rows were read

  /** Rows of another feed come. */
  clear() {
    this.#heights.clear();
    this.#gaps.clear();
    this.#feed = this.#state = undefined;
  }

  /**
   * A feed tells of a change: many come before the rows are read, and the feed knows of the last one only, which may be one
   * of no row. Where one was missed, or is not known, all rows count as changed.
   */
  note({ splices }, { version }) {
    if (version === this.#told) return;
    const first = version === this.#told + 1 ? Math.min(...splices.map(([index]) => index)) : 0;
    this.#changed = Number.isFinite(first) ? Math.min(this.#changed, first) : 0;
    this.#told = version;
  }

  /** Takes up the rows and the gaps of a state; `version` is that of the rows before. */
  read(feed, state, version) {
    this.note(feed, state);
    const { gaps } = state, hasMoved = gaps.length !== this.#gaps.size || gaps.some(({ id, index }) => this.gapAbove(index)?.id !== id);
    this.#gaps = new Map(gaps.map((gap) => [gap.index, gap]));
    [this.#feed, this.#state] = [feed, state];
    const first = hasMoved || version < 0 ? 0 : this.#changed;
    this.#changed = Infinity;
    // Rows before the first change begin where they began.
    if (hasMoved || state.version !== version) this.#sum(Math.min(first, this.#tops.length - 1));
  }

  /** Whether a row of those that are drawn, from `from` on, has another height than was known or guessed. Those behind it move along. */
  measure(from, drawn) {
    const tops = this.#tops;
    let index = from, old = tops[index], top = old, hasChanged = false;
    for (const [key, element] of drawn) {
      const { height } = element.getBoundingClientRect();
      hasChanged ||= Math.abs(height - (this.#heights.get(key) ?? this.#guess)) > 0.01;
      this.#heights.set(key, height);
      top += height;
      if (element.gap) continue;
      old = tops[++index];
      tops[index] = top;
    }
    if (!hasChanged) return false;
    if (this.#guess === unknown) {
      this.#guess = Math.round((top - tops[from]) / drawn.size) || unknown;
      this.#sum();
    } else {
      for (const moved = top - old; ++index < tops.length;) tops[index] += moved;
    }
    return true;
  }

  /** Adds up the heights of the rows from `first` on. */
  #sum(first = 0) {
    const { count } = this.#state, known = this.#tops;
    const tops = known.length === count + 1 ? known : new Float64Array(count + 1);
    if (tops !== known) tops.set(known.subarray(0, Math.min(first + 1, count + 1)));
    const guess = this.#guess;
    for (let index = first; index < count; index++) {
      tops[index + 1] = tops[index] + this.#heightAbove(index) + (this.#heights.get(this.#feed.id(this.#state.at(index))) ?? guess);
    }
    this.#tops = tops;
  }

  gapAbove(index) { return this.#gaps.get(index); }

  #heightAbove(index) {
    const gap = this.gapAbove(index);
    return gap ? this.#heights.get(keyOf(gap)) ?? this.#guess : 0;
  }

  /** Of all rows. */
  get height() { return this.#tops.at(-1); }
  heightOf(index) { return this.#tops[index + 1] - this.topOf(index); }
  topOf(index) { return this.startOf(index) + this.#heightAbove(index); }
  /** Where a row begins, or the gap above it; of the index behind the last row, where they end. */
  startOf(index) { return this.#tops[index]; }

  /** The row that covers a pixel, or has its gap there. */
  find(pixel) {
    let low = 0, high = this.#tops.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The key of a gap among those of rows, which may be any value. */
export const keyOf = ({ id }) => Symbol.for(`gap ${id}`);
