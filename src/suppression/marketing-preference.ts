import { and, eq } from 'drizzle-orm'
import type { Party } from '../channel/channel'
import type { NoticeEffect } from '../channel/channel-provider'
import { findSendFault } from '../connection/connection.queries'
import { findContactIdByIdentity, findContactRow } from '../contact/contact.queries'
import { identityKey } from '../contact/identity/resolve-contact'
import { phoneKey } from '../kernel/text/phone-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { ConnectionId, ContactId, MessageId } from '../kernel/ids'
import { findMessageRow } from '../message/message.queries'
import { findTicketRow } from '../ticket/ticket.queries'
import { suppress, suppressionTable } from './suppression.record'

interface Person {
  name: string
  number: string
  phoneKey: string
}

export function noteMarketingPreference(ctx: CompanyContext, { connectionId, marketing }: NoticeEffect) {
  const person = marketing && personOf(ctx, connectionId, marketing.party)
  if (!person) return
  if (marketing.isWanted) resume(ctx, person)
  else suppress(ctx, { ...person, source: 'optOut' })
}

/** They may have stopped marketing before the subscription. */
export function noteRefusedMarketing(ctx: CompanyContext, messageId: MessageId, ticketId: number | undefined) {
  const { connectionId, sendError } = findMessageRow(ctx, messageId) ?? {}
  if (ticketId === undefined || !connectionId || !sendError) return
  if (findSendFault(ctx, connectionId, sendError) !== 'personStopped') return
  const contactId = findTicketRow(ctx, ticketId)?.contactId
  const person = contactId && personOfContact(ctx, contactId)
  if (person) suppress(ctx, { ...person, source: 'optOut' })
}

/** Whom an admin added stays. */
function resume(ctx: CompanyContext, { name, number, phoneKey: key }: Person) {
  const asked = and(eq(suppressionTable.phoneKey, key), eq(suppressionTable.source, 'optOut'))
  const [gone] = ctx.db.delete(suppressionTable).where(asked).returning({ id: suppressionTable.id }).all()
  if (gone) recordEvent(ctx, 'suppression.deleted', {}, { suppressionId: gone.id, name: name || number })
}

function personOf(ctx: CompanyContext, connectionId: ConnectionId, { addresses }: Party): Person | undefined {
  for (const address of addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId))
    if (contactId) return personOfContact(ctx, contactId)
  }
  const number = addresses.find(({ kind }) => kind === 'phone')?.value
  return number === undefined ? undefined : { name: '', number, phoneKey: phoneKey(number) }
}

function personOfContact(ctx: CompanyContext, contactId: ContactId): Person | undefined {
  const contact = findContactRow(ctx, contactId)
  if (!contact) return undefined
  const { name, number } = contact
  return { name, number, phoneKey: number === '' ? `contact ${contactId}` : phoneKey(number) }
}
