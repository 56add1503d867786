import { maskText, mustMask } from '../../contact/number/mask-number'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { EventType } from '../../kernel/event/event-log'
import type { TicketId } from '../../kernel/ids'
import type { TicketLogEntry } from '../ticket.answers'
import type { ContactEdit } from '../contact-edit.contract'
import { getTicket } from '../ticket.queries'

const logTypeOf: Partial<Record<EventType, TicketLogEntry['type']>> = {
  'ticket.created': 'create',
  'ticket.chatBotStarted': 'chatBot',
  'ticket.queued': 'queue',
  'ticket.accepted': 'open',
  'ticket.accessed': 'access',
  'ticket.transferred': 'transfered',
  'ticket.received': 'receivedTransfer',
  'ticket.assigned': 'receivedTransfer',
  'ticket.returned': 'pending',
  'ticket.closed': 'closed',
  'ticket.reopened': 'reopen',
  'ticket.closeUndone': 'reopen',
  'ticket.acceptUndone': 'pending',
  'ticket.transferUndone': 'receivedTransfer',
  // Named by its `change`.
  'ticket.contactEdited': 'renamed',
}

interface LogRow {
  number: number
  type: EventType
  at: number
  redirect: number | null
  change: ContactEdit | null
  text: string | null
  userId: number | null
  userName: string | null
  queueId: number | null
  queueName: string | null
  queueColor: string | null
}

// Joined, because every entry names a user and a queue. A transfer shows the previous queue, every other entry the new one. A received transfer shows the receiving user or, for a
// transfer to a queue, the user who sent it.
const listRows = perCompany(({ sqlite }) =>
  sqlite.prepare<LogRow, [number, string]>(
    `SELECT e.number, e.type, e.at, e.data ->> '$.redirect' AS redirect,
       e.data ->> '$.change' AS change, iif(e.type = 'ticket.contactEdited', e.data ->> '$.text', NULL) AS text, u.id AS userId, u.name AS userName,
       q.id AS queueId, q.name AS queueName, q.color AS queueColor
     FROM event e
     LEFT JOIN user u ON u.id = coalesce(iif(e.type IN ('ticket.received', 'ticket.assigned', 'ticket.transferUndone'), e.data ->> '$.after.userId', NULL), e.user_id,
       e.data ->> '$.byUserId')
     LEFT JOIN queue q ON q.id = iif(e.type = 'ticket.transferred', e.data ->> '$.before.queueId',
       e.data ->> '$.after.queueId')
     WHERE e.ticket_id = ? AND e.message_id IS NULL AND e.type IN (SELECT value FROM json_each(?))
     ORDER BY e.number DESC LIMIT 1000`,
  ),
)

export function listTicketLog(ctx: CompanyContext, ticketId: TicketId): TicketLogEntry[] {
  const ticket = getTicket(ctx, ticketId)
  return listRows(ctx.company)
    .all(ticket.id, JSON.stringify(Object.keys(logTypeOf)))
    .map((row) => ({
      id: row.number,
      type: row.change ?? (row.redirect ? 'redirect' : (logTypeOf[row.type] ?? 'access')),
      user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
      queue: row.queueId === null ? null : { id: row.queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
      text: mustMask(ctx) ? maskText(ctx, row.text ?? '') : (row.text ?? ''),
      createdAt: new Date(row.at).toISOString(),
    }))
}
