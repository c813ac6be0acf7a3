// Whether the crowd would notice: mistakes are put into the module, one at a time. `node tests/faults.mjs`, after ./build.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const feed = fileURLToPath(new URL('../site/feed', import.meta.url)), crowd = fileURLToPath(new URL('crowd.mjs', import.meta.url));
const faults = [
  ['feed.js', 'what a list has asked for is not aborted as it ends', 'for (const work of live.values()) work.abort();', ''],
  ['feed.js', 'a cancel is not heeded', 'live.get(ticket)?.abort();', ''],
  ['feed.js', 'what was given up in the same turn is asked for', 'if (isOver()) return;\nthen = land', 'then = land'],
  ['feed.js', 'a row that has changed counts as the same', '!ask(() => equal(rows.get(found.slot), row))', 'false'],
  ['feed.js', 'all cursors are one', 'const key = JSON.stringify(value, exact)', 'const key = String(value)'],
  ['feed.js', 'a failure of the network is one of the server for good', 'isRetryable = mayHelp', 'isRetryable = () => false'],
  ['feed.js', 'a change of the rows is told without its place', 'splices.push([...numbers().subarray(0, 3)])', 'splices.push([0, 0, 0])'],
  ['feed.js', 'a forgotten cursor is asked for at once, again and again', 'reloads++ ?', 'false ?'],
  ['feed.js', 'a timer fires and is not told', "() => step('fired', ticket)", '() => {}'],
  ['edits.js', 'the row that the server gives for an edit is left out', 'row ? core.hold(row) : [-1, -1]', '[-1, -1]'],
  ['edits.js', 'an edit has another key at each try', 'keys.get(ticket) ?? `${own}-${ticket}`', '`${own}-${Math.random()}`'],
  ['edits.js', 'an edit of an earlier run gets a new key', "keys.set(ticket, name);", "keys.set(ticket, `${name} again`);"],
  ['edits.js', 'edits that wait are not kept as they change', 'if (isOfEdits.test(action)) core.saves?.(core.unsent());', ''],
  ['restore.js', 'saved edits do not come back', 'left.push(...editsOf(restored))', '0'],
  ['restore.js', 'saved rows stand in for each refresh', '[core.block, core.saved] = [first && blockOf(first)]', '[core.block] = [first && blockOf(first)]'],
  ['restore.js', 'the way up is not saved', 'before = positions(-1, isFirst ? undefined : above)', 'before = []'],
  ['restore.js', 'only the nearest page that a window dropped is known', "if (rest.length) page[request.direction === 'before' ? 'previous' : 'next'] = new Beyond(rest);", ''],
  ['paging.js', 'no page before is read, though rows went', 'overlapAt(at) && !pages[0].items.some(isKnown)', 'false'],
  ['paging.js', 'a page is asked for that nobody waits for', 'request.signal.throwIfAborted();', ''],
  ['paging.js', 'a list of pages never ends', 'next: isEnd ? undefined : ', 'next: '],
  ['kept.js', 'a log-out leaves what waits', 'if (!list) this.keepEdits([]);', ''],
];

// `--places` only sees whether each mistake still has its place in the code.
const isTried = process.argv[2] !== '--places', isNamed = ([, says]) => !isTried || says.includes(process.argv[2] ?? '');
let unnoticed = 0;
for (const [file, says, from, to] of faults.filter(isNamed)) {
  const code = readFileSync(join(feed, file), 'utf8');
  if (code.split(from).length !== 2) throw new Error(`${file} has not one place for: ${says}`);
  if (!isTried) continue;
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  cpSync(feed, folder, { recursive: true });
  writeFileSync(join(folder, file), code.replace(from, () => to));
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', crowd, '--seconds=60', `--site=${pathToFileURL(folder)}/`], { encoding: 'utf8', timeout: 120_000 });
  const noticed = status === 1 && stdout.includes(' sessions, ');
  unnoticed += !noticed;
  console.log(noticed ? 'noticed  ' : 'UNNOTICED', `${file}: ${says}.`, noticed ? stdout.split('\n')[0].slice(0, 110) : `${status} ${stdout.trim()}`);
  rmSync(folder, { recursive: true });
}
process.exit(unnoticed ? 1 : 0);
