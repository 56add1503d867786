import type { ChannelName } from '../../channel/channel-rules.contract'
import type { ContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { perCompany } from '../../kernel/company/company-files'
import type { ConnectionId, QueueId, UserId } from '../../kernel/ids'
import { insertTicket } from './insert-ticket'
import { refuseOther } from './refuse-other'
import { waitingStatus } from '../assignment/ticket-assignment'
import { attendedStatus } from '../ticket-status'
import { findActiveTicket, getTicketRow, type TicketRow } from '../ticket.queries'

export interface OutreachTicketRule {
  open: 'none' | 'pending' | 'open' | 'closed'
  queueId?: QueueId | null
  userId?: UserId | null
  /** Refuses instead of using an active ticket of another user than `userId`. */
  refusesOthers?: boolean
}

interface OutreachTicketOptions {
  contact: ContactRow
  connection: { id: ConnectionId; channel: ChannelName }
  rule: OutreachTicketRule
}

const lastClosed = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number]>(
    `SELECT id FROM ticket WHERE contact_id = ? AND connection_id = ? AND status = 'closed' ORDER BY id DESC LIMIT 1`,
  ),
)

/**
 * Returns the ticket for an outgoing message. An active ticket is used unchanged. For a blocked contact nothing is
 * opened.
 * @throws Refusal ERR_OTHER_OPEN_TICKET as the rule says
 */
export function resolveOutreachTicket(
  ctx: CompanyContext,
  { contact, connection, rule }: OutreachTicketOptions,
): TicketRow {
  const active = findActiveTicket(ctx, contact.id, connection.id)
  if (active) {
    const isOthers = active.userId !== null && active.userId !== (rule.userId ?? null)
    if (rule.refusesOthers && isOthers) refuseOther(ctx, active)
    return active
  }
  const channel = { contactId: contact.id, connectionId: connection.id, channel: connection.channel }
  const ticket = { ...channel, isGroup: contact.isGroup, startedByUs: true }
  if (rule.open !== 'none' && contact.active)
    return insertTicket(ctx, { ...ticket, ...assignmentOf(ctx, ticket, rule) })
  const last = lastClosed(ctx.company).get(contact.id, connection.id)
  if (last) return getTicketRow(ctx, last.id)
  return insertTicket(ctx, { ...ticket, status: 'closed', queueId: null, userId: null, silent: true })
}

type TicketChannel = Pick<TicketRow, 'connectionId' | 'channel' | 'isGroup'>

/** Without an owner, an open ticket becomes pending. */
function assignmentOf(ctx: CompanyContext, ticket: TicketChannel, rule: OutreachTicketRule) {
  const { open, queueId = null, userId = null } = rule
  if (open === 'closed') return { status: open, queueId, userId }
  if (open === 'open' && userId !== null) return { status: attendedStatus(ticket), queueId, userId }
  return { status: waitingStatus(ctx, ticket), queueId, userId }
}
