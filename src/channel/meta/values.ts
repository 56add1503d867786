export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Seconds since 1970 as text; without a valid time that of filing. */
export function timeOf(value: unknown): number {
  const seconds = Number(textOf(value))
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 9e12) * 1000 : Number.MAX_SAFE_INTEGER
}
