import { and, eq } from 'drizzle-orm'
import type { Address, ProviderNotice } from '../channel/channel'
import { findContactIdByIdentity, findContactRow } from '../contact/contact.queries'
import { identityKey } from '../contact/identity/resolve-contact'
import { phoneKey } from '../kernel/text/phone-number'
import type { CompanyContext } from '../kernel/company/company-context'
import { recordEvent } from '../kernel/event/event-log'
import type { ConnectionId, ContactId, MessageId } from '../kernel/ids'
import { objectsIn } from '../kernel/untyped-json.contract'
import { findMessageRow } from '../message/message.queries'
import { findTicketRow } from '../ticket/ticket.queries'
import { suppress } from './suppress'
import './suppression.events'
import { suppressionTable } from './suppression.tables'

/** The number of the error by which Meta refuses marketing to somebody who stopped it. */
const stopped = /^131050\b/

interface Person {
  name: string
  number: string
  phoneKey: string
}

/** Follows people who stop or resume a company's marketing in WhatsApp itself. */
export function noteMarketingPreference(
  ctx: CompanyContext,
  connectionId: ConnectionId,
  { topic, value }: ProviderNotice,
) {
  if (topic !== 'user_preferences') return
  for (const { category, value: choice, wa_id, user_id } of objectsIn(value['user_preferences'])) {
    const person = category === 'marketing_messages' && personOf(ctx, connectionId, [wa_id, user_id])
    if (!person) continue
    if (choice === 'stop') suppress(ctx, { ...person, source: 'optOut' })
    if (choice === 'resume') resume(ctx, person)
  }
}

/** Somebody may have stopped marketing before the connection was subscribed to preferences. */
export function noteRefusedMarketing(ctx: CompanyContext, messageId: MessageId, ticketId: number | undefined) {
  if (ticketId === undefined || !stopped.test(findMessageRow(ctx, messageId)?.sendError ?? '')) return
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

function personOf(ctx: CompanyContext, connectionId: ConnectionId, ids: readonly unknown[]): Person | undefined {
  const addresses = ids.flatMap((id): Address[] => {
    if (typeof id !== 'string' || id === '') return []
    // Meta puts a user id into fields of phone numbers where a person hides the number.
    return [{ kind: /^\d+$/.test(id) ? 'phone' : 'bsuid', value: id }]
  })
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
