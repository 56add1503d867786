import { and, desc, eq } from 'drizzle-orm'
import type { ChannelName } from '../../channel/channel-rules.contract'
import type { ContactRow } from '../../contact/contact.queries'
import type { UserActor } from '../../kernel/company/actor'
import { type CompanyContext, withActor } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId, QueueId, UserId } from '../../kernel/ids'
import { insertTicket } from './insert-ticket'
import { refuseOther } from './refuse-other'
import { assertMayAssign, waitingStatus } from '../assignment/assignment.queries'
import { attendedStatus, canSeeTicket } from '../ticket.policy'
import type { TicketPriority } from '../ticket-priority.contract'
import { findActiveTicket, type TicketRow } from '../ticket.queries'
import { ticketTable } from '../ticket.tables'

export interface OutreachTicketRule {
  open: 'none' | 'pending' | 'open' | 'closed'
  queueId?: QueueId | null
  userId?: UserId | null
  author?: UserActor
  /** Of a new ticket. */
  priority?: TicketPriority
  /** An active ticket of another than `userId`. */
  refusesOthers?: boolean
}

interface OutreachTicketOptions {
  contact: ContactRow
  connection: { id: ConnectionId; channel: ChannelName }
  rule: OutreachTicketRule
}

const closed = statement((db, v: { contactId: ContactId; connectionId: ConnectionId }) => {
  const { id, contactId, connectionId, status } = ticketTable
  return db
    .select()
    .from(ticketTable)
    .where(and(eq(contactId, v.contactId), eq(connectionId, v.connectionId), eq(status, 'closed')))
    .orderBy(desc(id))
    .limit(50)
})

/** Uses an active one; opens none for a blocked contact. @throws Refusal ERR_OTHER_OPEN_TICKET, ERR_NO_PERMISSION */
export function resolveOutreachTicket(
  ctx: CompanyContext,
  { contact, connection, rule }: OutreachTicketOptions,
): TicketRow {
  const { author } = rule
  const active = findActiveTicket(ctx, contact.id, connection.id)
  if (active) {
    assertMayWriteInto(ctx, active, rule)
    return active
  }
  const channel = { contactId: contact.id, connectionId: connection.id, channel: connection.channel }
  const ticket = { ...channel, isGroup: contact.isGroup, startedByUs: true }
  if (rule.open !== 'none' && contact.active) {
    const { queueId = null, userId = null } = rule
    if (author) assertMayAssign(withActor(ctx, author), { queueId, userId })
    return insertTicket(ctx, { ...ticket, ...assignmentOf(ctx, ticket, rule), priority: rule.priority })
  }
  for (const last of closed.iterate(ctx, { contactId: contact.id, connectionId: connection.id })) {
    if (!author || isNobodys(last) || canSeeTicket(author, last)) return last
  }
  return insertTicket(ctx, { ...ticket, status: 'closed', queueId: null, userId: null, silent: true })
}

const isNobodys = ({ queueId, userId }: TicketRow) => queueId === null && userId === null

/** @throws Refusal ERR_OTHER_OPEN_TICKET with the active one and who has it */
export function assertMayWriteInto(
  ctx: CompanyContext,
  active: TicketRow,
  { author, refusesOthers, userId = null }: Pick<OutreachTicketRule, 'author' | 'refusesOthers' | 'userId'>,
) {
  const isOthers = active.userId !== null && active.userId !== userId
  if (author ? !canSeeTicket(author, active) : refusesOthers && isOthers) refuseOther(ctx, active)
}

type TicketChannel = Pick<TicketRow, 'connectionId' | 'channel' | 'isGroup'>

function assignmentOf(ctx: CompanyContext, ticket: TicketChannel, rule: OutreachTicketRule) {
  const { open, queueId = null, userId = null } = rule
  if (open === 'closed') return { status: open, queueId, userId }
  if (open === 'open' && userId !== null) return { status: attendedStatus(ticket), queueId, userId }
  return { status: waitingStatus(ctx, ticket), queueId, userId }
}
