// <feed-list> in JSX: `import type {} from 'feed/jsx'`, once in a program. It needs React's types, of 18.2.6 or later.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { FeedList } from './feed-list.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** `class`, as React 18 passes no `className` on to an element of the page's own. */
      'feed-list': DetailedHTMLProps<HTMLAttributes<FeedList>, FeedList> & { class?: string };
    }
  }
}
