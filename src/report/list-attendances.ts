import { isAdmin } from '../kernel/company/actor'
import { and } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { nextTurn } from '../kernel/company/batches'
import { refuse } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { requestedFilter, requestedParts } from './attendance-filter.view'
import { isBeside, joinAttendances, scanTickets, type TicketKey } from './attendances.view'
import type { AttendanceReport, AttendanceReportRow } from './report.calls'
import { type AttendanceFilter, type AttendanceReportQuery, reportPageMax } from './report.contract'
import { batchSize, sumAttendances } from './sum-attendances'
import { minuteMs } from '../kernel/time/durations.contract'

export async function getAttendanceReport(
  ctx: CompanyContext,
  query: AttendanceReportQuery,
): Promise<AttendanceReport> {
  const from = (query.page - 1) * query.pageSize
  const ids: TicketId[] = []
  let total = 0
  for await (const batch of matchingBatches(ctx, query)) {
    ids.push(...batch.slice(Math.max(0, from - total), Math.max(0, from + query.pageSize - total)))
    total += batch.length
    // The total counts further rows.
    if (ids.length === query.pageSize) break
  }
  return { tickets: rowsOf(ctx, ids), totalTickets: await sumAttendances(ctx, query) }
}

export async function* writeAttendanceReport(
  ctx: CompanyContext,
  query: AttendanceReportQuery,
): AsyncGenerator<string> {
  let total = 0
  yield '{"tickets":['
  for await (const batch of matchingBatches(ctx, query)) {
    for (let from = 0; from < batch.length; from += reportPageMax) {
      const rows = rowsOf(ctx, batch.slice(from, from + reportPageMax)).map((row) => JSON.stringify(row))
      if (rows.length > 0) yield (total + from > 0 ? ',' : '') + rows.join(',')
      await nextTurn()
    }
    total += batch.length
  }
  yield `],"totalTickets":${JSON.stringify(await sumAttendances(ctx, query))}}`
}

export function assertMayReport(ctx: CompanyContext) {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
}

async function* matchingBatches(ctx: CompanyContext, query: AttendanceReportQuery): AsyncGenerator<TicketId[]> {
  for (const batch of walkAttendances(ctx, query)) {
    yield batch
    await nextTurn()
  }
}

export function* walkAttendances(ctx: CompanyContext, query: AttendanceFilter): Generator<TicketId[]> {
  for (const { source, tickets } of requestedParts(ctx, query)) {
    const filter = requestedFilter(ctx, query, source)
    for (let last: TicketKey | undefined, isMore = true; isMore;) {
      const scanned = scanTickets(ctx, source, filter, and(tickets, last && isBeside(source, '<', last)), batchSize)
      yield scanned.filter(({ hit }) => hit).map(({ id }) => id)
      last = scanned.at(-1)
      isMore = scanned.length === batchSize
    }
  }
}

export function rowsOf(ctx: CompanyContext, ids: readonly TicketId[]): AttendanceReportRow[] {
  const rows = joinAttendances(ctx, ids)
  return rows.map(({ startedAt, createdAt, closedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    supportTime: startedAt && closedAt && Math.round(Math.max(0, closedAt.getTime() - startedAt.getTime()) / minuteMs),
  }))
}
