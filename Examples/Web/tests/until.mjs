import assert from 'node:assert/strict';

/** Waits until something holds; each turn lets promises and timers run. */
export async function until(holds) {
  // A machine is compiled by threads that take their time on a busy computer.
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (holds()) return;
    await new Promise(setImmediate);
  }
  assert.fail(`it never came: ${holds}`);
}
