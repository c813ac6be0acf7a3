// What Docs/HowDoI.md shows of the module, run: `node tests/howdoi.mjs`, after ./build.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createFeed } from '../feed/feed.js'
import { createSearch } from '../feed/search.js'
import { until } from './until.mjs'

const compile = name => readFile(new URL(`../site/feed/${name}.wasm`, import.meta.url)).then(bytes => WebAssembly.compile(bytes))
const [machine, editing, searching] = ['feed', 'feed-edits', 'feed-search'].map(compile)
const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `Person ${id}` }))

const byNumber = createFeed({
  machine,
  paging: 'page',
  load: async ({ page, size }) => ({ items: rows.slice((page - 1) * size, page * size), total: rows.length }),
})
await until(() => byNumber.get().count === 20)
byNumber.loadMore()
await until(() => byNumber.get().footer.type === 'end')
assert.deepEqual([byNumber.get().count, byNumber.get().total], [30, 30])

const search = createSearch({
  machine: searching,
  query: '',
  load: async ({ query, cursor = 0, size }) => {
    const found = rows.filter(row => row.name.includes(query))
    return { items: found.slice(cursor, cursor + size), next: cursor + size < found.length ? cursor + size : null }
  },
})
const typed = text => { search.query = text }
await until(() => search.get().count === 20)
typed('7')
search.submit()
await until(() => search.get().count === 3 && !search.get().isStale)
typed('')
search.submit()
await until(() => search.get().count === 20 && !search.get().isStale)

const listOf = user => createFeed({ machine, load: async () => ({ items: [{ id: user }] }) })
let feed = listOf('ada')
const show = user => {
  feed.destroy()
  feed = listOf(user)
}
show('grace')
await until(() => feed.get().count === 1)
assert.equal(feed.get().at(0).id, 'grace')

const likes = createFeed({
  machine: editing,
  load: async () => ({ items: rows }),
  send: async () => { throw new Error('no more likes today') },
})
await until(() => likes.get().count === 30)
likes.edit(7, row => ({ ...row, isLiked: true }))
const failed = list => list.edits.filter(edit => edit.type === 'failed').map(edit => edit.error.message)
await until(() => failed(likes).length === 1)
assert.deepEqual(failed(likes), ['no more likes today'])

for (const list of [byNumber, search, feed, likes]) list.destroy()
console.log('the answers of Docs/HowDoI.md hold')
