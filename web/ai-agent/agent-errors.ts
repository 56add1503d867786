import { readRefused } from '../i18n/error-text'
import type { StoredItems } from './agent-form'

/** A failure that is shown as this sentence. */
export function sentenceError(sentence: string) {
  return Object.assign(new Error(sentence), { code: sentence, fields: {} })
}

/** Says in the document's words that a deletion failed, unless the server says why. */
export function removalError(sentence: string) {
  return (cause: unknown): never => {
    const code = readRefused(cause)?.code ?? ''
    throw code === '' || code === 'ERR_INTERNAL' ? sentenceError(sentence) : cause
  }
}

/** Faults of the items that were sent, at the rows of the form. */
export function atItsRow(
  cause: unknown,
  list: string,
  kind: keyof StoredItems,
  stored: readonly { index: number }[],
): unknown {
  if (typeof cause !== 'object' || cause === null || !('fields' in cause)) return cause
  const pattern = new RegExp(`^${list}\\.(\\d+)\\.`)
  const fields = Object.entries(cause.fields as Record<string, string>).map(([path, fault]) => [
    path.replace(pattern, (_, at: string) => `${kind}.${stored[Number(at)]?.index ?? at}.`),
    fault,
  ])
  return Object.assign(cause, { fields: Object.fromEntries(fields) as object })
}
