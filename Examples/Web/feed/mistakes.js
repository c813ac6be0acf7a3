// What only a developer meets: feed.js loads this when something is wrong, and it says what, and what to do.
import { Misuse } from './feed.js';

const said = new Set();

/** Says something once, however often it happens. */
function warn(sentence) {
  if (!said.has(sentence)) console.warn(sentence);
  said.add(sentence);
}

// What ends a feed before it begins

const where = 'or say where it is: `createFeed({ machine: new URL(\'/feed.wasm\', location), … })`.';

/** A bundle that is no module does not know where it lies. */
export function noAddress() {
  throw new Misuse(`The machine lies beside the module, and this bundle has no \`import.meta.url\`. Make it a module, as by \`--format=esm\`, ${where}`);
}

export function noMachine({ ok, status, url }, { message }) {
  const isForbidden = /unsafe-eval|CSP|Content Security/.test(message);
  throw new Misuse(isForbidden ? `The page's policy has to have 'wasm-unsafe-eval' in its \`script-src\`. (${message})`
    : `${url} is no machine: ${ok ? message : `status ${status}`}. Copy the .wasm files beside feed.js, or beside the bundle that has it, ${where}`);
}

export function noMode(mode) {
  throw new Misuse(`\`refreshMode\` is 'merge' or 'firstPage', not ${JSON.stringify(mode)}.`);
}

// What changes nothing, or something else than was meant

/** What is left of a component may ask the feed of a hook that has ended with it. */
export function ended({ isOfHook }) {
  if (isOfHook) return;
  warn('A feed is used after its `destroy()`: it loads nothing any more. Create another one. In a component of React that is `useFeed`, which does so by itself.');
}

export function noRetry(retry) {
  warn(`\`retry\` is an object, not ${JSON.stringify(retry)}: \`{ attempts: ${Number(retry)} }\`.`);
}

export function editedInPlace() {
  warn('An edit changed its row in place: it does not show, and can not be taken back. Return a changed copy, as in `(row) => ({ ...row, isLiked: true })`.');
}

export function noMember(says, name, names) {
  const near = nearest(name, names);
  warn(`${says} ${name}${near ? `; did you mean ${near}?` : '.'}`);
}

/** The name that was meant: one that is a part of what was written, or the other way round; else one with few other letters. */
function nearest(name, names) {
  const written = name.toLowerCase(), isPart = (part, other) => part.length > 3 && other.includes(part);
  const find = (isIt) => names.find((other) => isIt(other.toLowerCase()));
  return find((other) => isPart(written, other) || isPart(other, written)) ?? find((other) => isLike(written, other, name.length > 4 ? 2 : 1));
}

/** Whether two words differ by a few letters. */
const isLike = (a, b, few) => few >= 0 && (a[0] === b[0]
  ? !a || isLike(a.slice(1), b.slice(1), few)
  : isLike(a.slice(1), b.slice(1), few - 1) || isLike(a.slice(1), b, few - 1) || isLike(a, b.slice(1), few - 1));

