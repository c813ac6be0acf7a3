// Draws the loads of a feed: their states, what leads from one to another, and where they are.
import { transitions } from './transitions.js';

const places = {
  idle: [45, 48], loading: [151, 48], waiting: [257, 48], offline: [363, 48],
  exhausted: [45, 130], cycle: [151, 130], stalled: [257, 130], failed: [363, 130],
};
// Those of a gap are none of the table: sessions at random show that they are all.
const gap = {
  idle: 'loading offline', loading: 'idle waiting failed stalled offline', waiting: 'loading idle offline', offline: 'loading idle',
  failed: 'loading idle', stalled: 'loading idle',
};
/** The loads, and how they stand, in words. */
export const loadNames = { refresh: 'Refresh', append: 'Next page', prepend: 'Previous page', gap: 'Gap' };
export const loadName = (kind) => loadNames[kind].toLowerCase();
const stateNames = { exhausted: 'all read', cycle: 'in circles', stalled: 'nothing new' };
export const stateName = (state) => stateNames[state] ?? state;

/** What the machine says, in words of a page. */
export const plain = (sentence) => sentence
  .replace(/^append has ended/, 'the end is reached').replace(/^prepend has ended/, 'the beginning is reached')
  .replace(/\b(ap|pre)pend\b/g, loadName);

const arrows = { ...transitions, prepend: transitions.append, gap };
const height = 160;

/** A line from one state to another, bent so that the way back is another line. */
function path(from, to) {
  const [x, y] = places[from], [u, v] = places[to], length = Math.hypot(u - x, v - y);
  const bend = y === v ? 12 + length / 5 : 22;
  const [a, b] = [(x + u) / 2 + (v - y) / length * bend, (y + v) / 2 - (u - x) / length * bend];
  // From border to border of the boxes.
  const border = ([x, y]) => {
    const share = Math.min(42 / Math.abs(a - x || 1e-9), 13 / Math.abs(b - y || 1e-9), 1);
    return [x + (a - x) * share, y + (b - y) * share].map(Math.round);
  };
  return `M${border([x, y])} Q${Math.round(a)},${Math.round(b)} ${border([u, v])}`;
}

const element = (name, attributes, text) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
};

/** Fills `svg`, and returns what draws how the loads stand, and what moved each last. */
export function diagram(svg) {
  svg.setAttribute('viewBox', `0 0 408 ${4 * height}`);
  const tip = element('marker', { id: 'tip', viewBox: '0 0 6 6', refX: 5, refY: 3, markerWidth: 5, markerHeight: 5, orient: 'auto-start-reverse' });
  tip.append(element('path', { d: 'M0,0 6,3 0,6z', fill: 'context-stroke' }));
  svg.replaceChildren(element('defs', {}));
  svg.firstChild.append(tip);
  const states = {}, lit = {}, groups = {};
  Object.entries(arrows).forEach(([kind, next], number) => {
    const list = Object.entries(next).flatMap(([from, all]) => all.split(' ').map((to) => [from, to]));
    const group = groups[kind] = element('g', { transform: `translate(0 ${number * height})` });
    group.append(element('text', { x: 3, y: 9, class: 'kind' }, loadNames[kind]));
    for (const [from, to] of list) group.append(element('path', { d: path(from, to), 'data-from': from }));
    group.append((lit[kind] = element('path', { class: 'lit' })));
    states[kind] = {};
    for (const name of new Set(list.flatMap(([from, to]) => [from, to]))) {
      const [x, y] = places[name], state = (states[kind][name] = element('g', { class: 'state', 'data-state': name }));
      state.append(
        element('rect', { x: x - 42, y: y - 12, width: 84, height: 24, rx: 12 }),
        element('text', { x, y: y + 4, 'text-anchor': 'middle' }, stateName(name)));
      group.append(state);
    }
    svg.append(group);
  });

  return (loads, moves) => {
    for (const [kind, load] of Object.entries(loads)) {
      for (const [name, state] of Object.entries(states[kind])) state.classList.toggle('lit', name === load);
      for (const way of groups[kind].querySelectorAll('[data-from]')) way.classList.toggle('way', way.dataset.from === load);
      if (moves[kind]) lit[kind].setAttribute('d', path(moves[kind].from, load));
      else lit[kind].removeAttribute('d');
    }
    svg.setAttribute('aria-label', Object.entries(loads).map(([kind, load]) => `${loadNames[kind]}: ${stateName(load)}`).join(', '));
  };
}

/** The step that moved each load last: from which state, by what, and its number. */
export function lastMoves(steps) {
  const moves = {};
  for (const kind of Object.keys(arrows)) {
    const before = (index) => (index ? steps[index - 1].loads[kind] : steps[0].loads[kind] && 'idle');
    const index = steps.findLastIndex((step, index) => step.loads[kind] !== before(index));
    if (index >= 0) moves[kind] = { from: before(index), step: index + 1 };
  }
  return moves;
}

/** Whether the diagram has an arrow from a state to another one, or none is needed. */
export const leads = (kind, from, to) => from === to || !!arrows[kind][from]?.split(' ').includes(to);
