import type { CompanyContext } from '../kernel/company-context'
import { timeZoneOf, wallClock } from '../kernel/time-zone'

export function companyClock(ctx: CompanyContext) {
  return wallClock(ctx.now, timeZoneOf(ctx))
}
