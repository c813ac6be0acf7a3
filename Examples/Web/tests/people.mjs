// A list without a page: `node tests/people.mjs feed.wasm`.
import { readFile } from 'node:fs/promises'
import { createFeed } from '../feed/feed.js'

const people = Array.from({ length: 82 }, (_, id) => ({ id, name: `Person ${id}` }))
const feed = createFeed({
  machine: readFile(process.argv[2]).then(bytes => WebAssembly.compile(bytes)),
  load: async ({ cursor = 0, size }) => ({
    items: people.slice(cursor, cursor + size),
    next: cursor + size < people.length ? cursor + size : null,
  }),
})
feed.subscribe(() => {
  const { count, footer, at } = feed.get()
  if (footer.type === 'end') console.log(count, 'rows, the last is', at(count - 1).name)
  else feed.visible(count - 3, count - 1) // A page draws its rows, and reports those that show.
})
