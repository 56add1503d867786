import type { ChannelName } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId, QueueId, UserId } from '../../kernel/ids'
import type { TicketStatus } from '../ticket-status'
import { getTicketRow, type TicketRow } from '../ticket.queries'

export interface NewTicket {
  contactId: ContactId
  connectionId: ConnectionId | null
  channel: ChannelName
  isGroup: boolean
  status: TicketStatus
  queueId: QueueId | null
  userId: UserId | null
  startedByUs: boolean
  imported?: boolean
  byTransfer?: boolean
  /** Stores messages of a blocked contact or an imported history; nothing is published. */
  silent?: boolean
  at?: Date
}

const insert = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, channel, queue_id, user_id, is_group, started_by_us,
       imported, born_closed, queued_at, started_at, closed_at, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?2 = 'closed',
       iif(?7 IS NULL AND ?2 <> 'closed', ?11, NULL), iif(?7 IS NULL, NULL, ?11), iif(?2 = 'closed', ?11, NULL), ?11, ?11)
     ON CONFLICT DO NOTHING RETURNING id`,
  ),
)

/**
 * Inserts a ticket. The unique index over contact and connection decides between concurrent calls.
 * @throws Refusal ERR_CREATING_TICKET when another is active; callers look for that one first
 */
export function insertTicket(ctx: CompanyContext, ticket: NewTicket): TicketRow {
  const row = insert(ctx.company).get(
    crypto.randomUUID(),
    ticket.status,
    ticket.contactId,
    ticket.connectionId,
    ticket.channel,
    ticket.queueId,
    ticket.userId,
    Number(ticket.isGroup),
    Number(ticket.startedByUs),
    Number(ticket.imported ?? false),
    (ticket.at ?? ctx.now).getTime(),
  )
  if (!row) refuse('ERR_CREATING_TICKET')
  const { status, userId, queueId, startedByUs, byTransfer, silent } = ticket
  recordEvent(
    ctx,
    'ticket.created',
    { ticketId: row.id, contactId: ticket.contactId },
    {
      after: { status, userId, queueId },
      startedByUs,
      ...(byTransfer ? { byTransfer: true as const } : {}),
      ...(silent ? { silent: true as const } : {}),
    },
  )
  return getTicketRow(ctx, row.id)
}
