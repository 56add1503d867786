import { type ContactRow, findContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { isSettingEnabled } from '../../setting/setting.queries'
import { findWalletQueue } from './wallet-queue.view'
import { assignPendingTicket } from './assign-pending-ticket'
import { setTicketQueue } from './set-ticket-queue'
import type { TicketRow } from '../ticket.queries'

/** In the owner's first queue on the connection, else their first; else the ticket's stays. */
export function directToWallet(ctx: CompanyContext, ticket: TicketRow, contact: ContactRow): TicketRow {
  const { walletUserId } = contact
  if (walletUserId === null || ticket.status !== 'pending' || !areWalletsUsed(ctx)) return ticket
  const meant = assignPendingTicket(ctx, ticket, walletUserId, { why: { reason: 'wallet' } })
  const queue = findWalletQueue(ctx, walletUserId, ticket.connectionId)
  return queue ? setTicketQueue(ctx, ticket.id, queue) : meant
}

/** Automatic assignment skips it. */
export function isOfWallet(ctx: CompanyContext, { userId, contactId }: TicketRow) {
  return userId !== null && areWalletsUsed(ctx) && findContactRow(ctx, contactId)?.walletUserId === userId
}

const areWalletsUsed = (ctx: CompanyContext) => isSettingEnabled(ctx, 'DirectTicketsToWallets')
