import { eq } from 'drizzle-orm'
import { type ContactRow, getContactRow } from '../../contact/contact.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { type Reaction, reaction } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { canHandlePersonData } from '../person.policy'
import { personErasureTable } from './person-erasure.tables'

export const erasureOf = (contactId: ContactId) => eq(personErasureTable.contactId, contactId)

export const findErasure = (ctx: CompanyContext, contactId: ContactId) =>
  ctx.db.select().from(personErasureTable).where(erasureOf(contactId)).get()

/** @throws Refusal ERR_NO_PERMISSION; ERR_NO_CONTACT_FOUND, also while she is erased; ERR_INVALID_INPUT for a group */
export function getPersonContact(ctx: CompanyContext, contactId: ContactId): ContactRow {
  if (!canHandlePersonData(ctx.actor, { isGroup: false })) refuse('ERR_NO_PERMISSION')
  const contact = getContactRow(ctx, contactId)
  if (findErasure(ctx, contactId)) refuse('ERR_NO_CONTACT_FOUND')
  if (!canHandlePersonData(ctx.actor, contact)) refuse('ERR_INVALID_INPUT', { fields: { contactId: 'invalid' } })
  return contact
}

function refuseWhileErased(ctx: CompanyContext, contactId: ContactId) {
  if (ctx.actor.kind !== 'system' && findErasure(ctx, contactId)) refuse('ERR_NO_CONTACT_FOUND')
}

/** What is still to be erased is found by the contact. */
export const erasureReactions: readonly Reaction[] = [
  reaction('contact.deleted', (ctx, { contactId }) => refuseWhileErased(ctx, contactId)),
  reaction('contact.merged', (ctx, { contactId, data }) => {
    refuseWhileErased(ctx, contactId)
    refuseWhileErased(ctx, data.fromContactId)
  }),
]
