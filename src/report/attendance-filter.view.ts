import { type AnyColumn, and, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { inList, stored } from '../kernel/database/expressions'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import { ticketSearch } from '../ticket/list/ticket-filter'
import { countedStatuses } from '../ticket/ticket-status'
import { ticketTable } from '../ticket/ticket.tables'
import { hasErasedTickets, isAttended, isStarted, isTagged, isUntagged, type TicketSource } from './attendances.view'
import { type AttendanceFilter, noRecord } from './report.contract'

const ticket = ticketTable

interface ReportPart {
  source: TicketSource
  tickets: SQL | undefined
}

/** Tickets opened in the period's days, then older ones resolved in it, each newest first; those of erased contacts follow. */
export function requestedParts(ctx: CompanyContext, query: AttendanceFilter): ReportPart[] {
  const parts = storedParts(ctx, query)
  return hasErasedTickets(ctx) ? [...parts, ...parts.flatMap(ofErased)] : parts
}

/** None of them is still active. */
function ofErased({ source, tickets }: ReportPart): ReportPart[] {
  if (source === 'created') return [{ source: 'erasedCreated', tickets }]
  return source === 'closed' ? [{ source: 'erasedClosed', tickets }] : []
}

function storedParts(ctx: CompanyContext, query: AttendanceFilter): ReportPart[] {
  const { counts, dateFrom, status } = query
  const resolved: ReportPart = { source: 'closed', tickets: withinDays(ctx, query, 'closed') }
  if (counts === 'resolved') return [resolved]
  const opened: ReportPart = { source: 'created', tickets: withinDays(ctx, query, 'created') }
  if (!dateFrom && status.length > 0 && !status.includes('closed')) {
    // Few tickets, which need not be looked for among all.
    return [{ source: 'status', tickets: and(opened.tickets, inList(ticket.status, status.flatMap(countedStatuses))) }]
  }
  if (counts === 'opened' || !dateFrom) return [opened]
  const isOlder = lt(ticket.createdAt, new Date(boundsOfDay(dateFrom, timeZoneOf(ctx)).startMs))
  return [opened, { ...resolved, tickets: and(resolved.tickets, isOlder) }]
}

export function withinDays(
  ctx: CompanyContext,
  { dateFrom, dateTo }: Pick<AttendanceFilter, 'dateFrom' | 'dateTo'>,
  date: 'created' | 'closed',
): SQL | undefined {
  const timeZone = timeZoneOf(ctx)
  const time = date === 'created' ? ticket.createdAt : ticket.closedAt
  return and(
    date === 'closed' ? isNotNull(time) : undefined,
    dateFrom ? gte(time, new Date(boundsOfDay(dateFrom, timeZone).startMs)) : undefined,
    dateTo ? lt(time, new Date(boundsOfDay(dateTo, timeZone).endMs)) : undefined,
  )
}

export function requestedFilter(ctx: CompanyContext, query: AttendanceFilter, source: TicketSource): SQL | undefined {
  const { searchParam, contactId, status, startedBy, ratings, onlyRated, tags, withUnattended } = query
  return and(
    contactId === undefined ? undefined : eq(ticket.contactId, contactId),
    isAmongOrNone(ticket.connectionId, query.whatsappId),
    isAmongOrNone(ticket.userId, query.users),
    isAmongOrNone(ticket.queueId, query.queueIds),
    tags.length > 0 ? or(isTagged(source, tags), tags.includes(noRecord) ? isUntagged(source) : undefined) : undefined,
    isAmong(ticket.status, status.flatMap(countedStatuses)),
    isAmong(
      stored(ticket.startedByUs),
      startedBy.map((starter) => Number(starter === 'company')),
    ),
    // A missing rating is 0 here.
    isAmong(sql<number>`ifnull(${ticket.rating}, 0)`, ratings),
    onlyRated ? isNotNull(ticket.rating) : undefined,
    ticketSearch(ctx, { searchParam, searchOnMessages: false })?.isMatch,
    startedBy.length > 0 ? isStarted : undefined,
    withUnattended ? undefined : isAttended,
  )
}

const isAmong = (...[column, values]: Parameters<typeof inList>) =>
  values.length > 0 ? inList(column, values) : undefined

const isAmongOrNone = (column: AnyColumn, ids: readonly number[]) =>
  isAmong(ids.includes(noRecord) ? sql`ifnull(${column}, ${noRecord})` : column, ids)
