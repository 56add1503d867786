import { getTimezone } from 'countries-and-timezones'

/** The country (ISO 3166) in which a company with this time zone is; Brazil for zones of no country. */
export function countryOfTimeZone(timeZone: string): string {
  return getTimezone(timeZone)?.countries[0] ?? 'BR'
}
