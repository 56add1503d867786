import { desc, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import { asFlag } from '../../kernel/database/expressions'
import { statement } from '../../kernel/database/statement'
import type { MessageId, TicketId } from '../../kernel/ids'
import type { TicketRow } from '../../ticket/ticket.queries'
import { clearUnread, noteSeen } from '../../ticket/change/read-ticket'
import { isUnanswered } from '../../ticket/ticket.policy'
import { mayMarkRead, sendsReadReceipt } from '../message.policy'
import { messageTable } from '../message.tables'
import { addOutboundChange } from '../outbox/outbound-change'

/** Read marks reach back no further than this. */
const rowsMax = 200
const fewRows = 8
const ackRead = 3

const { id, ticketId, fromMe, ack, providerData, createdAt } = messageTable

const statements = {
  newest: statement((db, of: { ticketId: TicketId; limit: number }) =>
    db
      .select({ id, fromMe, ack, isNamed: asFlag(isNotNull(providerData)) })
      .from(messageTable)
      .where(eq(ticketId, of.ticketId))
      .orderBy(desc(createdAt), desc(id))
      .limit(of.limit),
  ),
  mark: statement((db, of: { id: MessageId }) => db.update(messageTable).set({ ack: ackRead }).where(eq(id, of.id))),
}

export function noteOpened(ctx: CompanyContext, ticket: TicketRow) {
  if (isUnanswered(ticket.status)) noteSeen(ctx, ticket.id)
  else markConversationRead(ctx, ticket)
}

export function markConversationRead(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.unreadMessages > 0 && mayMarkRead(ctx.actor, ticket)) clearUnread(ctx, ticket.id)
  if (ticket.status !== 'closed' && sendsReadReceipt(ctx.actor, ticket)) queueReadMarks(ctx, ticket)
}

export function queueReadMarks(ctx: CompanyContext, ticket: Pick<TicketRow, 'id' | 'connectionId'>) {
  const { connectionId } = ticket
  if (connectionId === null) return
  const ids = findUnmarked(ctx, ticket.id)
  const [last] = ids
  if (last === undefined) return
  ctx.transaction(() => {
    for (const id of ids) statements.mark.run(ctx, { id })
    addOutboundChange(ctx, connectionId, last, 'read', { ids })
  })
}

function findUnmarked(ctx: CompanyContext, ticketId: TicketId): MessageId[] {
  for (const limit of [fewRows, rowsMax]) {
    const rows = statements.newest.all(ctx, { ticketId, limit })
    const received = rows.filter((row) => !row.fromMe && row.isNamed)
    const marked = received.findIndex((row) => row.ack >= ackRead)
    if (marked !== -1) return idsOf(received.slice(0, marked))
    if (rows.length < limit || limit === rowsMax) return idsOf(received)
  }
  return []
}

const idsOf = (rows: readonly { id: MessageId }[]) => rows.map(({ id }) => id)
