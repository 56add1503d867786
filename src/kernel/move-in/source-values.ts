import * as v from 'valibot'

type Value = string | null | undefined

/** SQLite would end a text at a NUL. */
export const textOf = (value: Value, lengthMax = Infinity): string => {
  const text = value ?? ''
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text
  return whole.length > lengthMax ? whole.slice(0, lengthMax).toWellFormed() : whole
}

/** `enabled` and `enable` are their own spellings. */
export function flagOf(value: Value, missing = false): boolean {
  if (value === null || value === undefined || value === '') return missing
  return ['t', 'true', '1', 'enabled', 'enable'].includes(value)
}

/** Whole, between the bounds. */
export function numberOf(value: Value, { min = 0, max = Number.MAX_SAFE_INTEGER, missing = 0 } = {}): number {
  const number = value === null || value === undefined || value.trim() === '' ? Number.NaN : Math.round(Number(value))
  return Number.isNaN(number) ? missing : Math.min(max, Math.max(min, number))
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/

/** Undefined without a time. One without an offset is UTC's. */
export function momentOf(value: Value): Date | undefined {
  const found = value ? moment.exec(value) : null
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', sign, hours, minutes] = found
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    ms,
  )
  const offsetMinutes = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  const at = new Date(local - (sign === '-' ? -1 : 1) * offsetMinutes * 60_000)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const epoch = new Date(0)

export const timesOf = (row: Readonly<Record<string, Value>>) => {
  const createdAt = momentOf(row['createdAt']) ?? momentOf(row['updatedAt']) ?? epoch
  return { createdAt, updatedAt: momentOf(row['updatedAt']) ?? createdAt }
}

export function jsonOf(value: Value): unknown {
  try {
    return value ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}

/** What our own form would have made of it, or `otherwise`. */
export function parsedOr<Schema extends v.GenericSchema>(
  schema: Schema,
  given: unknown,
  otherwise: v.InferOutput<Schema>,
) {
  const { success, output } = v.safeParse(schema, given)
  return success ? output : otherwise
}
