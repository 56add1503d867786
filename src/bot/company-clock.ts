import type { CompanyContext } from '../kernel/company-context'
import { timeZoneOf, wallClock } from '../kernel/time-zone'

/** The clock on the company's wall. */
export function companyClock(ctx: CompanyContext) {
  return wallClock(ctx.now, timeZoneOf(ctx))
}
