import { getTimezone } from 'countries-and-timezones'

/** Brazil for time zones of no country. */
export function countryOfTimeZone(timeZone: string): string {
  return getTimezone(timeZone)?.countries[0] ?? 'BR'
}
