/** Which load: of the first page, the next one, the previous one, a page between two rows. */
export type Kind = 'refresh' | 'append' | 'prepend' | 'gap';

/**
 * What stands at an end of the list. A `switch` over `type` is complete; `retry(kind)` goes on where there is a kind. (Where
 * there is nothing to do, at `nothing`, `end` and `empty`, there is none.)
 */
export type End =
  /** The list may go on and does not load, or there is nothing to say. */
  | { readonly type: 'nothing' }
  | { readonly type: 'loading'; readonly kind: Kind }
  /** A load is repeated by itself, at `retryAt` as `Date.now()` counts. */
  | { readonly type: 'waiting'; readonly kind: Kind; readonly retryAt: number | undefined }
  | { readonly type: 'failed'; readonly kind: Kind; readonly error: unknown }
  /** A load waits until the device is online. */
  | { readonly type: 'offline'; readonly kind: Kind }
  /** Several pages in a row added no row. */
  | { readonly type: 'stalled'; readonly kind: Kind }
  /** No more rows. */
  | { readonly type: 'end' }
  /** No rows at all, and no more can come. */
  | { readonly type: 'empty' };

/** A place between two rows where rows may be missing. */
export interface Gap {
  /** Names the gap as long as it is there. */
  readonly id: number;
  /** The index of the row below it. */
  readonly index: number;
  /** How its load stands: one gap loads at a time. `from` is the side where its reader is, who asked. `retry('gap')` goes on. */
  readonly load:
    | { readonly type: 'idle' }
    | Extract<End, { type: 'loading' }> & { readonly from: 'above' | 'below' }
    | Extract<End, { type: 'waiting' | 'failed' | 'offline' | 'stalled' }>;
}

export interface LoadRequest<Cursor, Query = undefined> {
  readonly kind: Kind;
  readonly direction: 'after' | 'before';
  /** What `next` or `previous` of a page was; undefined for the first page. */
  readonly cursor: Cursor | undefined;
  readonly size: number;
  readonly query: Query;
  /** Aborted when the answer is no longer wanted: pass it to `fetch`. */
  readonly signal: AbortSignal;
}

export interface Page<Row, Cursor> {
  readonly items: readonly Row[];
  /** Names the next page; leave it out at the end. Any value that JSON can hold. */
  readonly next?: Cursor | null;
  readonly previous?: Cursor | null;
  /** How many rows the server has in all; what is no number counts as none. */
  readonly total?: number | null;
}

/** With `paging: 'page'`: the number of a page, from 1, of `size` rows. */
export interface PageRequest extends Omit<LoadRequest<number>, 'cursor'> {
  readonly page: number;
  /** Whether the row in front of the page is wanted, too. A server that can't give it costs two requests a page, or see `overlap`. */
  readonly overlap: 0 | 1;
}

/** With `paging: 'offset'`: `size` rows from the row number `offset` on, from 0. */
export interface OffsetRequest extends Omit<LoadRequest<number>, 'cursor'> {
  readonly offset: number;
  readonly overlap: 0 | 1;
}

/** A page by number or by offset. The list ends by `more`, else by `total`, else by a page that is shorter than another. */
export interface CountedPage<Row> {
  readonly items: readonly Row[];
  readonly total?: number | null;
  readonly more?: boolean | null;
}

