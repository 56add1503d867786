import { type ContactRow, listIdentities } from '../contact/contact.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import type { MessageId } from '../kernel/ids'
import type { Person } from '../kernel/person/person-data'
import { phoneKey, phoneSpellings } from '../kernel/text/phone-number'
import { walkMessagesInGroups } from '../message/contact/archive-messages.view'
import { idsOfContact } from '../ticket/ticket.queries'

export type Known = Pick<Person, 'contactId' | 'name' | 'numbers' | 'phoneKeys' | 'addresses'>

export function knownOf(ctx: CompanyContext, { id: contactId, name, number }: ContactRow): Known {
  const identities = listIdentities(ctx, contactId)
  const phones = [number, ...identities.filter(({ kind }) => kind === 'phone').map(({ value }) => value)]
  const numbers = [...new Set(phones.filter(Boolean).flatMap(phoneSpellings))]
  const keys = new Set(numbers.map(phoneKey))
  return {
    contactId,
    name,
    numbers,
    phoneKeys: keys.size > 0 ? [...keys] : [`contact ${contactId}`],
    addresses: [...new Set([...numbers, ...identities.map(({ value }) => value)])],
  }
}

export function personOf(ctx: CompanyContext, known: Known): Person {
  const ticketIds = idsOfContact.all(ctx, { contactId: known.contactId }).map(({ id }) => id)
  return { ...known, ticketIds, messageIds: [] }
}

/** Ids of what she wrote in groups, a page at a time. */
export function* messagesInGroups(ctx: CompanyContext, { contactId }: Pick<Known, 'contactId'>) {
  for (const page of walkMessagesInGroups(ctx, contactId)) yield page.map(({ id }) => id)
}

/** With what she wrote in groups. */
export async function listPersonOf(
  ctx: CompanyContext,
  contact: ContactRow,
  turn: () => Promise<void>,
): Promise<Person> {
  const person = personOf(ctx, knownOf(ctx, contact))
  const messageIds: MessageId[] = []
  for (const page of messagesInGroups(ctx, person)) {
    messageIds.push(...page)
    await turn()
  }
  return { ...person, messageIds }
}
