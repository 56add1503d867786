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
 * DirectTicketsToWallets: assigns a waiting ticket to the contact's wallet owner, in the owner's first queue that the connection
 * has, else in the owner's first queue. If the owner has no queue, the ticket's queue stays.
 */
export function directToWallet(ctx: CompanyContext, ticket: TicketRow, contact: ContactRow): TicketRow {
  const { walletUserId } = contact
  if (walletUserId === null || ticket.status !== 'pending' || !areWalletsUsed(ctx)) return ticket
  const meant = assignPendingTicket(ctx, ticket, walletUserId)
  const queue = queueOf(ctx.company).get(walletUserId, ticket.connectionId)
  return queue ? setTicketQueue(ctx, ticket.id, queue.id) : meant
}

/** Whether the ticket is reserved for the wallet owner, so that automatic assignment skips it. */
export function isOfWallet(ctx: CompanyContext, { userId, contactId }: TicketRow) {
  return userId !== null && areWalletsUsed(ctx) && findContactRow(ctx, contactId)?.walletUserId === userId
}

const areWalletsUsed = (ctx: CompanyContext) => isSettingEnabled(ctx, 'DirectTicketsToWallets')
