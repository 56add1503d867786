import type { CompanyContext } from '../kernel/company-context'
import { wallClock } from '../kernel/wall-clock'

/** The clock on the company's wall. */
export function companyClock({ company, now }: CompanyContext) {
  return wallClock(now, company.services.about(company.id).timeZone)
}
