import { daysBetween } from '../../kernel/time/calendar-days'
import type { CompanyAbout } from '../../kernel/company/company-files'
import { localDay } from '../../kernel/time/time-zone'

/** Whole days until a due date (YYYY-MM-DD) in the company's time zone; negative when past. */
export function daysUntil(dueDate: string, now: Date, timeZone: string) {
  return daysBetween(localDay(now, timeZone), dueDate)
}

export const subscriptionStates = ['expired', 'expires today', 'to expire'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

function subscriptionState(dueDate: string, now: Date, timeZone: string): SubscriptionState {
  const days = daysUntil(dueDate, now, timeZone)
  if (days < 0) return 'expired'
  return days === 0 ? 'expires today' : 'to expire'
}

/** A disabled company counts as expired. */
export function subscriptionStateOf({ status, dueDate, timeZone }: CompanyAbout, now: Date): SubscriptionState {
  return status ? subscriptionState(dueDate, now, timeZone) : 'expired'
}

export function isSubscribed(company: CompanyAbout, now: Date) {
  return subscriptionStateOf(company, now) !== 'expired'
}
