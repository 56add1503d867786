import * as v from 'valibot'
import { DashboardQuery } from '../../src/report/report.contract'
import type { SlaReport } from '../../src/sla/sla-report.answers'
import type { Loader } from '../page/page-definition'

/** Of the address; an invalid period is ignored. */
export function periodOf(query: URLSearchParams) {
  const given = { days: query.get('days'), date_from: query.get('date_from'), date_to: query.get('date_to') }
  const found = v.safeParse(DashboardQuery, Object.fromEntries(Object.entries(given).filter(([, text]) => text)))
  return found.success ? found.output : {}
}

export const loadSla: Loader<SlaReport> = (api, _, query) => api.get('/sla/report', { query: periodOf(query) })
