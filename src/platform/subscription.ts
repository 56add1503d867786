import type { CompanyAbout } from '../kernel/company-files'

/** How many whole days remain until a due date (YYYY-MM-DD), counted in the company's time zone; negative when past. */
export function daysUntil(dueDate: string, now: Date, timeZone: string) {
  return Math.round((Date.parse(dueDate) - Date.parse(localDay(now, timeZone))) / 86_400_000)
}

export type SubscriptionState = 'expired' | 'expires today' | 'to expire'

/** The specification's three words for a company's due date. */
export function subscriptionState(dueDate: string, now: Date, timeZone: string): SubscriptionState {
  const days = daysUntil(dueDate, now, timeZone)
  if (days < 0) return 'expired'
  return days === 0 ? 'expires today' : 'to expire'
}

/** Whether its people may use it: switched on, and paid until today at least. */
export function isSubscribed({ status, dueDate, timeZone }: CompanyAbout, now: Date) {
  return status && subscriptionState(dueDate, now, timeZone) !== 'expired'
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day (YYYY-MM-DD) at a place. */
export function localDay(now: Date, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(now)
}
