import { Elysia } from 'elysia'

/** Elysia would parse what looks like JSON and split at commas, and refuse a search for `[1]` or "Silva, João". */
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
