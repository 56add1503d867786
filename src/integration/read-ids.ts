import { IntegrationError } from './integration-error'

function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

const none: readonly unknown[] = [undefined, null, false, 0, '0', '']

/** An invalid id is a problem; existence is checked later. */
export function readId(name: string, value: unknown, problems: IntegrationError[]): number | undefined {
  if (none.includes(typeof value === 'string' ? value.trim() : value)) return undefined
  const id = idOf(value)
  if (id === undefined) problems.push(new IntegrationError('unknownId', `${name}: ${shown(value)}`))
  return id
}

export function readIds(name: string, values: unknown, max: number, problems: IntegrationError[]): number[] {
  const all: readonly unknown[] = Array.isArray(values) ? values : [values]
  if (all.length > max) problems.push(new IntegrationError('unknownId', `${name}: more than ${max}`))
  return all.slice(0, max).flatMap((value) => readId(name, value, problems) ?? [])
}

const shownMax = 60

function shown(value: unknown) {
  return (JSON.stringify(value) ?? String(value)).slice(0, shownMax)
}
