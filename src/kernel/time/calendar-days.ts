import { dayMs } from './durations.contract'

/** Calendar days are strings (YYYY-MM-DD) without a time zone. Browsers without Temporal use this file too. */

/** Monday first, as ISO 8601 numbers them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Returns the calendar day `days` later; earlier if negative. */
export function addDays(day: string, days: number) {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string) {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}
