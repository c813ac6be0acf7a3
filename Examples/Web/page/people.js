// The people of `./serve`, as a page asks for them.
export async function ask(path, options) {
  const answer = await fetch(path, options);
  if (answer.ok) return answer.json();
  const { status } = answer, after = answer.headers.get('Retry-After');
  const texts = { 403: 'The server says no', 404: 'There is no such page', 429: 'Too many requests' };
  throw Object.assign(new Error(texts[status] ?? 'The server has a problem'), {
    status, retryAfter: after ? after * 1000 : undefined, invalidCursor: status === 410,
  });
}

export const load = ({ query, cursor, size, signal }) =>
  ask(`/rows?size=${size}&cursor=${cursor ?? ''}&q=${encodeURIComponent(query)}`, { signal });

export const send = ({ row, key, signal }) =>
  ask('/like', { method: 'POST', body: JSON.stringify(row), headers: { 'Idempotency-Key': key }, signal });
