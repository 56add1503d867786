import { type ContactRow, findContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSettingEnabled } from '../../setting/setting.queries'
import { findWalletQueue } from './wallet-queue.view'
import { assignPendingTicket } from './assign-pending-ticket'
import { setTicketQueue } from './set-ticket-queue'
import type { TicketRow } from '../ticket.queries'

/**
 * DirectTicketsToWallets: assigns a pending ticket to the contact's wallet owner, in the owner's first queue on the
 * connection, else in the owner's first queue. Without one, the ticket's queue stays.
 */
export function directToWallet(ctx: CompanyContext, ticket: TicketRow, contact: ContactRow): TicketRow {
  const { walletUserId } = contact
  if (walletUserId === null || ticket.status !== 'pending' || !areWalletsUsed(ctx)) return ticket
  const meant = assignPendingTicket(ctx, ticket, walletUserId)
  const queue = findWalletQueue(ctx, walletUserId, ticket.connectionId)
  return queue ? setTicketQueue(ctx, ticket.id, queue) : meant
}

/** Whether the ticket is reserved for the wallet owner, so that automatic assignment skips it. */
export function isOfWallet(ctx: CompanyContext, { userId, contactId }: TicketRow) {
  return userId !== null && areWalletsUsed(ctx) && findContactRow(ctx, contactId)?.walletUserId === userId
}

const areWalletsUsed = (ctx: CompanyContext) => isSettingEnabled(ctx, 'DirectTicketsToWallets')
