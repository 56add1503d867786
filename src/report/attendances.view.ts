import { preparedStatement } from '../kernel/database/prepared-statement'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { TicketId } from '../kernel/ids'
import { type Conditions, list, whereOf } from '../ticket/list/ticket-sql'
import type { AttendanceReportRow } from './report.calls'

// Joined, because the report reads thousands of rows with names.

/** How tickets are found: by the time at which they were opened or closed, or by their status; always newest first. */
export type TicketSource = 'created' | 'closed' | 'status'

const indexes = { created: 'ticket_created', closed: 'ticket_closed', status: 'ticket_list' } as const
const timeOf = (source: TicketSource) => (source === 'closed' ? 't.closed_at' : 't.created_at')
const readFrom = (source: TicketSource) => `FROM ticket t INDEXED BY ${indexes[source]}`
const newestFirst = (source: TicketSource) => `ORDER BY ${timeOf(source)} DESC, t.id DESC`

export interface TicketKey {
  id: TicketId
  at: number
}

/** Conditions for the tickets after the key, or until and with it. */
export function besideKey(source: TicketSource, side: '<' | '>=', { id, at }: TicketKey): Conditions {
  return { texts: [`(${timeOf(source)}, t.id) ${side} (?, ?)`], values: [at, id] }
}

interface Scanned extends TicketKey {
  hit: number
}

/** Returns the next tickets of the range, newest first, each with whether it matches the filter. */
export function scanTickets(
  ctx: CompanyContext,
  source: TicketSource,
  filter: Conditions,
  range: Conditions,
  limit: number,
) {
  return preparedStatement<Scanned>(
    ctx,
    `SELECT t.id, ${timeOf(source)} AS at, (${whereOf(filter)}) AS hit ${readFrom(source)}
     WHERE ${whereOf(range)} ${newestFirst(source)} LIMIT ${limit}`,
  ).all(...filter.values, ...range.values)
}

export interface AttendanceSums {
  total: number
  /** Resolved in the period. */
  closed: number
  /** Tickets that were started and closed, and their time between, in ms. */
  attended: number
  supportMs: number
  rated: number
  ratings: number
}

/** Returns the key of the last of the next tickets of the range, newest first; undefined when fewer are left. */
export function findBatchEnd(ctx: CompanyContext, source: TicketSource, range: Conditions, limit: number) {
  const found = preparedStatement<TicketKey>(
    ctx,
    `SELECT t.id, ${timeOf(source)} AS at ${readFrom(source)} WHERE ${whereOf(range)} ${newestFirst(source)} LIMIT 1 OFFSET ${limit - 1}`,
  ).get(...range.values)
  return found ?? undefined
}

/** Both parameters are the ids of tags as JSON. */
export const taggedTickets = `(t.contact_id IN (SELECT contact_id FROM contact_tag WHERE tag_id IN ${list})
  OR t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id IN ${list}))`
export const untaggedTickets = `(NOT EXISTS (SELECT 1 FROM contact_tag WHERE contact_id = t.contact_id)
  AND NOT EXISTS (SELECT 1 FROM ticket_tag WHERE ticket_id = t.id))`

export interface GroupSums extends AttendanceSums {
  /** The group's record; 0 without one. */
  groupId: number
}

const groupColumns = { all: '0', queue: 'queue_id', user: 'user_id', connection: 'connection_id' }
export type SummedGroup = keyof typeof groupColumns | 'tag'

const summedColumns = 't.id, t.contact_id, t.queue_id, t.user_id, t.connection_id, t.started_at, t.closed_at, t.rating'
const sums = `count(*) AS total, sum(resolved) AS closed, count(closed_at - started_at) AS attended,
  ifnull(sum(max(0, closed_at - started_at)), 0) AS supportMs, count(rating) AS rated, ifnull(sum(rating), 0) AS ratings`

/** All tickets, each counted once. */
export const everyTag = -1

