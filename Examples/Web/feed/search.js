// A list that follows a query.
import { make, Table } from './feed.js';

export function createSearch(options) {
  const { pause = 300 } = options;
  if (typeof pause !== 'number' || !(pause >= 0)) throw new RangeError(`pause: milliseconds from 0 on were expected, not ${typeof pause} ${pause}.`);
  /** An empty field asks nothing, but in a search that was made with the empty query. */
  const known = (query) => (query === null || query === '' && options.query !== '' ? undefined : query);
  const queries = new Table();
  let wanted = known(options.restored?.query ?? options.query);

  return make(options, {
    queries,
    get wanted() { return wanted; },
    set wanted(query) { wanted = query; },
    add(core, feed) {
      const { step, tell, later } = core;
      // Before the machine is there only the last query counts.
      this.start = () => {
        if (core.p) return wanted !== undefined && step('typed', queries.number(wanted)) && feed.submit();
        later(() => this.start());
        return wanted !== undefined;
      };
      feed.submit = () => step('submit');
      // That of the first render, on a server and in the browser: what was kept is not known there.
      feed.firstQuery = known(options.query);
      Object.defineProperty(feed, 'query', {
        get: () => wanted,
        set(query) {
          wanted = known(query);
          if (!core.p) feed.start();
          // A field that shows the query has each letter at once.
          if (!core.p || !step('typed', queries.number(wanted))) tell();
        },
      });
    },
  });
}
