import type { ChannelName } from '../../channel/channel-rules.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId, QueueId, UserId } from '../../kernel/ids'
import { pick } from '../../kernel/typed-object.contract'
import type { TicketPriority } from '../ticket-priority.contract'
import type { TicketStatus } from '../ticket-status'
import { getTicketRow, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

export interface NewTicket {
  contactId: ContactId
  connectionId: ConnectionId | null
  channel: ChannelName
  isGroup: boolean
  status: TicketStatus
  queueId: QueueId | null
  userId: UserId | null
  startedByUs: boolean
  priority?: TicketPriority
  imported?: boolean
  byTransfer?: boolean
  /** Stores messages of a blocked contact or an imported history; nothing is published. */
  silent?: boolean
  at?: Date
}

const values = [
  ...([
    'uuid',
    'status',
    'contactId',
    'connectionId',
    'channel',
    'queueId',
    'userId',
    'isGroup',
    'startedByUs',
    'priority',
  ] as const),
  ...(['imported', 'bornClosed', 'queuedAt', 'startedAt', 'closedAt', 'createdAt', 'updatedAt'] as const),
] as const

const insert = statement((db, v: Pick<TicketRow, (typeof values)[number]>) =>
  db
    .insert(ticketTable)
    .values(pick(v, ...values))
    .onConflictDoNothing()
    .returning({ id: ticketTable.id }),
)

/** A unique index decides. @throws Refusal ERR_CREATING_TICKET when another is active */
export function insertTicket(ctx: CompanyContext, ticket: NewTicket): TicketRow {
  const { at = ctx.now, imported = false, priority = 'normal', ...given } = ticket
  const isClosed = given.status === 'closed'
  const row = insert.get(ctx, {
    ...given,
    uuid: crypto.randomUUID(),
    imported,
    priority,
    bornClosed: isClosed,
    queuedAt: given.userId === null && !isClosed ? at : null,
    startedAt: given.userId === null ? null : at,
    closedAt: isClosed ? at : null,
    createdAt: at,
    updatedAt: at,
  })
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
