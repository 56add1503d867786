import type { CompanyContext } from '../kernel/company/company-context'
import { timeZoneOf, wallClock } from '../kernel/time/time-zone'

export function companyClock(ctx: CompanyContext) {
  return wallClock(ctx.now, timeZoneOf(ctx))
}
