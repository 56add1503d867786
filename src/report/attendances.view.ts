import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { TicketId } from '../kernel/ids'
import { type Conditions, preparedStatement, whereOf } from '../ticket/ticket-sql'
import type { AttendanceReportRow } from './report.calls'

// Joined, because the report walks all tickets of its days and writes thousands of rows with the names beside them.

interface Scanned {
  id: TicketId
  createdAt: number
  hit: number
}

/** The next tickets of the range, the newest first, each with whether it meets the filter. */
export function scanTickets(ctx: CompanyContext, filter: Conditions, range: Conditions, most: number) {
  return preparedStatement<Scanned>(
    ctx,
    `SELECT t.id, t.created_at AS createdAt, (${whereOf(filter)}) AS hit FROM ticket t INDEXED BY ticket_created
     WHERE ${whereOf(range)} ORDER BY t.created_at DESC, t.id DESC LIMIT ${most}`,
  ).all(...filter.values, ...range.values)
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
     FROM json_each(?) asked JOIN ticket t ON t.id = asked.value JOIN contact c ON c.id = t.contact_id
     LEFT JOIN connection n ON n.id = t.connection_id LEFT JOIN user u ON u.id = t.user_id
     LEFT JOIN queue q ON q.id = t.queue_id ORDER BY asked.key`,
  ),
)

/** In the order of the ids. */
export function joinAttendances(ctx: CompanyContext, ids: readonly TicketId[]): JoinedRow[] {
  return rowsById(ctx.company).all(JSON.stringify(ids))
}
