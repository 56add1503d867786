import type { StoredItems } from './agent-form'

export function sentenceError(sentence: string) {
  return Object.assign(new Error(sentence), { code: sentence, fields: {} })
}

export function atItsRow(
  cause: unknown,
  list: string,
  kind: keyof StoredItems,
  stored: readonly { index: number }[],
): unknown {
  if (typeof cause !== 'object' || cause === null || !('fields' in cause)) return cause
  const pattern = new RegExp(`^${list}\\.(\\d+)\\.`)
  const fields = Object.entries(cause.fields as Record<string, string>).map(([path, error]) => [
    path.replace(pattern, (_, at: string) => `${kind}.${stored[Number(at)]?.index ?? at}.`),
    error,
  ])
  return Object.assign(cause, { fields: Object.fromEntries(fields) as object })
}
