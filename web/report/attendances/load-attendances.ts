import type { AttendanceReport, AttendanceSummary } from '../../../src/report/report.calls'
import type { ApiClient } from '../../api/api-client'
import { calendarDay } from '../../i18n/format'
import type { PageSession } from '../../page/page-definition'
import { type AttendanceQuery, filterOf, readAttendanceQuery } from './attendance-query'

export interface AttendancesData {
  query: AttendanceQuery
  report: AttendanceReport
  summary: AttendanceSummary
}

export async function loadAttendances(
  api: ApiClient,
  _params: object,
  address: URLSearchParams,
  { user }: PageSession,
): Promise<AttendancesData> {
  const query = readAttendanceQuery(address, calendarDay(Date.now(), user?.company.timeZone ?? 'UTC'))
  const [report, summary] = await Promise.all([fetchAttendances(api, query), fetchSummary(api, query)])
  return { query, report, summary }
}

export function fetchAttendances(api: ApiClient, query: AttendanceQuery, signal?: AbortSignal) {
  const { page, pageSize } = query
  return api.get('/ticketreport/reports', { query: { ...filterOf(query), page, pageSize }, signal })
}

export function fetchSummary(api: ApiClient, query: AttendanceQuery, signal?: AbortSignal) {
  return api.get('/ticketreport/summary', { query: { ...filterOf(query), groupBy: query.groupBy }, signal })
}
