import { type ContactRow, findContactRow } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company-context'
import { perCompany } from '../kernel/company-files'
import { isSettingEnabled } from '../setting/setting.queries'
import { assignPendingTicket } from './assign-pending-ticket'
import { setTicketQueue } from './set-ticket-queue'
import type { TicketRow } from './ticket.queries'

const queueOf = perCompany(({ sqlite }) =>
  sqlite.prepare<{ id: number }, [number, number | null]>(
    `SELECT queue.id FROM user_queue JOIN queue ON queue.id = user_queue.queue_id
     LEFT JOIN connection_queue c ON c.queue_id = queue.id AND c.connection_id = ?2
     WHERE user_queue.user_id = ?1 ORDER BY c.queue_id IS NULL, queue.order_queue, queue.id LIMIT 1`,
  ),
)

/**
 * DirectTicketsToWallets: a waiting ticket of a contact with an owner waits for that owner, in the first of their queues
 * that the connection has, else in their first; an owner without queues leaves it where it is.
 */
export function directToWallet(ctx: CompanyContext, ticket: TicketRow, contact: ContactRow): TicketRow {
  const { walletUserId } = contact
  if (walletUserId === null || ticket.status !== 'pending' || !areWalletsUsed(ctx)) return ticket
  const meant = assignPendingTicket(ctx, ticket, walletUserId)
  const queue = queueOf(ctx.company).get(walletUserId, ticket.connectionId)
  return queue ? setTicketQueue(ctx, ticket.id, queue.id) : meant
}

/** It waits for the contact's owner: no router gives it to somebody else. */
export function isOfWallet(ctx: CompanyContext, { userId, contactId }: TicketRow) {
  return userId !== null && areWalletsUsed(ctx) && findContactRow(ctx, contactId)?.walletUserId === userId
}

const areWalletsUsed = (ctx: CompanyContext) => isSettingEnabled(ctx, 'DirectTicketsToWallets')
