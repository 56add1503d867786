import type { ChannelName } from '../channel/channel-rules.contract'
import type { ContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import type { ConnectionId, QueueId, UserId } from '../kernel/ids'
import { insertTicket } from '../ticket/insert-ticket'
import { waitingStatus } from '../ticket/ticket-assignment'
import { attendedStatus } from '../ticket/ticket-status'
import { findActiveTicket, getTicketRow, type TicketRow } from '../ticket/ticket.queries'

export interface Outreach {
  contact: ContactRow
  connection: { id: ConnectionId; channel: ChannelName }
  /** What to open where no ticket is active; nothing leaves the words in the contact's history. */
  open?: { status: 'pending' | 'open' | 'closed'; queueId: QueueId | null; userId: UserId | null }
}

const lastClosed = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM ticket WHERE contact_id = ? AND connection_id = ? AND status = 'closed' ORDER BY id DESC LIMIT 1`,
  ),
)

/**
 * The ticket of words that the product sends on somebody's order. One that is active takes them as it stands: nothing is
 * closed or moved. A blocked contact has nothing opened.
 */
export function takeOutreachTicket(ctx: CompanyContext, { contact, connection, open }: Outreach): TicketRow {
  const active = findActiveTicket(ctx, contact.id, connection.id)
  if (active) return active
  const channel = { contactId: contact.id, connectionId: connection.id, channel: connection.channel }
  const ticket = { ...channel, isGroup: contact.isGroup, startedByUs: true }
  if (open && contact.active) return insertTicket(ctx, { ...ticket, ...assignmentOf(ctx, ticket, open) })
  const last = lastClosed(ctx.company).get(contact.id, connection.id)
  if (last) return getTicketRow(ctx, last.id)
  return insertTicket(ctx, { ...ticket, status: 'closed', queueId: null, userId: null, silent: true })
}

type TicketChannel = Pick<TicketRow, 'connectionId' | 'channel' | 'isGroup'>

/** What nobody has cannot be open: it waits. */
function assignmentOf(
  ctx: CompanyContext,
  ticket: TicketChannel,
  { status, queueId, userId }: NonNullable<Outreach['open']>,
) {
  if (status === 'closed') return { status, queueId, userId }
  if (status === 'open' && userId !== null) return { status: attendedStatus(ticket), queueId, userId }
  return { status: waitingStatus(ctx, ticket), queueId, userId }
}
