import { preparedStatement } from '../kernel/database/prepared-statement'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import type { TicketId } from '../kernel/ids'
import { type Conditions, whereOf } from '../ticket/list/ticket-sql'
import type { AttendanceReportRow } from './report.calls'

// Joined, because the report reads thousands of rows with names.

/** The time by which tickets are read, newest first. */
export type ReadBy = 'created' | 'closed'

const timeOf = (by: ReadBy) => `t.${by}_at`
const readBy = (by: ReadBy) => `FROM ticket t INDEXED BY ticket_${by}`
const newestFirst = (by: ReadBy) => `ORDER BY ${timeOf(by)} DESC, t.id DESC`

export interface TicketKey {
  id: TicketId
  at: number
}

/** Conditions for the tickets after the key, or until and with it. */
export function besideKey(by: ReadBy, side: '<' | '>=', { id, at }: TicketKey): Conditions {
  return { texts: [`(${timeOf(by)}, t.id) ${side} (?, ?)`], values: [at, id] }
}

interface Scanned extends TicketKey {
  hit: number
}

/** Returns the next tickets of the range, newest first, each with whether it matches the filter. */
export function scanTickets(ctx: CompanyContext, by: ReadBy, filter: Conditions, range: Conditions, limit: number) {
  return preparedStatement<Scanned>(
    ctx,
    `SELECT t.id, ${timeOf(by)} AS at, (${whereOf(filter)}) AS hit ${readBy(by)}
     WHERE ${whereOf(range)} ${newestFirst(by)} LIMIT ${limit}`,
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
export function findBatchEnd(ctx: CompanyContext, by: ReadBy, range: Conditions, limit: number) {
  const found = preparedStatement<TicketKey>(
    ctx,
    `SELECT t.id, ${timeOf(by)} AS at ${readBy(by)} WHERE ${whereOf(range)} ${newestFirst(by)} LIMIT 1 OFFSET ${limit - 1}`,
  ).get(...range.values)
  return found ?? undefined
}

export function sumTickets(ctx: CompanyContext, by: ReadBy, where: Conditions, resolved: Conditions) {
  const sums = preparedStatement<AttendanceSums>(
    ctx,
    `SELECT count(*) AS total, ifnull(sum(${whereOf(resolved)}), 0) AS closed,
       count(t.closed_at - t.started_at) AS attended,
       ifnull(sum(max(0, t.closed_at - t.started_at)), 0) AS supportMs, count(t.rating) AS rated,
       ifnull(sum(t.rating), 0) AS ratings
     ${readBy(by)} WHERE ${whereOf(where)}`,
  ).get(...resolved.values, ...where.values)
  return sums ?? undefined
}

/** Tickets that somebody attended or that still wait for it. */
export const attendedTickets: Conditions = {
  texts: [`(t.status <> 'closed' OR (t.imported = 0 AND NOT (t.born_closed AND t.closed_at IS t.created_at)))`],
  values: [],
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
