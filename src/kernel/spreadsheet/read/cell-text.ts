import { type CellObject, SSF } from 'xlsx'
import { dayMs } from '../../time/durations.contract'
import { wallClock } from '../../time/time-zone'

/** A phone number would be displayed as 5.51E+12. */
export function textOf({ t, v, z }: Pick<CellObject, 't' | 'v' | 'z'>): string {
  if (t === 'e') return ''
  if (typeof v !== 'number') return v instanceof Date ? v.toISOString() : String(v ?? '')
  const format = typeof z === 'string' ? z : ''
  return SSF.is_date(format) || /^0+$/.test(format) ? formatted(v, format) : String(v)
}

function formatted(value: number, format: string) {
  return String(SSF.format(/^m\/d\/yy/i.test(format) ? 'dd/mm/yyyy' : format, value))
}

export const withoutGaps = (row: readonly (string | undefined)[]) => Array.from(row, (cell = '') => cell)

export const isDateFormat = (format: string): boolean => SSF.is_date(format)

export const builtInFormat = (id: number): string => (SSF.get_table() as Record<number, string>)[id] ?? ''

/** Days from 30 December 1899, day 0 of spreadsheets, to 1 January 1970. */
const epochDays = 25_569

/** Days since 30 December 1899, in the time zone. */
export function serialDate(at: Date | number, timeZone: string): number {
  const { day, time } = wallClock(at, timeZone)
  return Date.parse(`${day}T${time}Z`) / dayMs + epochDays
}

export function shownDate(serial: number): string {
  const text = new Date(Math.round((serial - epochDays) * dayMs)).toISOString()
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 16)}`
}
