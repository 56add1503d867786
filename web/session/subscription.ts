import type { SessionUser } from '../../src/user/session/session.calls'

type SubscriptionState = 'active' | 'to-expire' | 'expires-today' | 'expired'

export interface Subscription {
  state: SubscriptionState
  /** Whole days until the due date, negative after it. */
  daysLeft: number
}

const warnBelowDays = 5

export function subscriptionOf({ company: { subscription, daysLeft } }: SessionUser): Subscription {
  if (subscription === 'expired') return { state: 'expired', daysLeft }
  if (subscription === 'expires today') return { state: 'expires-today', daysLeft }
  return { state: daysLeft < warnBelowDays ? 'to-expire' : 'active', daysLeft }
}
