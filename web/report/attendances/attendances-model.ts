import { batch, signal } from '@preact/signals-react'
import type { ApiClient } from '../../api/api-client'
import { fetchAttendances, fetchSummary, type AttendancesData } from './load-attendances'
import { type AttendanceQuery, filterOf } from './attendance-query'

/** The displayed page of the report. A newer request replaces one in progress. */
export function createAttendances(api: ApiClient, first: AttendancesData) {
  const query = signal(first.query)
  const report = signal(first.report)
  const summary = signal(first.summary)
  const loading = signal(false)
  const failed = signal<unknown>(undefined)
  let request = new AbortController()
  let shown = summarizedBy(first.query)

  async function ask(requested: AttendanceQuery) {
    request.abort()
    const { signal: abort } = (request = new AbortController())
    const summarized = summarizedBy(requested)
    batch(() => {
      query.value = requested
      loading.value = true
      failed.value = undefined
    })
    try {
      // Another page has the same summary.
      const [answer, counted] = await Promise.all([
        fetchAttendances(api, requested, abort),
        summarized === shown ? summary.peek() : fetchSummary(api, requested, abort),
      ])
      if (abort.aborted) return
      shown = summarized
      batch(() => {
        report.value = answer
        summary.value = counted
      })
    } catch (cause) {
      if (!abort.aborted) failed.value = cause
    } finally {
      if (!abort.aborted) loading.value = false
    }
  }

  /** Shows what was loaded with the page, such as after a link to other filters. */
  function show(data: AttendancesData) {
    request.abort()
    shown = summarizedBy(data.query)
    batch(() => {
      query.value = data.query
      report.value = data.report
      summary.value = data.summary
      loading.value = false
      failed.value = undefined
    })
  }

  return { query, report, summary, loading, failed, ask, show, dispose: () => request.abort() }
}

const summarizedBy = (query: AttendanceQuery) => JSON.stringify([filterOf(query), query.groupBy])