/** A change of a row, on its way to the server. */
export interface EditRequest<Row, Key> {
  readonly kind: 'insert' | 'update' | 'remove';
  readonly id: Key;
  /** The row as it shows; undefined if it is removed. */
  readonly row: Row | undefined;
  /** The row that an inserted one stands in front of; undefined for the end. */
  readonly before: Key | undefined;
  /**
   * Names the edit: the same at each try, after a reload and in a tab that was duplicated, and no other edit has it. A server
   * that gets it as `Idempotency-Key` does an edit once, though it may be sent twice.
   */
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface Edit<Key> {
  readonly id: Key;
  /** Under way, or waiting; or failed, with its error, until it is retried or dismissed. */
  readonly type: 'pending' | 'failed';
  readonly error?: unknown;
  /** Of one that failed: whether the list shows it no more, since the server refused it. One that did not arrive still shows. */
  readonly isUndone?: boolean;
}

/** What a feed shows: the same object until something changes. */
export interface FeedState<Row, Query = undefined> {
  /** Grows with every change of the rows. */
  readonly version: number;
  readonly count: number;
  /** The row at an index, without a copy: what a list that draws some rows needs. */
  at(index: number): Row;
  /** All rows, copied when they are read first. */
  readonly items: readonly Row[];
  /** What stands above the first row: why the rows are not up to date, or how the previous page loads. */
  readonly header: End;
  /** What stands below the last row. */
  readonly footer: End;
  /** From top to bottom. Without the option `gaps` there are none. */
  readonly gaps: readonly Gap[];
  /** The error of an end, and when one is tried again. */
  readonly error: unknown;
  readonly retryAt: number | undefined;
  readonly total: number | undefined;
  readonly query: Query;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly isLoadingPrevious: boolean;
  readonly isRefreshing: boolean;
  readonly isEmpty: boolean;
  readonly isStalled: boolean;
  readonly canLoadMore: boolean;
  /** The rows are those of another query. */
  readonly isStale: boolean;
  /** The query is asked after a pause. */
  readonly isTyping: boolean;
}

/** Why an action was ignored, or why no page loads: a code, for which `debug` has a sentence. */
export interface Refusal {
  readonly code: number;
  readonly values: readonly number[];
  /** Who has to do something: the reader or the program, time, or no one. */
  readonly remedy: 'act' | 'wait' | 'nothing';
  /** For developers, with `debug`. */
  readonly sentence?: string;
}

/** How a load stands; the last three say why there are no more pages. */
export type Load = 'idle' | 'loading' | 'waiting' | 'offline' | 'failed' | 'exhausted' | 'cycle' | 'stalled';

/** How all loads stand, that of a gap with the option `gaps`. */
export type Loads = Readonly<Record<Exclude<Kind, 'gap'>, Load> & { gap?: Load }>;

/** Something that happened, with `debug`. Its action, values and rows are JSON if rows, ids and cursors are. */
export interface Step {
  readonly action: string;
  /** Tickets and other numbers, cursors, ids, rows, errors. */
  readonly values: readonly any[];
  /** The rows of a page. */
  readonly rows?: readonly any[];
  /** Why it was ignored; null if it counted. */
  readonly refusal: Refusal | null;
  /** What was to be done then; `after` is in milliseconds. */
  readonly effects: readonly {
    readonly type: 'load' | 'cancel' | 'schedule' | 'send' | 'drop'; readonly ticket: number; readonly kind?: Kind; readonly after?: number;
  }[];
  /** How the loads stood then. */
  readonly loads: Loads;
  /** Reports that are ignored for the same reason are one step. */
  readonly times: number;
}

/** Rows that went and came at an index. In order they lead from the rows before to the rows now. */
export type Splice = readonly [index: number, removed: number, inserted: number];

/** A list as it is saved: JSON, for a store of your own. `kept.js` keeps one in a storage of the browser. */
export interface Snapshot<Row> {
  readonly items: readonly Row[];
}

interface Common<Row, Key> {
  /** By default `row.id`. Ids stay as they are, and so do rows: what changes is a copy. */
  id?(row: Row): Key;
  /**
   * Whether two values of a row are the same; by default whether their JSON is. Of a Map, a Set or private fields JSON has
   * nothing: give `equal` for rows with such.
   */
  equal?(a: Row, b: Row): boolean;
  /** 20. A size that is no whole number, or is out of its range, is a RangeError of `createFeed`. */
  pageSize?: number;
  /** The next page loads when fewer rows than this follow those that show: 5. */
  prefetchDistance?: number;
  /** With 'merge', the default, a refresh keeps later pages and the reader's place; with 'firstPage' it replaces all. */
  refreshMode?: 'merge' | 'firstPage';
  /**
   * What a refresh does that does not lead to the rows that are there, since more than a page is new: without `gaps` the first
   * page takes their place. With 'manual' or 'automatic' they stay, below a gap, which `fillGap` fills; with 'automatic' it also
   * loads when the reader is near. That is 10 KB, for a machine with gaps.
   */
  gaps?: 'manual' | 'automatic';
  /** About how many rows are kept, and no fewer than two pages. Others load again when the reader comes near. */
  maxItems?: number;
  /** How often a load is repeated by itself, and after how many milliseconds, at first and at most: 3, 1000, 30000. */
  retry?: { attempts?: number; base?: number; cap?: number };
  /**
   * Whether a load may be repeated by itself after this error: by default of the network, a TimeoutError, and those with
   * a `status` of 408, 425, 429, 500, 502, 503 or 504. `error.retryAfter` is how many milliseconds the server asks for.
   */
  isRetryable?(error: any): boolean;
  /** Whether the feed heeds the events `online` and `offline`: it does. */
  followsNetwork?: boolean;
  /** Whether it loads at once: it does. */
  autoStart?: boolean;
  /**
   * What `snapshot()` gave, or what `kept` gives. `snapshot` needs it, if only as undefined. One that is damaged, or of
   * another version of this module, is none: the list loads, and its edits are sent all the same. An edit that can't be sent
   * is told in `edits`.
   *
   * A page is one, too, as `load` gives it: the first one, which a server sent with the document. Its rows show without a
   * request, and the list goes on by its `next`; without one it has ended. In a search it is that of the option `query`.
   */
  restored?: Snapshot<Row> | Page<Row, any> | CountedPage<Row> | null;
  /** Adds sentences to refusals, `steps` and `loads`, and says in the console which names mean nothing; that is 45 KB. */
  debug?: boolean;
  /** With `debug`, each step. */
  onStep?(step: Step): void;
  /**
   * With `debug`: the steps of another feed happen again, and this one goes on from there. With `autoStart: false` it stays.
   * The way to pages that `maxItems` dropped is lost.
   */
  steps?: readonly Pick<Step, 'action' | 'values' | 'rows' | 'times'>[];
  /** The machine, if it does not lie beside feed.js. */
  machine?: URL | WebAssembly.Module | Promise<WebAssembly.Module>;
  /** Of the delays, for tests. */
  seed?: number;
}

interface Editing<Row, Key> {
  /** Sends an edit; what it gives is the row as the server has it, or nothing. */
  send(request: EditRequest<Row, Key>): Row | void | Promise<Row | void>;
}

export interface FeedOptions<Row, Cursor, Key, Query = undefined> extends Common<Row, Key>, Partial<Editing<Row, Key>> {
  /**
   * Gives a page. What it throws is the error of the end; with `invalidCursor: true` the list loads again.
   */
  load(request: LoadRequest<Cursor, Query>): Page<Row, Cursor> | Promise<Page<Row, Cursor>>;
  paging?: undefined;
}

interface Counting {
  /**
   * With 0 each page is one request, and nothing is asked beside it. That is safe where no row goes, or moves down, while the
   * list is read: in an archive, or where rows only come at the top, which are there once all the same. Else a row that moves
   * over the boundary of a page is lost until `reset`. By default it is 1.
   */
  overlap?: 0 | 1;
}

export interface PageFeedOptions<Row, Key> extends Common<Row, Key>, Counting, Partial<Editing<Row, Key>> {
  paging: 'page';
  load(request: PageRequest): CountedPage<Row> | Promise<CountedPage<Row>>;
}

export interface OffsetFeedOptions<Row, Key> extends Common<Row, Key>, Counting, Partial<Editing<Row, Key>> {
  paging: 'offset';
  load(request: OffsetRequest): CountedPage<Row> | Promise<CountedPage<Row>>;
}

/** A list that loads page by page. Functions that return a boolean say whether the action counted. */
export interface Feed<Row, Key = string | number, Query = undefined> {
  get(this: void): FeedState<Row, Query>;
  /** Calls `listener` after each change; returns what ends that. */
  subscribe(this: void, listener: () => void): () => void;
  /** What the last change did to the rows. */
  readonly splices: readonly Splice[];

