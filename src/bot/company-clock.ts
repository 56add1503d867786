import type { CompanyContext } from '../kernel/company-context'
import { timeZoneOf, wallClock } from '../kernel/time-zone'

/** Returns day and time in the company's time zone. */
export function companyClock(ctx: CompanyContext) {
  return wallClock(ctx.now, timeZoneOf(ctx))
}
