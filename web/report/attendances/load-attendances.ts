import type { AttendanceReport } from '../../../src/report/report.calls'
import type { ApiClient } from '../../api/api-client'
import { calendarDay } from '../../i18n/format'
import type { PageSession } from '../../page/page-definition'
import { type AttendanceQuestion, filterOf, readQuestion } from './attendance-question'

export interface AttendancesData {
  question: AttendanceQuestion
  report: AttendanceReport
}

export async function loadAttendances(
  api: ApiClient,
  _params: object,
  address: URLSearchParams,
  { user }: PageSession,
): Promise<AttendancesData> {
  const question = readQuestion(address, calendarDay(Date.now(), user?.company.timeZone ?? 'UTC'))
  return { question, report: await fetchAttendances(api, question) }
}

export function fetchAttendances(api: ApiClient, question: AttendanceQuestion, signal?: AbortSignal) {
  const { page, pageSize } = question
  return api.get('/ticketreport/reports', { query: { ...filterOf(question), page, pageSize }, signal })
}
