import { daysBetween } from '../kernel/calendar-days'
import type { CompanyAbout } from '../kernel/company-files'
import { localDay } from '../kernel/time-zone'

/** How many whole days remain until a due date (YYYY-MM-DD), counted in the company's time zone; negative when past. */
export function daysUntil(dueDate: string, now: Date, timeZone: string) {
  return daysBetween(localDay(now, timeZone), dueDate)
}

export type SubscriptionState = 'expired' | 'expires today' | 'to expire'

/** The specification's three words for a company's due date. */
function subscriptionState(dueDate: string, now: Date, timeZone: string): SubscriptionState {
  const days = daysUntil(dueDate, now, timeZone)
  if (days < 0) return 'expired'
  return days === 0 ? 'expires today' : 'to expire'
}

/** The same of a company; one that the host has switched off counts as expired. */
export function subscriptionStateOf({ status, dueDate, timeZone }: CompanyAbout, now: Date): SubscriptionState {
  return status ? subscriptionState(dueDate, now, timeZone) : 'expired'
}

/** Whether its people may use it: switched on, and paid until today at least. */
export function isSubscribed(company: CompanyAbout, now: Date) {
  return subscriptionStateOf(company, now) !== 'expired'
}
