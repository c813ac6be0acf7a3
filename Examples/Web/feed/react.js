// The feed in React: `const [state, feed] = useFeed({ load })`. `<FeedList>`, which draws one, lies in react-list.js.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createFeed } from './feed.js';

const firsts = new WeakMap(); // feed → what a server renders, and the browser at first
let blank;

/** The state of a feed that has not begun, whatever this one has loaded on the server, or before the page was hydrated. */
function first(feed) {
  blank ??= createFeed({ load() {}, machine: new Promise(() => {}), autoStart: false, followsNetwork: false }).get();
  if (!firsts.has(feed)) firsts.set(feed, { ...blank, query: feed.firstQuery });
  return firsts.get(feed);
}

/** The state of a feed or a search that lives elsewhere. */
export const useFeedState = (feed) => useSyncExternalStore(feed.subscribe, feed.get, () => first(feed));

const endings = new WeakMap(); // feed → the timer at whose end it has ended, or true

/** A component that writes its key anew at each render means the same list. */
const isSame = (a, b) => Object.is(a, b) || typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);

/** A feed with its key. It asks the functions of the options that the component had last with that key. */
function make({ key, create = createFeed, ...options }) {
  const made = { key, options }, now = (name) => options[name] && { [name]: (request) => made.options[name](request) };
  made.feed = create({ ...options, ...now('load'), ...now('send'), autoStart: false, followsNetwork: false });
  return made;
}

/** A feed that loads as long as the component is mounted, and its options have the same key. */
export function useFeed(options = {}) {
  let [made, setMade] = useState(() => make(options));
  // No render shows the rows of another key.
  if (!isSame(made.key, options.key)) setMade(made = make(options));
  const { feed } = made;
  // A render that React drops changes nothing.
  useEffect(() => { made.options = options; });
  useEffect(() => {
    // The component was hidden for a while.
    if (endings.get(feed) === true) return void setMade(make(options));
    clearTimeout(endings.get(feed));
    const network = new AbortController();
    for (const name of ['online', 'offline']) addEventListener(name, () => feed.setOnline(name === 'online'), network);
    feed.start();
    if (!navigator.onLine) feed.setOnline(false);
    return () => {
      network.abort();
      // A component in StrictMode is there again at once.
      endings.set(feed, setTimeout(() => {
        endings.set(feed, true);
        feed.destroy();
        feed.isOfHook = true;
      }));
    };
  }, [feed]);
  return [useFeedState(feed), feed];
}
