import { Elysia } from 'elysia'

/**
 * Parses a query into strings, or arrays of strings for repeated names. Elysia would parse values that look like JSON and
 * split at commas, so that a search for `[1]` or "Silva, João" would be refused. Contracts decide how lists are read.
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
