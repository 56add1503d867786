import { and, count, desc, eq, gt, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import type { ConnectionId, ContactId, TicketId } from '../kernel/ids'
import { dayMs, weekMs } from '../kernel/time/durations.contract'
import type { InboundMessage } from '../message/inbound/inbound-message'
import { messageTable } from '../message/message.tables'
import { ticketTable } from '../ticket/ticket.tables'

const exchangesMax = 200
const ticketsMax = 40

const { id, ticketId, createdAt, fromMe, isPrivate, userId, providerData } = messageTable

type Since = { ticketId: TicketId; since: Date }

const isRecent = (of: Since) => and(eq(ticketId, of.ticketId), gt(createdAt, of.since))

const statements = {
  /** Reads the index only, because it runs for every message. */
  hasManyMessages: statement((db, of: Since) =>
    db
      .select({ id })
      .from(messageTable)
      .where(isRecent(of))
      .limit(1)
      .offset(2 * exchangesMax),
  ),
  exchanges: statement((db, of: Since) => {
    // Messages of the phone have no user, but provider data.
    const isByPerson = and(eq(fromMe, true), or(isNotNull(userId), isNotNull(providerData)))
    const last = db
      .select({ id: max(id) })
      .from(messageTable)
      .where(and(isRecent(of), isByPerson))
    const countWhere = (condition: SQL | undefined) => sql<number>`count(*) FILTER (WHERE ${condition})`
    return db
      .select({
        automatic: countWhere(and(eq(fromMe, true), eq(isPrivate, false))),
        inbound: countWhere(eq(fromMe, false)),
      })
      .from(messageTable)
      .where(and(isRecent(of), gt(id, sql`ifnull(${last}, 0)`)))
  }),
  unattended: statement((db, of: { contactId: ContactId; connectionId: ConnectionId; since: Date }) => {
    const ticket = ticketTable
    const newest = db
      .select({ userId: ticket.userId, createdAt: ticket.createdAt })
      .from(ticket)
      .where(and(eq(ticket.contactId, of.contactId), eq(ticket.connectionId, of.connectionId)))
      .orderBy(desc(ticket.id))
      .limit(ticketsMax + 1)
      .as('newest')
    return db
      .select({ tickets: count() })
      .from(newest)
      .where(and(isNull(newest.userId), gt(newest.createdAt, of.since)))
  }),
}

/** Bots have exchanged much with it while no agent wrote, or it keeps starting conversations. */
export function isSlowLoop(
  ctx: CompanyContext,
  { ticket, change }: Pick<InboundMessage, 'ticket' | 'change'>,
): boolean {
  const { id: ticketId, contactId, connectionId } = ticket
  const before = (ms: number) => new Date(ctx.now.getTime() - ms)
  if (change === 'created' && connectionId !== null) {
    const { tickets = 0 } = statements.unattended.get(ctx, { contactId, connectionId, since: before(dayMs) }) ?? {}
    if (tickets > ticketsMax) return true
  }
  const recent = { ticketId, since: before(weekMs) }
  if (!statements.hasManyMessages.get(ctx, recent)) return false
  const { automatic = 0, inbound = 0 } = statements.exchanges.get(ctx, recent) ?? {}
  return automatic >= exchangesMax && inbound >= exchangesMax
}
