// The lines of a program that loads an API as this page does.
import { maskedAddress } from './secrets.js';

/** A value at a path, such as `data.rows`, as a program reads it. */
const reading = (path, from = 'page', link = '') => path.split('.').filter(Boolean).reduce((text, name) =>
  `${text}${/^[a-z_$][\w$]*$/i.test(name) ? `${link || '.'}${name}` : `${link}[${JSON.stringify(name)}]`}`, from);

/** @param found where an answer has its rows (null: it is them), and a row its id and its name, once one has come */
export function lines({ url, rows, next }, { path = rows, id = 'id', name = 'name' } = {}) {
  const has = (place) => url.includes(`{${place}}`), isCounted = has('page') || has('offset'), address = maskedAddress(url);
  const values = {
    page: 'cursor', offset: has('page') ? '(cursor - 1) * size' : 'cursor', size: 'size', cursor: 'encodeURIComponent(cursor)',
  };
  const filled = (text) => `\`${text.replace(/[`\\]|\$(?=\{)/g, '\\$&').replace(/\{(\w+)\}/g, (text, place) => (values[place] ? `\${${values[place]}}` : text))}\``;
  const asked = isCounted ? filled(address)
    : has('cursor') ? `cursor === undefined ? ${filled(address.replace(/[^?&#]*=\{cursor\}&?/, ''))} : ${filled(address)}`
      : `new URL(cursor ?? '', ${filled(address)})`;
  const following = `cursor + ${has('page') ? 1 : 'items.length'}`;
  const start = !isCounted ? '' : has('page') ? ' = 1' : ' = 0', size = /\bsize\b/.test(asked.match(/\$\{[^}]*\}/g) ?? '') ? ' size,' : '';
  return [
    'const feed = createFeed({',
    ...(id === 'id' ? [] : [`  id: (row) => ${id ? reading(id, 'row') : 'JSON.stringify(row)'},`]),
    `  load: async ({ cursor${start},${size} signal }) => {`,
    `    const answer = await fetch(${asked}, { signal });`,
    "    if (!answer.ok) throw Object.assign(new Error('The rows did not load'), { status: answer.status });",
    '    const page = await answer.json();',
    `    const items = ${path ? reading(path) : path === null ? 'page' : 'Array.isArray(page) ? page : Object.values(page).find(Array.isArray)'};`,
    `    return { items, next: ${isCounted ? `${next ? reading(next, 'page', '?.') : 'items.length'} ? ${following} : null` : reading(next || 'next', 'page', '?.')} };`,
    '  },',
    '});',
    "const list = document.querySelector('feed-list');",
    `list.row = (row, element) => { element.textContent = ${name ? reading(name, 'row') : 'JSON.stringify(row)'}; };`,
    'list.feed = feed;',
  ].join('\n');
}
