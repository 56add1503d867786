import type { SessionUser } from '../session-user'

export type SubscriptionState = 'active' | 'to-expire' | 'expires-today' | 'expired'

export interface Subscription {
  state: SubscriptionState
  /** Whole days until the due date, negative after it; undefined when there is none. */
  daysLeft: number | undefined
}

const warnBelowDays = 5
const dayMs = 86_400_000
const defaultTimeZone = 'America/Sao_Paulo'
/** The platform's own company never expires. */
const platformCompanyId = 1

/** Where the company's subscription stands on its own calendar day. */
export function subscriptionOf({ company, companyId }: SessionUser, now: Date): Subscription {
  if (companyId === platformCompanyId || !company.dueDate) return { state: 'active', daysLeft: undefined }
  const due = dayNumber(company.dueDate.slice(0, 10))
  if (Number.isNaN(due)) return { state: 'active', daysLeft: undefined }
  const daysLeft = due - dayNumber(dayIn(company.timeZone ?? defaultTimeZone, now))
  return { state: stateFor(daysLeft), daysLeft }
}

function stateFor(daysLeft: number): SubscriptionState {
  if (daysLeft < 0) return 'expired'
  if (daysLeft === 0) return 'expires-today'
  return daysLeft < warnBelowDays ? 'to-expire' : 'active'
}

/** en-CA writes a day as YYYY-MM-DD. */
function dayIn(timeZone: string, now: Date) {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

function dayNumber(day: string) {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
}