  /** Loads the first page; only needed with `autoStart: false`, and after `stop`. */
  start(): boolean;
  /** The first and the last row that show. Call it as often as you like. */
  visible(first: number, last: number): boolean;
  /** False while the first page loads again, which decides what comes behind it; ask when `refresh()` has ended. */
  loadMore(): boolean;
  /** Ends when no refresh is under way. It never rejects: the state has the error. */
  refresh(): Promise<void>;
  /** The rows may be out of date: they stay, and the first page loads again. */
  invalidate(): boolean;
  /**
   * Loads a page of a gap, which needs `gaps`: the rows that follow the one above it, or come before the one below it. If the
   * server has told of one side only, those come.
   */
  fillGap(id: number, from?: 'above' | 'below'): boolean;
  retry(kind?: Kind): boolean;
  /** The reader has read the error. */
  dismiss(kind?: Kind): boolean;
  /** Starts over, without rows. */
  reset(): boolean;
  /** A log-out: empties the list, which loads nothing until `start`, and drops its edits, also in what `kept` keeps. */
  stop(): boolean;
  setOnline(isOnline: boolean): boolean;

  /** These five need `send`. An edit shows at once, and what the server refuses is taken back. */
  edit(id: Key, change: Row | ((row: Row) => Row)): boolean;
  insert(row: Row, before?: Key): boolean;
  remove(id: Key): boolean;
  retryEdit(id: Key): boolean;
  dismissEdit(id: Key): boolean;
  readonly edits: readonly Edit<Key>[];

  /** The id of a row. */
  id(row: Row): Key;
  indexOf(id: Key): number;
  /** Why no page of this kind loads now; null if one does, or would as soon as the reader comes near. */
  why(kind?: Kind): Refusal | null;
  /** With `debug`, once the machine is compiled: all that happened, and how the loads stand. */
  readonly steps?: readonly Step[];
  readonly loads?: Loads;
  /**
   * The list to save, with the edits that the server has not answered or has refused; undefined if there is nothing. Of a list
   * with gaps it has the rows between two of them where the reader is.
   */
  snapshot(): Snapshot<Row> | undefined;
  /** A row that shows, and how many pixels below the top: `<feed-list>` sets it and goes there. A snapshot has it. */
  anchor?: { readonly id: Key; readonly offset: number };
  /** Ends all requests, and frees the rows. Nothing changes afterwards; `snapshot()` still gives what there was. */
  destroy(): void;
}

/**
 * Creates a feed. It can be used at once: what is done before the machine is compiled waits for it. The first page does not:
 * it is asked for at once, but for `paging`, `restored`, `maxItems`, `debug` and a search.
 */
export function createFeed<Row, Key = string | number>(options: PageFeedOptions<Row, Key>): Feed<Row, Key>;
export function createFeed<Row, Key = string | number>(options: OffsetFeedOptions<Row, Key>): Feed<Row, Key>;
export function createFeed<Row, Cursor = any, Key = string | number>(options: FeedOptions<Row, Cursor, Key>): Feed<Row, Key>;
