// Gaps between rows: feed.js loads this for a feed with `gaps`.
import { gapModes, Misuse } from './feed.js';

const sides = ['above', 'below'];

export function add(core, feed) {
  const { w, p, options: { gaps, refreshMode = 'merge' }, cursors, numbers, loading, step } = core;
  if (!gapModes.includes(gaps)) throw new Misuse(`\`gaps\` is 'manual' or 'automatic', not ${JSON.stringify(gaps)}.`);
  if (refreshMode !== 'merge') throw new Misuse('Gaps come where a refresh keeps rows: `gaps` needs the `refreshMode` \'merge\'.');
  if (!w.list_gaps) throw new Misuse('`machine` has no gaps: leave it out, or give feed-gaps.wasm.');

  core.gaps = () => Array.from({ length: w.list_gaps(p) }, (_, place) => {
    const load = loading(w.list_gap(p, place)), [, , id, index, isBelow] = numbers(), { type } = load;
    return { id, index, load: type === 'nothing' ? { type: 'idle' } : type === 'loading' ? { ...load, from: sides[isBelow] } : load };
  });

  /** Where the rows of a gap are from a side, as the number of its direction and that of its cursor; undefined if that is not known. */
  core.gapPosition = (id, way) => (w.list_gap_position(p, id, +(way < 0)) ? [...numbers().subarray(0, 2)] : undefined);

  feed.fillGap = (id, from = 'above') => {
    if (!sides.includes(from)) throw new Misuse(`A gap is filled from 'above' or 'below', not ${JSON.stringify(from)}.`);
    return step('fill', id, sides.indexOf(from));
  };
}
