import { dayMs } from './durations.contract'

/** YYYY-MM-DD. Also for browsers without Temporal. */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export function addDays(day: string, days: number) {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string) {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}
