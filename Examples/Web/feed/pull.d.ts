import type { FeedList } from './feed-list.js';

/** A pull with a finger refreshes. While it is pulled an element `.feed-pull` shows above the header, with one of the texts. */
export function pullToRefresh(list: FeedList, options?: { texts?: [pull: string, letGo: string] }): void;
