import { readFile } from 'node:fs/promises'

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]))
const feed = instance.exports
const list = feed.list_new(10, 0, 3, 0, 1)
const people = Array.from({ length: 82 }, (_, index) => `Person ${index}`)
const rows = []

/** The numbers of a call. The memory may have moved since the last one. */
const numbers = () => new Int32Array(feed.memory.buffer, feed.list_numbers(list), 8)

/** Does what the list wants, and takes over what changed in its rows. */
function perform() {
  for (let effect; (effect = feed.list_effect(list)) >= 0; ) {
    const [ticket, milliseconds, , first, size] = numbers()
    if (effect === 0) fetchPage(first, size).then(
      page => {
        for (const row of page) feed.list_row(list, row, row)
        feed.list_page(list, ticket, first + size < 82 ? first + size : -1, -1, 82)
      },
      () => feed.list_fail(list, ticket, 0, 1, 0)).finally(perform)
    if (effect === 2) setTimeout(() => (feed.list_fired(list, ticket), perform()), milliseconds)
  }
  while (feed.list_splice(list)) {
    const [index, removed, inserted] = numbers()
    const slots = Array.from({ length: inserted }, (_, row) => feed.list_slot(list, index + row))
    rows.splice(index, removed, ...slots.map(slot => people[slot]))
  }
  // A page of the web draws its rows now, and reports those on the screen.
  if (feed.list_visible(list, rows.length - 3, rows.length) === 0) perform()
  else if (feed.list_footer(list) === 6) console.log(rows.length, 'rows, the last is', rows.at(-1))
}

/** A server that fails once. */
let isUp = false
const fetchPage = async (first, size) => {
  if (!isUp) throw (isUp = true)
  return Array.from({ length: Math.min(size, 82 - first) }, (_, index) => first + index)
}

feed.list_start(list)
perform()