/** Tickets of contacts with the tag, of lanes, and without either. Plain tags are on contacts, lanes on tickets. */
const sumsByTag = `SELECT tag_id AS groupId, ${sums} FROM t CROSS JOIN contact_tag USING (contact_id) GROUP BY tag_id
  UNION ALL SELECT tag_id, ${sums} FROM t CROSS JOIN ticket_tag link ON ticket_id = t.id
    WHERE NOT EXISTS (SELECT 1 FROM contact_tag c WHERE c.contact_id = t.contact_id AND c.tag_id = link.tag_id)
    GROUP BY tag_id
  UNION ALL SELECT 0, ${sums} FROM t WHERE ${untaggedTickets} HAVING count(*) > 0
  UNION ALL SELECT ${everyTag}, ${sums} FROM t`

const sumsBy = (group: SummedGroup) =>
  group === 'tag' ? sumsByTag : `SELECT ifnull(${groupColumns[group]}, 0) AS groupId, ${sums} FROM t GROUP BY groupId`

/** Sums the tickets by group. A ticket counts in the group of each of its tags. */
export function sumTickets(
  ctx: CompanyContext,
  source: TicketSource,
  where: Conditions,
  resolved: Conditions,
  group: SummedGroup,
) {
  return preparedStatement<GroupSums>(
    ctx,
    `WITH t AS ${group === 'tag' ? 'MATERIALIZED' : ''} (
       SELECT ${summedColumns}, ${whereOf(resolved)} AS resolved ${readFrom(source)} WHERE ${whereOf(where)}
     ) ${sumsBy(group)}`,
  ).all(...resolved.values, ...where.values)
}

/** Tickets that somebody attended or that still wait for it. */
export const attendedTickets: Conditions = {
  texts: [`(t.status <> 'closed' OR (t.imported = 0 AND NOT (t.born_closed AND t.closed_at IS t.created_at)))`],
  values: [],
}

/** Tickets that the dashboard counts as started, by the company or by the contact. */
export const startedTickets: Conditions = { texts: ['t.imported = 0 AND NOT t.born_closed'], values: [] }

interface NamedRecord {
  id: number
  name: string
  color: string | null
}

const colors = { queue: 'color', tag: 'color', user: 'NULL', connection: 'NULL' }

export function listNames(ctx: CompanyContext, group: keyof typeof colors, ids: readonly number[]) {
  return preparedStatement<NamedRecord>(
    ctx,
    `SELECT id, name, ${colors[group]} AS color FROM ${group} WHERE id IN ${list}`,
  ).all(JSON.stringify(ids))
}

/** In ms since 1970. */
export function findFirstOpening(ctx: CompanyContext) {
  return (
    preparedStatement<{ at: number | null }>(ctx, 'SELECT min(created_at) AS at FROM ticket').get()?.at ?? undefined
  )
}

interface JoinedRow extends Omit<AttendanceReportRow, 'createdAt' | 'closedAt' | 'supportTime'> {
  createdAt: number
  startedAt: number | null
  closedAt: number | null
}

const rowsById = perCompany(({ sqlite }) =>
  sqlite.prepare<JoinedRow, [string]>(
    `SELECT t.id, t.uuid, ifnull(n.name, '') AS whatsappName, c.name AS contactName, ifnull(u.name, '') AS userName,
       ifnull(q.name, '') AS queueName, t.status, t.last_message AS lastMessage, t.created_at AS createdAt,
       t.started_at AS startedAt, t.closed_at AS closedAt, t.rating AS NPS
     FROM json_each(?) requested JOIN ticket t ON t.id = requested.value JOIN contact c ON c.id = t.contact_id
     LEFT JOIN connection n ON n.id = t.connection_id LEFT JOIN user u ON u.id = t.user_id
     LEFT JOIN queue q ON q.id = t.queue_id ORDER BY requested.key`,
  ),
)

/** In the order of the ids. */
export function joinAttendances(ctx: CompanyContext, ids: readonly TicketId[]): JoinedRow[] {
  return rowsById(ctx.company).all(JSON.stringify(ids))
}
