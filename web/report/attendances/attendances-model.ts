import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../../api/api-client'
import { fetchAttendances, type AttendancesData } from './load-attendances'
import type { AttendanceQuery } from './attendance-query'

/** The displayed page of the report. A newer request replaces one in progress. */
export function createAttendances(api: ApiClient, first: AttendancesData) {
  const query = signal(first.query)
  const report = signal(first.report)
  const loading = signal(false)
  const failed = signal<unknown>(undefined)
  let request = new AbortController()

  async function ask(requested: AttendanceQuery) {
    request.abort()
    const { signal: abort } = (request = new AbortController())
    batch(() => {
      query.value = requested
      loading.value = true
      failed.value = undefined
    })
    try {
      const answer = await fetchAttendances(api, requested, abort)
      if (!abort.aborted) report.value = answer
    } catch (cause) {
      if (!abort.aborted) failed.value = cause
    } finally {
      if (!abort.aborted) loading.value = false
    }
  }

  return { query, report, loading, failed, ask, dispose: () => request.abort() }
}
