import { dayMs } from '../../time/durations.contract'
import { wallClock } from '../../time/time-zone'

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
