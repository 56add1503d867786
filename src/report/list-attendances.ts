import type { CompanyContext } from '../kernel/company/company-context'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import { refuse } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { ticketSearch } from '../ticket/list/ticket-filter'
import { add, type Conditions, conditions, join, list } from '../ticket/list/ticket-sql'
import { type AttendanceSums, findBatchEnd, joinAttendances, scanTickets, sumTickets } from './attendances.view'
import type { AttendanceReport, AttendanceReportRow, AttendanceTotals } from './report.calls'
import { type AttendanceFilter, type AttendanceReportQuery, reportPageMax } from './report.contract'
import { canSeeAttendanceReport } from './report.policy'
import { keysOf } from '../kernel/typed-object.contract'
import { minuteMs } from '../kernel/time/durations.contract'

/** Tickets read per turn of the event loop, a few milliseconds. */
const batchSize = 5000

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
    // The total counts the further rows.
    if (ids.length === query.pageSize) break
  }
  return { tickets: rowsOf(ctx, ids), totalTickets: await sumAttendances(ctx, query) }
}

/** Totals over all pages of the report, in batches with turns of the event loop between. */
async function sumAttendances(ctx: CompanyContext, query: AttendanceFilter): Promise<AttendanceTotals> {
  const days = requestedDays(ctx, query)
  const filter = requestedFilter(ctx, query)
  const sums: AttendanceSums = { total: 0, closed: 0, attended: 0, supportMs: 0, rated: 0, ratings: 0 }
  for (let after: Conditions | undefined = conditions(); after;) {
    const range = join(days, after)
    const last = findBatchEnd(ctx, range, batchSize)
    const until = conditions()
    if (last) add(until, '(t.created_at, t.id) >= (?, ?)', last.createdAt, last.id)
    const part = sumTickets(ctx, join(range, until, filter))
    for (const name of keysOf(sums)) sums[name] += part?.[name] ?? 0
    after = last && conditions()
    if (last && after) add(after, '(t.created_at, t.id) < (?, ?)', last.createdAt, last.id)
    await pause()
  }
  const { total, closed, attended, supportMs, rated, ratings } = sums
  return {
    total,
    closed,
    rated,
    supportTime: attended === 0 ? null : Math.round(supportMs / attended / minuteMs),
    rating: rated === 0 ? null : Math.round((ratings / rated) * 10) / 10,
  }
}

/** Yields every row as it is read, in the same form as a page. */
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
      await pause()
    }
    total += batch.length
  }
  yield `],"totalTickets":${JSON.stringify(await sumAttendances(ctx, query))}}`
}

export function assertMayReport(ctx: CompanyContext) {
  if (!canSeeAttendanceReport(ctx.actor)) refuse('ERR_NO_PERMISSION')
}

/** The batches of `walkAttendances`, yielding to the event loop in between. */
async function* matchingBatches(ctx: CompanyContext, query: AttendanceReportQuery): AsyncGenerator<TicketId[]> {
  for (const batch of walkAttendances(ctx, query)) {
    yield batch
    await pause()
  }
}

/** Reads the tickets of the period by key, newest first, and yields the matching ones in batches. */
export function* walkAttendances(ctx: CompanyContext, query: AttendanceFilter): Generator<TicketId[]> {
  const days = requestedDays(ctx, query)
  const filter = requestedFilter(ctx, query)
  let after = conditions()
  for (;;) {
    const range = join(days, after)
    const scanned = scanTickets(ctx, filter, range, batchSize)
    yield scanned.filter(({ hit }) => hit).map(({ id }) => id)
    const last = scanned.at(-1)
    if (!last || scanned.length < batchSize) return
    after = conditions()
    add(after, '(t.created_at, t.id) < (?, ?)', last.createdAt, last.id)
  }
}

const pause = () => new Promise((resume) => setImmediate(resume))

function requestedDays(ctx: CompanyContext, { dateFrom, dateTo }: AttendanceFilter): Conditions {
  const timeZone = timeZoneOf(ctx)
  const found = conditions()
  if (dateFrom) add(found, 't.created_at >= ?', boundsOfDay(dateFrom, timeZone).startMs)
  if (dateTo) add(found, 't.created_at < ?', boundsOfDay(dateTo, timeZone).endMs)
  return found
}

function requestedFilter(ctx: CompanyContext, query: AttendanceFilter): Conditions {
  const found = conditions()
  const { searchParam, contactId, whatsappId, users, queueIds, status, onlyRated } = query
  const among = (column: string, ids: readonly (number | string)[]) => {
    if (ids.length > 0) add(found, `${column} IN ${list}`, JSON.stringify(ids))
  }
  if (contactId !== undefined) add(found, 't.contact_id = ?', contactId)
  among('t.connection_id', whatsappId)
  among('t.user_id', users)
  among('t.queue_id', queueIds)
  among('t.status', status)
  if (onlyRated) add(found, 't.rating IS NOT NULL')
  const search = ticketSearch(ctx, { searchParam, searchOnMessages: false })
  return search ? join(found, search) : found
}

export function rowsOf(ctx: CompanyContext, ids: readonly TicketId[]): AttendanceReportRow[] {
  const rows = joinAttendances(ctx, ids)
  return rows.map(({ startedAt, createdAt, closedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
    supportTime:
      startedAt === null || closedAt === null ? null : Math.round(Math.max(0, closedAt - startedAt) / minuteMs),
  }))
}
