import { eq } from 'drizzle-orm'
import { actingUserId } from '../../kernel/company/actor'
import type { CompanyContext } from '../../kernel/company/company-context'
import { lastEventNumber, recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { moveContactTags } from '../../tag/tag-links'
import { isUnnamed } from '../identity/contact-name'
import { type ContactRow, getContactRow, listIdentities } from '../contact.queries'
import { contactExtraInfoTable, contactIdentityTable, contactMergeTable, contactTable } from '../contact.tables'
import { searchTextOf } from '../store-contact'

/** Later domains move their records on `contact.merged`, before the empty contact goes. */
export function mergeContacts(ctx: CompanyContext, fromId: ContactId, intoId: ContactId): number {
  return ctx.transaction(() => {
    const from = getContactRow(ctx, fromId)
    const into = getContactRow(ctx, intoId)
    const identities = listIdentities(ctx, fromId).map(({ scope, kind, value }) => ({ scope, kind, value }))
    ctx.db
      .update(contactIdentityTable)
      .set({ contactId: intoId })
      .where(eq(contactIdentityTable.contactId, fromId))
      .run()
    const extraInfoIds = ctx.db
      .update(contactExtraInfoTable)
      .set({ contactId: intoId })
      .where(eq(contactExtraInfoTable.contactId, fromId))
      .returning({ id: contactExtraInfoTable.id })
      .all()
      .map(({ id }) => id)
    const tags = moveContactTags(ctx, fromId, intoId)
    ctx.db
      .update(contactTable)
      .set({ ...mergedValues(from, into), updatedAt: ctx.now })
      .where(eq(contactTable.id, intoId))
      .run()
    const merge = { fromContactId: fromId, from, into, identities, ...tags, extraInfoIds }
    const { number } = recordEvent(ctx, 'contact.merged', { contactId: intoId }, merge)
    ctx.db.delete(contactTable).where(eq(contactTable.id, fromId)).run()
    return noteMerge(ctx, fromId, intoId, number)
  })
}

/** Stores the merge. The events of its reactions directly follow it in the log. Returns the merge's id. */
function noteMerge(ctx: CompanyContext, fromContactId: ContactId, intoContactId: ContactId, firstEvent: number) {
  const userId = actingUserId(ctx.actor) ?? null
  const values = { fromContactId, intoContactId, firstEvent, lastEvent: lastEventNumber(ctx), userId }
  const row = ctx.db.insert(contactMergeTable).values({ ...values, createdAt: ctx.now })
  return row.returning({ id: contactMergeTable.id }).get().id
}

export function mergedValues(from: ContactRow, into: ContactRow) {
  const number = into.number || from.number
  const username = into.username || from.username || ''
  const name = isUnnamed(into) && !isUnnamed(from) ? from.name : into.name
  return {
    name,
    number,
    username,
    email: into.email || from.email,
    active: into.active && from.active,
    disableBot: into.disableBot || from.disableBot,
    acceptAudioMessage: into.acceptAudioMessage && from.acceptAudioMessage,
    lgpdAcceptedAt: into.lgpdAcceptedAt ?? from.lgpdAcceptedAt,
    connectionId: into.connectionId ?? from.connectionId,
    // Older merges have no wallet.
    walletUserId: into.walletUserId ?? from.walletUserId ?? null,
    pictureMediaId: into.pictureMediaId ?? from.pictureMediaId,
    searchText: searchTextOf({ name, number, username }),
  }
}
