// The feed in React: `const [state, feed] = useFeed({ load })`.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createFeed } from './feed.js';

/** The state of a feed or a search that lives elsewhere. */
export const useFeedState = (feed) => useSyncExternalStore(feed.subscribe, feed.get, feed.get);

const endings = new WeakMap(); // feed → the timer at whose end it has ended, or true
const make = (options) => createFeed({ ...options, autoStart: false, followsNetwork: false });

/** A feed that loads as long as the component is mounted. */
export function useFeed(options) {
  const [feed, setFeed] = useState(() => make(options));
  useEffect(() => {
    // The component was hidden for a while.
    if (endings.get(feed) === true) return void setFeed(make(options));
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
      }));
    };
  }, [feed]);
  return [useFeedState(feed), feed];
}
