import type { Snapshot } from './feed.js';

/**
 * Keeps a list in a storage: `createFeed({ load, send, restored: kept({ storage: sessionStorage, name: 'people' }) })`.
 *
 * Edits that the server has not answered are kept at each change, so a tab that crashes loses none; rows and place when the
 * page is left or the list ends. After a reload, on the way back and within the page the list is where it was. Another visit
 * begins anew, and sends the edits that wait. `stop()`, a log-out, empties it.
 *
 * Give each list, and each account, a name of its own. In a storage that tabs share, such as `localStorage`, the tab that
 * writes last has the name: a `sessionStorage` has each tab's own. Rows and edits are kept as JSON. If there is no room for
 * the rows the edits stay; what can't be kept is an error of the console. In a frame without an origin reading
 * `sessionStorage` throws: give undefined there, and nothing is kept.
 */
export function kept<Row = any>(where: { storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined; name: string }): Snapshot<Row>;
