import type { CompanyContext } from '../kernel/company/company-context'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import { refuse } from '../kernel/errors'
import type { TicketId } from '../kernel/ids'
import { ticketSearch } from '../ticket/list/ticket-filter'
import { add, type Conditions, conditions, join, list } from '../ticket/list/ticket-sql'
import { countedStatuses } from '../ticket/ticket-status'
import {
  attendedTickets,
  type AttendanceSums,
  besideKey,
  findBatchEnd,
  joinAttendances,
  type ReadBy,
  scanTickets,
  sumTickets,
} from './attendances.view'
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
  const filter = requestedFilter(ctx, query)
  const resolved = withinDays(ctx, query, 'closed')
  const sums: AttendanceSums = { total: 0, closed: 0, attended: 0, supportMs: 0, rated: 0, ratings: 0 }
  for (const { by, tickets } of requestedParts(ctx, query)) {
    for (let after: Conditions | undefined = conditions(); after;) {
      const range = join(tickets, after)
      const last = findBatchEnd(ctx, by, range, batchSize)
      const until = last ? besideKey(by, '>=', last) : conditions()
      const part = sumTickets(ctx, by, join(range, until, filter), resolved)
      for (const name of keysOf(sums)) sums[name] += part?.[name] ?? 0
      after = last && besideKey(by, '<', last)
      await pause()
    }
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

/** Reads the tickets of the period by key, and yields the matching ones in batches. */
export function* walkAttendances(ctx: CompanyContext, query: AttendanceFilter): Generator<TicketId[]> {
  const filter = requestedFilter(ctx, query)
  for (const { by, tickets } of requestedParts(ctx, query)) {
    for (let after: Conditions | undefined = conditions(); after;) {
      const scanned = scanTickets(ctx, by, filter, join(tickets, after), batchSize)
      yield scanned.filter(({ hit }) => hit).map(({ id }) => id)
      const last = scanned.length < batchSize ? undefined : scanned.at(-1)
      after = last && besideKey(by, '<', last)
    }
  }
}

const pause = () => new Promise((resume) => setImmediate(resume))

interface ReportPart {
  by: ReadBy
  tickets: Conditions
}

/** Tickets that were opened in the period, then older ones that were resolved in it; each newest first. */
function requestedParts(ctx: CompanyContext, query: AttendanceFilter): ReportPart[] {
  const parts: ReportPart[] = [{ by: 'created', tickets: withinDays(ctx, query, 'created') }]
  if (!query.dateFrom) return parts
  const older = conditions()
  add(older, 't.created_at < ?', boundsOfDay(query.dateFrom, timeZoneOf(ctx)).startMs)
  return [...parts, { by: 'closed', tickets: join(withinDays(ctx, query, 'closed'), older) }]
}

function withinDays(ctx: CompanyContext, { dateFrom, dateTo }: AttendanceFilter, by: ReadBy): Conditions {
  const timeZone = timeZoneOf(ctx)
  const found = conditions()
  if (by === 'closed') add(found, 't.closed_at IS NOT NULL')
  if (dateFrom) add(found, `t.${by}_at >= ?`, boundsOfDay(dateFrom, timeZone).startMs)
  if (dateTo) add(found, `t.${by}_at < ?`, boundsOfDay(dateTo, timeZone).endMs)
  return found
}

function requestedFilter(ctx: CompanyContext, query: AttendanceFilter): Conditions {
  const found = conditions()
  const { searchParam, contactId, whatsappId, users, queueIds, status, onlyRated, withUnattended } = query
  const among = (column: string, ids: readonly (number | string)[]) => {
    if (ids.length > 0) add(found, `${column} IN ${list}`, JSON.stringify(ids))
  }
  if (contactId !== undefined) add(found, 't.contact_id = ?', contactId)
  among('t.connection_id', whatsappId)
  among('t.user_id', users)
  among('t.queue_id', queueIds)
  among('t.status', status.flatMap(countedStatuses))
  if (onlyRated) add(found, 't.rating IS NOT NULL')
  const search = ticketSearch(ctx, { searchParam, searchOnMessages: false })
  return join(found, search ?? conditions(), withUnattended ? conditions() : attendedTickets)
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
