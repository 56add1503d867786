import type { CompanyContext } from '../kernel/company/company-context'
import { boundsOfDay, timeZoneOf } from '../kernel/time/time-zone'
import { ticketSearch } from '../ticket/list/ticket-filter'
import { add, type Conditions, conditions, join, list } from '../ticket/list/ticket-sql'
import { countedStatuses } from '../ticket/ticket-status'
import { attendedTickets, startedTickets, taggedTickets, type TicketSource, untaggedTickets } from './attendances.view'
import { type AttendanceFilter, noRecord } from './report.contract'

interface ReportPart {
  source: TicketSource
  tickets: Conditions
}

/** The tickets of the period's days: those opened in it, then older ones that were resolved in it; each newest first. */
export function requestedParts(ctx: CompanyContext, query: AttendanceFilter): ReportPart[] {
  const { counts, dateFrom, status } = query
  const resolved: ReportPart = { source: 'closed', tickets: withinDays(ctx, query, 'closed') }
  if (counts === 'resolved') return [resolved]
  const opened: ReportPart = { source: 'created', tickets: withinDays(ctx, query, 'created') }
  if (!dateFrom && status.length > 0 && !status.includes('closed')) {
    // Few tickets, which need not be looked for among all.
    const active = conditions()
    addAmong(active, 't.status', status.flatMap(countedStatuses))
    return [{ source: 'status', tickets: join(opened.tickets, active) }]
  }
  if (counts === 'opened' || !dateFrom) return [opened]
  const older = conditions()
  add(older, 't.created_at < ?', boundsOfDay(dateFrom, timeZoneOf(ctx)).startMs)
  return [opened, { ...resolved, tickets: join(resolved.tickets, older) }]
}

export function withinDays(
  ctx: CompanyContext,
  { dateFrom, dateTo }: Pick<AttendanceFilter, 'dateFrom' | 'dateTo'>,
  date: 'created' | 'closed',
): Conditions {
  const timeZone = timeZoneOf(ctx)
  const found = conditions()
  if (date === 'closed') add(found, 't.closed_at IS NOT NULL')
  if (dateFrom) add(found, `t.${date}_at >= ?`, boundsOfDay(dateFrom, timeZone).startMs)
  if (dateTo) add(found, `t.${date}_at < ?`, boundsOfDay(dateTo, timeZone).endMs)
  return found
}

export function requestedFilter(ctx: CompanyContext, query: AttendanceFilter): Conditions {
  const found = conditions()
  const { searchParam, contactId, status, startedBy, ratings, onlyRated, withUnattended } = query
  if (contactId !== undefined) add(found, 't.contact_id = ?', contactId)
  addAmongOrNone(found, 't.connection_id', query.whatsappId)
  addAmongOrNone(found, 't.user_id', query.users)
  addAmongOrNone(found, 't.queue_id', query.queueIds)
  addTags(found, query.tags)
  addAmong(found, 't.status', status.flatMap(countedStatuses))
  addAmong(
    found,
    't.started_by_us',
    startedBy.map((starter) => Number(starter === 'company')),
  )
  // A missing rating is 0 here.
  addAmong(found, 'ifnull(t.rating, 0)', ratings)
  if (onlyRated) add(found, 't.rating IS NOT NULL')
  const search = ticketSearch(ctx, { searchParam, searchOnMessages: false }) ?? conditions()
  const started = startedBy.length > 0 ? startedTickets : conditions()
  return join(found, search, started, withUnattended ? conditions() : attendedTickets)
}

function addAmong(to: Conditions, column: string, values: readonly (number | string)[]) {
  if (values.length > 0) add(to, `${column} IN ${list}`, JSON.stringify(values))
}

function addAmongOrNone(to: Conditions, column: string, ids: readonly number[]) {
  addAmong(to, ids.includes(noRecord) ? `ifnull(${column}, ${noRecord})` : column, ids)
}

function addTags(to: Conditions, tags: readonly number[]) {
  if (tags.length === 0) return
  const ids = JSON.stringify(tags)
  if (tags.includes(noRecord)) add(to, `(${taggedTickets} OR ${untaggedTickets})`, ids, ids)
  else add(to, taggedTickets, ids, ids)
}
