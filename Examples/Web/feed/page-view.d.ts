import type { FeedList, View } from './feed-list.js';

/**
 * The page in the place of a list that scrolls by itself: `list.view = pageView(list)`. A header that sticks says how tall it is
 * by `scroll-padding-top` of the page.
 */
export function pageView(list: FeedList): View;
