// The feed in React: `const [state, feed] = useFeed({ load })`.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createFeed } from './feed.js';

/** The state of a feed or a search that lives elsewhere. */
export const useFeedState = (feed) => useSyncExternalStore(feed.subscribe, feed.get, feed.get);

/** A feed that loads as long as the component is mounted. */
export function useFeed(options) {
  const [feed] = useState(() => createFeed({ ...options, autoStart: false, followsNetwork: false }));
  useEffect(() => {
    const network = new AbortController();
    for (const name of ['online', 'offline']) addEventListener(name, () => feed.setOnline(name === 'online'), network);
    if (!navigator.onLine) feed.setOnline(false);
    feed.start();
    return () => {
      network.abort();
      feed.stop();
    };
  }, [feed]);
  return [useFeedState(feed), feed];
}
