import { Elysia } from 'elysia'

/**
 * The query as it was written: text, or texts where a name is repeated. Elysia would read what looks like JSON and cut at
 * commas, so that somebody who looks for `[1]` or for "Silva, João" is told that the search is no text. What a list in a
 * query means is for its contract to say.
 */
export const plainQuery = new Elysia({ name: 'plain-query' }).onTransform({ as: 'global' }, (context) => {
  const { url } = context.request
  const at = url.indexOf('?')
  if (at !== -1) context.query = readQuery(url.slice(at + 1)) as typeof context.query
})

export function readQuery(text: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = read[name]
    if (before === undefined) read[name] = value
    else if (typeof before === 'string') read[name] = [before, value]
    else before.push(value)
  }
  return read
}
