import { and, desc, eq, sql } from 'drizzle-orm'
import type { Address } from '../../channel/channel'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { identityKey } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { ticketTable } from '../../ticket/ticket.tables'
import { messageTable } from '../message.tables'

// A join, because the contact's messages on the connection are found through the tickets.
const newest = statement((db, of: { contactId: ContactId; connectionId: ConnectionId }) => {
  const { id, ticketId, fromMe, createdAt, providerData } = messageTable
  const newestOfTicket = db
    .select({ id })
    .from(messageTable)
    .where(and(eq(ticketId, ticketTable.id), eq(fromMe, false)))
    .orderBy(desc(createdAt))
    .limit(1)
  const newestOfAll = db
    .select({ id: sql`max(${newestOfTicket})` })
    .from(ticketTable)
    .where(and(eq(ticketTable.contactId, of.contactId), eq(ticketTable.connectionId, of.connectionId)))
  return db.select({ providerData }).from(messageTable).where(eq(id, newestOfAll))
})

export function findLastInboundKey(ctx: CompanyContext, connectionId: ConnectionId, of: Address) {
  const contactId = findContactIdByIdentity(ctx, identityKey(ctx, of, connectionId))
  return contactId === undefined ? undefined : newest.get(ctx, { contactId, connectionId })?.providerData?.key
}
