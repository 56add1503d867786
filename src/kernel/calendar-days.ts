/** Calendar days are strings (YYYY-MM-DD) without a time zone. Browsers without Temporal use this file too. */
const dayMs = 86_400_000

/** Monday first, as ISO 8601 numbers them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** The calendar day `count` days later; earlier for a negative number. */
export function addDays(day: string, days: number) {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days lie between two calendar days; negative when `to` is the earlier. */
export function daysBetween(from: string, to: string) {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}
