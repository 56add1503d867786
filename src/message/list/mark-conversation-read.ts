import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { MessageId, TicketId } from '../../kernel/ids'
import type { TicketRow } from '../../ticket/ticket.queries'
import { clearUnread } from '../../ticket/change/clear-unread'
import { noteSeen } from '../../ticket/change/note-seen'
import { isUnanswered } from '../../ticket/ticket.policy'
import { mayMarkRead, sendsReadReceipt } from '../message.policy'
import { addOutboundChange } from '../outbox/outbound-change'

interface Row {
  id: number
  from_me: number
  ack: number
  named: number
}

/** Read marks reach back no further than this. */
const rowsMax = 200
/** Usually enough to reach a marked message. */
const fewRows = 8
const ackRead = 3

const newest = perCompany(({ sqlite }) =>
  sqlite.prepare<Row, [number, number]>(
    `SELECT id, from_me, ack, provider_data IS NOT NULL AS named FROM message
     WHERE ticket_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
  ),
)

/** A user has opened the conversation. */
export function noteOpened(ctx: CompanyContext, ticket: TicketRow) {
  if (isUnanswered(ticket.status)) noteSeen(ctx, ticket.id)
  else markConversationRead(ctx, ticket)
}

export function markConversationRead(ctx: CompanyContext, ticket: TicketRow) {
  if (ticket.unreadMessages > 0 && mayMarkRead(ctx.actor, ticket)) clearUnread(ctx, ticket.id)
  if (ticket.status !== 'closed' && sendsReadReceipt(ctx.actor, ticket)) queueReadMarks(ctx, ticket)
}

/** Queues read marks for everything up to now. Reads back until it reaches a marked message. */
export function queueReadMarks(ctx: CompanyContext, ticket: Pick<TicketRow, 'id' | 'connectionId'>) {
  const { connectionId } = ticket
  if (connectionId === null) return
  const ids = findUnmarked(ctx, ticket.id)
  const [last] = ids
  if (last === undefined) return
  ctx.transaction(() => {
    const mark = ctx.company.sqlite.query('UPDATE message SET ack = ? WHERE id = ?')
    for (const id of ids) mark.run(ackRead, id)
    addOutboundChange(ctx, connectionId, last, 'read', { ids })
  })
}

/** Newest first. */
function findUnmarked(ctx: CompanyContext, ticketId: TicketId): MessageId[] {
  for (const limit of [fewRows, rowsMax]) {
    const rows = newest(ctx.company).all(ticketId, limit)
    const received = rows.filter((row) => !row.from_me && row.named)
    const marked = received.findIndex((row) => row.ack >= ackRead)
    if (marked !== -1) return idsOf(received.slice(0, marked))
    if (rows.length < limit || limit === rowsMax) return idsOf(received)
  }
  return []
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
